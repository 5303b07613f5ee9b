// SPDX-License-Identifier: BSD-3-Clause
// Checkpoints: files from which a run goes on with the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/atomic_file.hpp"
#include "app/output/staging.hpp"
#include "app/run/case_changes.hpp"
#include "runtime/precision.hpp"

namespace tobiuo {

/// Whether a run goes on from a checkpoint.
enum class Restart {
    no,
    demanded,  ///< it does, or is refused; keys of its case may have changed
    offered    ///< it does if there is a good checkpoint, which must be of exactly its case
};

/// Equal blocks of a state, one after the other. Each has a SHA-256 of its own, so that several
/// processes may write them.
struct StateBlocks {
    std::int64_t count{};
    std::int64_t bytes{};  ///< of each
};

/// What a checkpoint and the run that goes on from it must have in common.
struct CheckpointIdentity {
    std::string_view solver;   ///< the value of `solver` in the case
    std::string_view version;  ///< of what a record of this solver holds
    std::string_view program;  ///< the version of the program
    std::string problem;       ///< the keys of the case that decide on the state, as YAML
    Precision precision{};
    std::optional<Backend> backend;     ///< empty where both back ends give the same bits
    std::vector<StateBlocks> blocks{};  ///< that are the state
    std::string whole_case = {};        ///< see whole_case_of()
    /// Whether a restart that is demanded may go on with another problem, program or back end.
    bool may_differ = false;
};

/// A checkpoint that was found to be good. Its record is what the solver notes beside the state.
struct Checkpoint {
    std::filesystem::path path;
    std::uintmax_t state_at{};  ///< where its state begins
    std::uintmax_t state_bytes{};
    std::string problem = {};              ///< of its case, see CheckpointIdentity
    std::vector<CaseChange> changes = {};  ///< from its case to the one that goes on

    [[nodiscard]] std::string name() const { return path.filename().string(); }
};

/// Reads a part of the state of a checkpoint, from byte `first` on; newest_checkpoint() has compared
/// the SHA-256, which is not done again. Throws InputError if it is no longer there.
void read_state(const Checkpoint& checkpoint, std::uintmax_t first, std::span<std::byte> part);
/// Reads all of it.
[[nodiscard]] std::vector<std::byte> state_of(const Checkpoint& checkpoint);

/// Is thrown with the reason why a checkpoint cannot be used, as a clause.
class DamagedCheckpoint : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Is thrown with the reason why a good checkpoint is of no use to the run, as a clause.
class SpentCheckpoint : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where blocks of a checkpoint that is being written are to go.
struct StatePlace {
    std::filesystem::path temporary;
    std::uintmax_t state_at{};
    std::filesystem::path path;  ///< of the checkpoint
};

/// A checkpoint of `step` that is being written into the folder: its version, the SHA-256 of the next
/// two lines, identity and record as one JSON object, the SHA-256 of all blocks, the state. It is
/// there when finish() has ended. Any process may write the blocks.
class NewCheckpoint {
public:
    /// Makes a file for it. Throws OutputError.
    NewCheckpoint(const std::filesystem::path& folder, const CheckpointIdentity& identity,
                  std::int64_t step, const nlohmann::ordered_json& record);

    [[nodiscard]] StatePlace place() const;
    /// Ends it, when all blocks are written; `digests` are theirs in their order. Then removes all
    /// but the `keep` newest. Throws OutputError.
    void finish(std::string_view digests, std::int64_t keep);

private:
    std::filesystem::path folder_;
    std::string first_line_;
    std::string header_;
    std::size_t digests_bytes_ = 0;
    AtomicFile file_;
};

/// The letters of a SHA-256 in texts.
inline constexpr std::size_t digest_letters = 64;

/// Writes neighbouring blocks of so many bytes each, which begin with byte `first` of the state.
/// Returns the SHA-256 of each, one after the other. Throws OutputError.
[[nodiscard]] std::string write_blocks(const StatePlace& place, std::uintmax_t first,
                                       std::span<const std::byte> blocks, std::int64_t block_bytes);

/// Writes a checkpoint whose state is here; the blocks behind that are those of `more`. Throws
/// OutputError.
void write_checkpoint(const std::filesystem::path& folder, const CheckpointIdentity& identity,
                      std::int64_t step, const nlohmann::ordered_json& record,
                      std::span<const std::byte> state, std::span<const std::byte> more,
                      std::int64_t keep);

/// Removes all checkpoints but the `keep` newest. Throws OutputError.
void keep_newest_checkpoints(const std::filesystem::path& folder, std::int64_t keep);

/// Reads a checkpoint of a solver, whatever case it is of. Throws DamagedCheckpoint, also for one of
/// another version, and what `accept` throws.
[[nodiscard]] Checkpoint read_checkpoint(
    const std::filesystem::path& path, std::string_view solver, std::string_view version,
    const std::function<void(const nlohmann::ordered_json& record)>& accept);

/// The newest checkpoint that is not damaged and whose record `accept` takes; those that are
/// get a warning. `accept` may throw DamagedCheckpoint or a nlohmann::json::exception, or
/// SpentCheckpoint to have the one before. Throws InputError with what differs if it is of another
/// case, precision, back end or version. Where there is none a restart that is demanded throws
/// InputError, and one that is offered warns of it and returns nothing; so does one that is
/// demanded where all that there are were passed over as spent. Where the case may differ, the
/// number of values is not compared with that of its state.
[[nodiscard]] std::optional<Checkpoint> newest_checkpoint(
    const std::filesystem::path& folder, const CheckpointIdentity& identity, Restart restart,
    const std::function<void(const nlohmann::ordered_json& record)>& accept);

}  // namespace tobiuo
