// Checkpoints of a flow run: files from which it goes on with the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "app/case/flow/flow_case.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/flow/output/flow_record.hpp"
#include "kernels/precision.hpp"

namespace tobiuo {

/// A checkpoint that was read.
struct FlowSnapshot {
    std::string name;
    FlowRecord record;
    std::vector<std::byte> state;
};

/// What a checkpoint of the flow has in common with every run that goes on from it. A state holds
/// `values` numbers.
[[nodiscard]] CheckpointIdentity flow_identity(const FlowCase& flow,
                                               const std::filesystem::path& case_file,
                                               Backend backend, std::int64_t values);

/// Writes a checkpoint of a flow, see write_checkpoint() of any solver. Throws OutputError.
void write_checkpoint(const std::filesystem::path& folder, const CheckpointIdentity& identity,
                      const FlowRecord& record, std::span<const std::byte> state,
                      std::int64_t keep);

/// Reads the newest checkpoint that is not damaged; those that are get a warning. Throws InputError
/// if there is none, or with what differs if it is of another case, precision, back end or version.
[[nodiscard]] FlowSnapshot newest_flow_checkpoint(const std::filesystem::path& folder,
                                                  const CheckpointIdentity& identity);

}  // namespace tobiuo
