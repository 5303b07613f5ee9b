// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints of a flow run: files from which it goes on with the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {

/// A checkpoint that was read.
struct FlowSnapshot {
    Checkpoint file;
    FlowRecord record;
    bool has_changed = false;  ///< whether another case has made its state
    /// That case where the state has to be made anew from it, see FlowStart.
    std::optional<FlowCase> before = {};
};

/// What a checkpoint of the flow has in common with every run that goes on from it.
[[nodiscard]] CheckpointIdentity flow_identity(const Case& the_case, const FlowCase& flow,
                                               const flow::Problem& problem, Backend backend);

/// What is noted beside a state.
[[nodiscard]] nlohmann::ordered_json checkpoint_record(const FlowRecord& record);

/// A checkpoint of any flow. Throws DamagedCheckpoint.
[[nodiscard]] FlowSnapshot read_flow_checkpoint(const std::filesystem::path& path);

/// Reads the newest good checkpoint of a flow, see newest_checkpoint() of any solver. A restart
/// that is offered, or for results that were not written, passes over those at which `run` ends:
/// the pressure comes from a step. One that is demanded may be of another case: throws InputError
/// where that has another box.
[[nodiscard]] std::optional<FlowSnapshot> newest_flow_checkpoint(
    const std::filesystem::path& folder, const CheckpointIdentity& identity, Restart restart,
    const FlowCase& flow, const flow::Problem& problem);

/// Whether the run ends at this step and time, or because the flow is steady.
[[nodiscard]] bool is_end_of(const FlowRun& run, const FlowRecord& record);

}  // namespace tobiuo
