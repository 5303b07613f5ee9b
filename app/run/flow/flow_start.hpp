// SPDX-License-Identifier: BSD-3-Clause
// The state of an earlier flow, from which another one starts: other cells, faces or digits.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/run/checkpoint_file.hpp"

namespace tobiuo {

/// What a flow begins with, of the whole box: the velocity at the points of u, v and w,
/// [component][z][y][x], and each scalar at centres of cells.
struct FlowStart {
    std::array<std::vector<double>, 3> velocity{};
    std::vector<std::vector<double>> scalars{};
};

/// The case that a checkpoint is of, as far as it decides on the state, from its keys. Files that it
/// names lie where those of the case in the file `beside` do. Throws DamagedCheckpoint.
[[nodiscard]] FlowCase case_of_checkpoint(const std::string& problem,
                                          const std::filesystem::path& beside);

/// Why the state of a case cannot be that of another problem, as what it "has"; empty if it can.
/// Throws DamagedCheckpoint where the file has not the values of its case.
[[nodiscard]] std::string objection_to_state(const Checkpoint& file, const FlowCase& before,
                                             const flow::Problem& problem);

/// The state of a checkpoint of the case `before` at a time, on the cells of the problem of the
/// case `flow`, see shares_of_cells(): what flows through planes and the sum of the scalar are kept.
/// A scalar that is new begins as the case says. Throws InputError if the file is no longer there.
[[nodiscard]] FlowStart start_of_checkpoint(const Checkpoint& file, const FlowCase& before,
                                            double time, const FlowCase& flow,
                                            const flow::Problem& problem);

/// Whether rank 0 reads what the case starts with from files: a state, fields or arrays.
[[nodiscard]] bool starts_from_files(const FlowCase& flow);

/// Names the newest good checkpoint in place of the folder of a run that the case starts from; `own` is
/// the folder of its own results. Throws InputError if there is none.
void find_start_in_folder(FlowCase& flow, const std::filesystem::path& own);

/// The time at which the case starts: what it says, that of the checkpoint that it starts from, or 0.
/// Throws InputError for a file that is no checkpoint, or one of another box, and for an end before
/// it.
[[nodiscard]] double start_time(const FlowCase& flow, const flow::Problem& problem);

/// Bytes of host memory that the files of a case take for a moment. Throws as start_of_files() does.
[[nodiscard]] std::int64_t start_file_bytes(const FlowCase& flow, const flow::Problem& problem);

/// What a case that starts_from_files() starts with. Throws InputError.
[[nodiscard]] FlowStart start_of_files(const FlowCase& flow, const flow::Problem& problem);

}  // namespace tobiuo
