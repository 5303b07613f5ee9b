// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/checkpoint_file.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/errors.hpp"
#include "app/input/input_json.hpp"
#include "app/json_text.hpp"
#include "app/output/atomic_file.hpp"
#include "app/wording.hpp"
#include "runtime/device/digest.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

std::string_view text_of(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()),
            bytes.size()};  // NOLINT(*-reinterpret-cast)
}

/// The first words of a file, before the version of what follows.
std::string kind_of(std::string_view solver)
{
    return fmt::format("tobiuo-{}-checkpoint-", solver);
}

Json json_of(const CheckpointIdentity& identity)
{
    Json json{{"program", identity.program},
              {"problem", identity.problem},
              {"precision", word_of(identity.precision)}};
    if (identity.backend) {
        json["backend"] = word_of(*identity.backend);
    }
    Json blocks = Json::array();
    for (const StateBlocks& one : identity.blocks) {
        blocks.push_back({one.count, one.bytes});
    }
    json["blocks"] = std::move(blocks);
    json["case"] = identity.whole_case;
    return json;
}

/// The limits of the lines of a checkpoint. A header holds the histories of the run, which may be
/// long: one of himeno has up to 16,777,216 rows.
constexpr std::size_t longest_first_line = 100;
constexpr std::size_t longest_header = std::size_t{1} << 30U;
constexpr tuning::JsonBounds header_bounds{
    .depth = 8, .values = std::size_t{1} << 26U, .entries = 1000};

/// The line that begins at `at`, without its end, behind which `at` is then. Throws
/// DamagedCheckpoint if the line has more than `longest` bytes, or a byte that no line has: a sparse
/// file has gigabytes of zeros where a line should end.
std::string line_of(const InputFile& file, std::uintmax_t& at, std::size_t longest,
                    const char* damage)
{
    constexpr std::size_t block = std::size_t{1} << 16U;
    std::string line;
    for (std::size_t had = 0; had <= longest; had = line.size()) {
        line.resize(had + block);
        line.resize(had + file.read(std::span{line}.subspan(had), at + had));
        const auto end =
            std::find_if(line.begin() + static_cast<std::ptrdiff_t>(had), line.end(),
                         [](char letter) { return static_cast<unsigned char>(letter) < ' '; });
        if (end != line.end() && *end == '\n') {
            line.erase(end, line.end());
            at += line.size() + 1;
            if (line.size() <= longest) {
                return line;
            }
            break;
        }
        if (end != line.end() || line.size() == had) {
            break;
        }
    }
    throw DamagedCheckpoint{damage};
}

/// What a file says of itself before its state, which is not read yet; of another version only that.
struct CheckpointHead {
    std::string version;
    std::string sum;      ///< of the next two lines
    std::string header;   ///< the line of JSON
    std::string digests;  ///< of the blocks
    Json json;
    std::uintmax_t state_at{};
    std::uintmax_t state_bytes{};  ///< what is left of the file
};

/// A state has few kinds of blocks, and no more and no longer ones than these.
constexpr std::size_t most_kinds = 16;
constexpr std::int64_t most_blocks = 1 << 24;
constexpr std::int64_t most_block_bytes = std::int64_t{1} << 35;

/// The blocks of a header, none of which has more bytes than anything has.
std::vector<StateBlocks> blocks_of(const Json& json)
{
    std::vector<StateBlocks> blocks;
    for (const Json& one : json.at("blocks")) {
        blocks.push_back({.count = one.at(0), .bytes = one.at(1)});
        const auto [count, bytes] = blocks.back();
        if (blocks.size() > most_kinds || count < 0 || count > most_blocks || bytes < 1 ||
            bytes > most_block_bytes) {
            throw DamagedCheckpoint{"it has blocks that none has"};
        }
    }
    return blocks;
}

std::uintmax_t bytes_of(std::span<const StateBlocks> blocks)
{
    std::uintmax_t bytes = 0;
    for (const auto& [count, each] : blocks) {
        bytes += static_cast<std::uintmax_t>(count) * static_cast<std::uintmax_t>(each);
    }
    return bytes;
}

CheckpointHead read_head(const InputFile& file, std::string_view solver, std::string_view version)
{
    CheckpointHead head;
    const std::string first =
        line_of(file, head.state_at, longest_first_line, "it has not the first lines of one");
    const std::string kind = kind_of(solver);
    if (!first.starts_with(kind)) {
        throw DamagedCheckpoint{"it has not the first line of one"};
    }
    head.version = first.substr(kind.size());
    if (head.version != version) {
        return head;  // what follows is of a kind of its own
    }
    head.sum =
        line_of(file, head.state_at, longest_first_line, "it has not the first lines of one");
    head.header = line_of(file, head.state_at, longest_header, "it ends in its header");
    head.digests = line_of(file, head.state_at, longest_header, "it ends before its state");
    head.json = input_json(head.header, header_bounds);
    if (!head.json.is_object()) {
        throw DamagedCheckpoint{"it has no header"};
    }
    head.state_bytes = file.bytes() - std::min(file.bytes(), head.state_at);
    return head;
}

/// The SHA-256 of some bytes of a file.
std::string digest_of(const InputFile& file, std::uintmax_t first, std::uintmax_t bytes)
{
    constexpr std::uintmax_t most = std::uintmax_t{1} << 20U;
    device::Sha256 sum;
    std::string piece;
    for (std::uintmax_t done = 0; done < bytes; done += piece.size()) {
        piece.resize(static_cast<std::size_t>(std::min(most, bytes - done)));
        if (file.read(piece, first + done) < piece.size()) {
            throw DamagedCheckpoint{"it became shorter while it was read"};
        }
        sum.update(piece);
    }
    return sum.finish();
}

/// Throws DamagedCheckpoint unless the head and all blocks are those that were written.
void check_content(const InputFile& file, const CheckpointHead& head)
{
    if (device::sha256(head.header + "\n" + head.digests + "\n") != head.sum) {
        throw DamagedCheckpoint{"its SHA-256 is not that of its content"};
    }
    const std::vector<StateBlocks> blocks = blocks_of(head.json);
    if (head.state_bytes != bytes_of(blocks)) {
        throw DamagedCheckpoint{"it has not as many values as it says"};
    }
    std::string_view digests = head.digests;
    std::uintmax_t at = head.state_at;
    for (const auto& [count, bytes] : blocks) {
        for (std::int64_t n = 0; n < count; ++n) {
            if (!digests.starts_with(digest_of(file, at, static_cast<std::uintmax_t>(bytes)))) {
                throw DamagedCheckpoint{"the SHA-256 of a block is not that of its content"};
            }
            digests.remove_prefix(digest_letters);
            at += static_cast<std::uintmax_t>(bytes);
        }
    }
    if (!digests.empty()) {
        throw DamagedCheckpoint{"it has more SHA-256 than blocks"};
    }
}

/// `line` from the key on whose value differs at the character `first`, for long lines are cut where
/// they are shown.
std::string from_key_at(const std::string& line, std::size_t first)
{
    constexpr std::size_t most_shown = 40;   // in quotes
    constexpr std::size_t most_before = 24;  // so that the value that differs has room there
    if (line.size() <= most_shown) {
        return line;
    }
    const std::size_t colon = line.rfind(": ", first);
    std::size_t start = colon == std::string::npos ? 0 : line.find_last_of(" {[", colon) + 1;
    if (first - start > most_before) {
        start = line.find_first_of(" ,", first - most_before) + 1;
    }
    return start == 0 || start > first ? line : "..." + line.substr(start);
}

/// Two lines, each from the key on whose value differs.
std::pair<std::string, std::string> where_they_differ(const std::string& one,
                                                      const std::string& other)
{
    const auto at = std::ranges::mismatch(one, other);
    const auto first = static_cast<std::size_t>(at.in1 - one.begin());
    return {from_key_at(one, first), from_key_at(other, first)};
}

/// The first line in which the keys of two cases differ, with its section if it is in one.
std::string difference_of(const std::string& here, const std::string& there)
{
    std::istringstream ours{here};
    std::istringstream theirs{there};
    std::string section;
    std::string one;
    std::string other;
    const auto trimmed = [](const std::string& line) {
        const std::size_t first = line.find_first_not_of(' ');
        return first == std::string::npos ? std::string{"nothing"} : line.substr(first);
    };
    while (true) {
        one.clear();
        other.clear();
        std::getline(ours, one);
        std::getline(theirs, other);
        if (one != other || (!ours && !theirs)) {
            const bool inside = one.starts_with(' ') || other.starts_with(' ');
            const auto [own, its] = where_they_differ(trimmed(one), trimmed(other));
            return fmt::format("{}the case has {}, and the checkpoint {}",
                               inside ? "in " + section + " " : "", in_quotes(own), in_quotes(its));
        }
        if (!one.empty() && one.front() != ' ') {
            section = one.substr(0, one.find(':'));
        }
    }
}

/// What differs between a checkpoint of this version and the run; nothing if it can go on from
/// there.
std::optional<std::string> objection_to(const CheckpointHead& read,
                                        const CheckpointIdentity& identity, Restart restart)
{
    if (restart == Restart::demanded && identity.may_differ) {
        return std::nullopt;
    }
    const Json wanted = json_of(identity);
    for (const char* key : {"program", "precision", "backend"}) {
        if (wanted.contains(key) && read.json.at(key) != wanted.at(key)) {
            return fmt::format("its {} is {}, and that of the run {}", key,
                               std::string{read.json.at(key)}, std::string{wanted.at(key)});
        }
    }
    const std::string problem = read.json.at("problem");
    if (problem != identity.problem) {
        return difference_of(identity.problem, problem);
    }
    if (restart != Restart::offered) {
        return std::nullopt;
    }
    const std::string whole = read.json.at("case");
    return whole == identity.whole_case ? std::nullopt
                                        : std::optional{difference_of(identity.whole_case, whole)};
}

/// How the case of a checkpoint has become that of the run.
std::vector<CaseChange> changes_of(const CheckpointHead& read, const CheckpointIdentity& identity)
{
    std::vector<CaseChange> changes =
        changes_between(read.json.at("case").get<std::string>(), identity.whole_case);
    const Json wanted = json_of(identity);
    for (const char* key : {"program", "backend"}) {
        const bool is_said = std::ranges::find(changes, key, &CaseChange::key) != changes.end();
        if (!is_said && wanted.contains(key) && read.json.at(key) != wanted.at(key)) {
            changes.push_back({.key = key, .before = read.json.at(key), .now = wanted.at(key)});
        }
    }
    return changes;
}

/// Reads one checkpoint. Throws DamagedCheckpoint, or InputError if it is another run's.
Checkpoint checkpoint_of(const std::filesystem::path& path, const CheckpointIdentity& identity,
                         Restart restart, const std::function<void(const Json&)>& accept)
{
    try {
        const InputFile file = InputFile::in(path.parent_path(), path.filename());
        const CheckpointHead read = read_head(file, identity.solver, identity.version);
        const auto refusal = [&](const std::string& objection) -> InputError {
            return {
                {.source = path.string(), .line = 0, .column = 0},
                "the run cannot go on from this checkpoint: " + objection +
                    " (a restart goes on with the same bits): restore the case, or begin anew " +
                    (restart == Restart::offered ? "with --force" : "without --restart")};
        };
        if (read.version != identity.version) {
            throw refusal(
                fmt::format("it is of version {} of such files, and this program reads version {}",
                            read.version, identity.version));
        }
        check_content(file, read);
        if (const auto objection = objection_to(read, identity, restart)) {
            throw refusal(*objection);
        }
        const bool may_differ = restart == Restart::demanded && identity.may_differ;
        if (!may_differ && read.json.at("blocks") != json_of(identity).at("blocks")) {
            throw DamagedCheckpoint{"it has not as many values as the case"};
        }
        accept(read.json);
        return Checkpoint{
            .path = path,
            .state_at = read.state_at,
            .state_bytes = read.state_bytes,
            .problem = read.json.at("problem"),
            .changes = may_differ ? changes_of(read, identity) : std::vector<CaseChange>{}};
    } catch (const Json::exception&) {
        throw DamagedCheckpoint{"its header lacks what a checkpoint has"};
    } catch (const Unreadable& reason) {
        throw DamagedCheckpoint{reason.what()};
    }
}

void remove_file(const std::filesystem::path& path)
{
    std::error_code error;
    std::filesystem::remove(path, error);
    if (error) {
        throw could_not_write(path, error.value());
    }
}

}  // namespace

NewCheckpoint::NewCheckpoint(const std::filesystem::path& folder,
                             const CheckpointIdentity& identity, std::int64_t step,
                             const nlohmann::ordered_json& record)
    : folder_{folder},
      first_line_{kind_of(identity.solver) + std::string{identity.version} + "\n"},
      file_{folder / fmt::format("checkpoint_{:012}.state", step)}
{
    Json all_of_it = json_of(identity);
    all_of_it.update(record);
    header_ = json_text(all_of_it, -1) + "\n";
    for (const StateBlocks& one : identity.blocks) {
        digests_bytes_ += static_cast<std::size_t>(one.count) * digest_letters;
    }
}

StatePlace NewCheckpoint::place() const
{
    return {
        .temporary = file_.temporary(),
        .state_at = first_line_.size() + digest_letters + 1 + header_.size() + digests_bytes_ + 1,
        .path = file_.path()};
}

void NewCheckpoint::finish(std::string_view digests, std::int64_t keep)
{
    if (digests.size() != digests_bytes_) {
        throw std::logic_error{"a checkpoint lacks blocks"};
    }
    const std::string rest = header_ + std::string{digests} + "\n";
    const std::string head = first_line_ + device::sha256(rest) + "\n" + rest;
    sync_staged(folder_);  // the results that it goes on from
    write_at(file_.temporary(), 0, std::as_bytes(std::span{head}), file_.path());
    file_.put_in_place();
    std::int64_t kept = 0;
    for (const std::filesystem::path& one : checkpoints_in(folder_)) {
        // Later ones are of a run that was left: a restart has passed over them.
        if (one.filename() > file_.path().filename() || ++kept > keep) {
            remove_file(one);
        }
    }
}

std::string write_blocks(const StatePlace& place, std::uintmax_t first,
                         std::span<const std::byte> blocks, std::int64_t block_bytes)
{
    write_at(place.temporary, place.state_at + first, blocks, place.path);
    std::string digests;
    for (; !blocks.empty(); blocks = blocks.subspan(static_cast<std::size_t>(block_bytes))) {
        digests += device::sha256(text_of(blocks.first(static_cast<std::size_t>(block_bytes))));
    }
    return digests;
}

void write_checkpoint(const std::filesystem::path& folder, const CheckpointIdentity& identity,
                      std::int64_t step, const nlohmann::ordered_json& record,
                      std::span<const std::byte> state, std::span<const std::byte> more,
                      std::int64_t keep)
{
    NewCheckpoint checkpoint{folder, identity, step, record};
    const StatePlace place = checkpoint.place();
    std::string digests;
    std::uintmax_t first = 0;
    for (const StateBlocks& one : identity.blocks) {
        const std::size_t bytes = bytes_of(std::span{&one, 1});
        const auto blocks = first < state.size() ? state.subspan(first, bytes)
                                                 : more.subspan(first - state.size(), bytes);
        digests += write_blocks(place, first, blocks, one.bytes);
        first += blocks.size();
    }
    checkpoint.finish(digests, keep);
}

void read_state(const Checkpoint& checkpoint, std::uintmax_t first, std::span<std::byte> part)
{
    const auto refuse = [&](const char* reason) -> InputError {
        return {{.source = checkpoint.path.string(), .line = 0, .column = 0},
                std::string{"the checkpoint cannot be read any more ("} + reason +
                    "): type the command again, which takes the newest that is good"};
    };
    try {
        const InputFile file =
            InputFile::in(checkpoint.path.parent_path(), checkpoint.path.filename());
        const std::span<char> letters{
            reinterpret_cast<char*>(part.data()),  // NOLINT(*-reinterpret-cast)
            part.size()};
        if (file.read(letters, checkpoint.state_at + first) < letters.size()) {
            throw refuse("it became shorter");
        }
    } catch (const Unreadable& reason) {
        throw refuse(reason.what());
    }
}

std::vector<std::byte> state_of(const Checkpoint& checkpoint)
{
    std::vector<std::byte> state(checkpoint.state_bytes);
    read_state(checkpoint, 0, state);
    return state;
}

void keep_newest_checkpoints(const std::filesystem::path& folder, std::int64_t keep)
{
    std::int64_t kept = 0;
    for (const std::filesystem::path& one : checkpoints_in(folder)) {
        if (++kept > keep) {
            remove_file(one);
        }
    }
}

Checkpoint read_checkpoint(const std::filesystem::path& path, std::string_view solver,
                           std::string_view version,
                           const std::function<void(const nlohmann::ordered_json&)>& accept)
{
    try {
        const InputFile file = InputFile::named(path);
        const CheckpointHead read = read_head(file, solver, version);
        if (read.version != version) {
            throw DamagedCheckpoint{
                fmt::format("it is of version {} of such files, and this program reads version {}",
                            read.version, version)};
        }
        check_content(file, read);
        accept(read.json);
        return Checkpoint{.path = path,
                          .state_at = read.state_at,
                          .state_bytes = read.state_bytes,
                          .problem = read.json.at("problem")};
    } catch (const Json::exception&) {
        throw DamagedCheckpoint{"its header lacks what a checkpoint has"};
    } catch (const Unreadable& reason) {
        throw DamagedCheckpoint{reason.what()};
    }
}

std::optional<Checkpoint> newest_checkpoint(
    const std::filesystem::path& folder, const CheckpointIdentity& identity, Restart restart,
    const std::function<void(const nlohmann::ordered_json&)>& accept)
{
    bool is_spent = false;
    for (const std::filesystem::path& path : checkpoints_in(folder)) {
        try {
            return checkpoint_of(path, identity, restart, accept);
        } catch (const DamagedCheckpoint& damage) {
            spdlog::warn("the checkpoint '{}' is damaged ({}): passing over it", path.string(),
                         damage.what());
        } catch (const SpentCheckpoint& spent) {
            spdlog::info("the checkpoint '{}' is passed over ({})", path.string(), spent.what());
            is_spent = true;
        }
    }
    if (restart == Restart::offered || is_spent) {
        spdlog::warn("there is no good checkpoint in '{}': beginning anew", folder.string());
        return std::nullopt;
    }
    throw InputError{{.source = folder.string(), .line = 0, .column = 0},
                     "there is no checkpoint to go on from (a run writes them where its case has "
                     "the key checkpoint): run it without --restart"};
}

}  // namespace tobiuo
