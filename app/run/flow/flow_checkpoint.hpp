// Checkpoints of a flow run: files from which it goes on with the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/run/flow/flow_record.hpp"
#include "kernels/precision.hpp"

namespace tobiuo {

/// What a checkpoint and the run that goes on from it must have in common.
struct FlowIdentity {
    std::string problem;  ///< the keys of the case that decide on the velocity, as YAML
    Precision precision{};
    Backend backend{};
    std::int64_t values{};  ///< of a state
};

/// A checkpoint that was read.
struct FlowSnapshot {
    std::string name;
    FlowRecord record;
    std::vector<std::byte> state;
};

/// The checkpoints in the folder of a run, the newest first.
[[nodiscard]] std::vector<std::filesystem::path> checkpoints_in(
    const std::filesystem::path& folder);

/// Writes a checkpoint into the folder: its version, the SHA-256 of the rest, the identity and the
/// record as JSON, the state. Then removes all but the `keep` newest. Throws OutputError.
void write_checkpoint(const std::filesystem::path& folder, const FlowIdentity& identity,
                      const FlowRecord& record, std::span<const std::byte> state,
                      std::int64_t keep);

/// Removes all checkpoints of the folder. Throws OutputError.
void remove_checkpoints(const std::filesystem::path& folder);

/// Reads the newest checkpoint that is not damaged; those that are get a warning. Throws InputError
/// if there is none, or with what differs if it is of another case, precision, back end or version.
[[nodiscard]] FlowSnapshot newest_checkpoint(const std::filesystem::path& folder,
                                             const FlowIdentity& identity);

}  // namespace tobiuo
