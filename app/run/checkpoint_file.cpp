#include "app/run/checkpoint_file.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <ios>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
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
std::string kind_of(const CheckpointIdentity& identity)
{
    return fmt::format("tobiuo-{}-checkpoint-", identity.solver);
}

Json json_of(const CheckpointIdentity& identity)
{
    Json json{{"program", identity.program},
              {"problem", identity.problem},
              {"precision", word_of(identity.precision)}};
    if (identity.backend) {
        json["backend"] = word_of(*identity.backend);
    }
    json["values"] = identity.values;
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

/// What a file says of itself before its state, which is not read yet.
struct CheckpointHead {
    std::string version;
    std::string sum;     ///< of the header and the state
    std::string header;  ///< the line of JSON
    Json json;
    std::uintmax_t state_at{};
    std::uintmax_t state_bytes{};  ///< what is left of the file
};

CheckpointHead read_head(const InputFile& file, const CheckpointIdentity& identity)
{
    CheckpointHead head;
    const std::string first =
        line_of(file, head.state_at, longest_first_line, "it has not the first lines of one");
    const std::string kind = kind_of(identity);
    if (!first.starts_with(kind)) {
        throw DamagedCheckpoint{"it has not the first line of one"};
    }
    head.version = first.substr(kind.size());
    head.sum =
        line_of(file, head.state_at, longest_first_line, "it has not the first lines of one");
    head.header = line_of(file, head.state_at, longest_header, "it ends in its header");
    head.json = input_json(head.header, header_bounds);
    if (!head.json.is_object()) {
        throw DamagedCheckpoint{"it has no header"};
    }
    head.state_bytes = file.bytes() - std::min(file.bytes(), head.state_at);
    return head;
}

std::uintmax_t state_bytes_of(const CheckpointIdentity& identity)
{
    return static_cast<std::uintmax_t>(identity.values) *
           static_cast<std::uintmax_t>(bytes_per_value(identity.precision));
}

/// Calls `take` with all of the state, block by block.
void for_each_block(const InputFile& file, const CheckpointHead& head,
                    const std::function<void(std::string_view block)>& take)
{
    constexpr std::uintmax_t most = std::uintmax_t{1} << 20U;
    std::string block;
    for (std::uintmax_t done = 0; done < head.state_bytes; done += block.size()) {
        block.resize(static_cast<std::size_t>(std::min(most, head.state_bytes - done)));
        if (file.read(block, head.state_at + done) < block.size()) {
            throw DamagedCheckpoint{"it became shorter while it was read"};
        }
        take(block);
    }
}

/// Reads the state if it has the bytes of the case. One of another size is only summed up, so that
/// an undamaged checkpoint of another case can be told from a damaged one; a state of more gigabytes
/// than this is too long to wait for.
std::vector<std::byte> read_state(const InputFile& file, const CheckpointHead& head,
                                  const CheckpointIdentity& identity)
{
    constexpr std::uintmax_t most_of_others = std::uintmax_t{1} << 30U;
    const bool own = head.state_bytes == state_bytes_of(identity);
    if (!own && head.state_bytes > most_of_others) {
        throw DamagedCheckpoint{"it has not as many values as the case"};
    }
    std::vector<std::byte> state;
    state.reserve(own ? static_cast<std::size_t>(head.state_bytes) : 0);
    device::Sha256 found;
    found.update(head.header + "\n");
    for_each_block(file, head, [&](std::string_view block) {
        found.update(block);
        if (own) {
            const auto bytes = std::as_bytes(std::span{block});
            state.insert(state.end(), bytes.begin(), bytes.end());
        }
    });
    if (found.finish() != head.sum) {
        throw DamagedCheckpoint{"its SHA-256 is not that of its content"};
    }
    return state;
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

/// The problem of a checkpoint with what it lacks if it is older than these keys.
std::string with_added_lines(std::string problem, const CheckpointIdentity& identity)
{
    for (const std::string& line : identity.added_lines) {
        const std::string key = line.substr(0, line.find(':') + 1);
        if (problem.find("\n" + key) == std::string::npos) {
            problem += line + "\n";
        }
    }
    return problem;
}

/// What differs between a checkpoint and the run; nothing if it can go on from there.
std::optional<std::string> objection_to(const CheckpointHead& read,
                                        const CheckpointIdentity& identity, Restart restart)
{
    if (read.version != identity.version) {
        return fmt::format("it is of version {} of such files, and this program reads version {}",
                           read.version, identity.version);
    }
    const Json wanted = json_of(identity);
    for (const char* key : {"program", "precision", "backend"}) {
        if (wanted.contains(key) && read.json.at(key) != wanted.at(key)) {
            return fmt::format("its {} is {}, and that of the run {}", key,
                               std::string{read.json.at(key)}, std::string{wanted.at(key)});
        }
    }
    const std::string problem = with_added_lines(read.json.at("problem"), identity);
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

/// Reads one checkpoint. Throws DamagedCheckpoint, or InputError if it is another run's.
Checkpoint checkpoint_of(const std::filesystem::path& path, const CheckpointIdentity& identity,
                         Restart restart, const std::function<void(const Json&)>& accept)
{
    try {
        const InputFile file = InputFile::in(path.parent_path(), path.filename());
        const CheckpointHead read = read_head(file, identity);
        std::vector<std::byte> state = read_state(file, read, identity);
        if (const auto objection = objection_to(read, identity, restart)) {
            throw InputError{
                {.source = path.string(), .line = 0, .column = 0},
                "the run cannot go on from this checkpoint: " + *objection +
                    " (a restart goes on with the same bits): restore the case, or begin anew " +
                    (restart == Restart::offered ? "with --force" : "without --restart")};
        }
        if (read.state_bytes != state_bytes_of(identity)) {
            throw DamagedCheckpoint{"it has not as many values as the case"};
        }
        accept(read.json);
        return Checkpoint{.name = path.filename().string(), .state = std::move(state)};
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

void write_checkpoint(const std::filesystem::path& folder, const CheckpointIdentity& identity,
                      std::int64_t step, const nlohmann::ordered_json& record,
                      std::span<const std::byte> state, std::int64_t keep)
{
    Json all_of_it = json_of(identity);
    all_of_it.update(record);
    const std::string header = json_text(all_of_it, -1) + "\n";
    device::Sha256 sum;
    sum.update(header);
    sum.update(text_of(state));
    const std::string digest = sum.finish();
    const std::filesystem::path path = folder / fmt::format("checkpoint_{:012}.state", step);
    sync_staged(folder);  // the results that it goes on from
    write_atomically(path, [&](const std::filesystem::path& temporary) {
        std::ofstream file{temporary, std::ios::binary};
        file << kind_of(identity) << identity.version << "\n"
             << digest << "\n"
             << header << text_of(state);
        file.close();
        if (!file) {
            throw could_not_write(path, errno != 0 ? errno : EIO);
        }
    });
    std::int64_t kept = 0;
    for (const std::filesystem::path& one : checkpoints_in(folder)) {
        // Later ones are of a run that was left: a restart has passed over them.
        if (one.filename() > path.filename() || ++kept > keep) {
            remove_file(one);
        }
    }
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
