// SPDX-License-Identifier: BSD-3-Clause
// The resident CUDA kernel: what fits on the GPU, how it is divided, and its row in the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/stencil/resident/resident_blocks.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::stencil {

/// The memory of a GPU for a resident problem: its multiprocessors and the shared memory of a
/// block.
struct ChipRoom {
    int multiprocessors;
    std::int64_t shared_bytes;
};

/// The rows of one thread, and how many coefficients its registers then hold.
struct ResidentTile {
    std::string_view name;  ///< "2x2": rows along i and j
    int i;
    int j;
    int most_threads;  ///< the most threads of a block; each then has registers for the following
    int kept_single;   ///< coefficient vectors of 16 bytes in registers, the most without spills
    int kept_double;
    double row_cycles;  ///< cycles of a multiprocessor for a row of 32 vectors

    [[nodiscard]] constexpr int rows() const { return i * j; }
    [[nodiscard]] constexpr int kept(Precision precision) const
    {
        return precision == Precision::fp32 ? kept_single : kept_double;
    }
};

/// How a shape is divided: a multiprocessor has one block, and a thread one vector of `tile` rows.
struct ResidentForm {
    ResidentBlocks blocks{};
    ResidentTile tile;
    int threads{};      ///< threads of a block
    bool asks_early{};  ///< whether packets are asked for early, see Inbox in resident.cuh
};

/// Vectors of 16 bytes in a row of nk values.
[[nodiscard]] std::int64_t vectors_of_row(std::int64_t nk, Precision precision);

/// The fastest form of `shape` that fits in `room`, by a model of its time; only tiles with the
/// name `tile` are considered, unless that is "auto".
[[nodiscard]] std::optional<ResidentForm> resident_form(const Shape& shape, Precision precision,
                                                        const ChipRoom& room,
                                                        std::string_view tile);

/// Dynamic shared memory of a block.
[[nodiscard]] std::int64_t shared_bytes_of(const ResidentForm& form, std::int64_t nk,
                                           Precision precision);

/// Bytes of the packets of two sweeps.
[[nodiscard]] std::int64_t mail_bytes_of(const ResidentForm& form, std::int64_t nk,
                                         Precision precision);

[[nodiscard]] device::Specialisation resident_specialisation(Precision precision, std::int64_t nk,
                                                             const ResidentForm& form);

/// One specialisation for every tile and precision, and sizes that reach each path; a user's shape
/// makes others.
[[nodiscard]] std::vector<device::Specialisation> resident_specialisations();

/// The room on the request's device; that of an H200 if the device does not exist.
[[nodiscard]] ChipRoom room_of(int device);

[[nodiscard]] const SweepKind& resident_kind();

}  // namespace tobiuo::stencil
