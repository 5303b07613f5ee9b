// SPDX-License-Identifier: BSD-3-Clause
// The launch of a stage of the flow on a GPU: its tile, its blocks, its planes.
#pragma once

#include "kernels/flow/stage_form.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::flow {

/// The tile of the blocks of a stage, and the planes that each marches through.
struct StageLaunch {
    int width{};
    int rows{};
    int planes{};
};

/// The counts and faces that the kernels of a box are compiled for.
struct StageProblem {
    long long counts[3] = {1, 1, 1};
    bool periodic[3] = {true, true, true};
    bool joined[2] = {};       ///< as Box has it
    int stretched = 3;         ///< the stretched axis; 3 if there is none
    bool has_outflow = false;  ///< as StageForm has them
    bool has_profiles = false;
    bool buoyant[3] = {};
    int implicit_axis = 3;  ///< as Box has it
    bool varies = false;    ///< as StageForm has it
    EddyShape eddies = {};
    bool central = false;  ///< whether a scalar has central advection
    bool bounded = false;  ///< whether one has bounded advection
    Precision precision = Precision::fp64;
};

/// The launch with which a device of so many multiprocessors is expected to take the least time.
[[nodiscard]] StageLaunch choose_launch(const StageProblem& problem, int multiprocessors);

/// The threads of a line of implicit diffusion, with part_rows values each, on a device of so many
/// multiprocessors; 0 where it has one thread for all of them: where lines are many they hide each
/// other's waits, and take fewer instructions a value.
[[nodiscard]] int parts_of_line(const StageProblem& problem, int multiprocessors);

/// The tile of a launch: a StageForm whose other members have their defaults.
[[nodiscard]] StageForm tile_form(const StageProblem& problem, const StageLaunch& launch);

/// Blocks of such a tile that a multiprocessor holds at a time.
[[nodiscard]] int blocks_per_multiprocessor(const StageForm& form);

/// Values of 16 bytes.
[[nodiscard]] constexpr int piece_of(Precision precision)
{
    return static_cast<int>(16 / bytes_per_value(precision));
}

}  // namespace tobiuo::flow
