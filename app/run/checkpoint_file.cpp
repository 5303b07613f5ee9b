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

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/wording.hpp"
#include "kernels/device/digest.hpp"

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

std::string line_of(std::istream& file)
{
    constexpr std::size_t longest = 100;  // of the lines before the header
    std::string line;
    std::getline(file, line);
    if (!file || line.size() > longest) {
        throw DamagedCheckpoint{"it has not the first lines of one"};
    }
    return line;
}

/// What a file holds, its checksum found to be right.
struct ReadCheckpoint {
    std::string version;
    Json header;
    std::vector<std::byte> state;
};

ReadCheckpoint read_checkpoint(const std::filesystem::path& path,
                               const CheckpointIdentity& identity)
{
    std::ifstream file{path, std::ios::binary};
    if (!file) {
        throw DamagedCheckpoint{"it cannot be opened"};
    }
    const std::string first = line_of(file);
    const std::string kind = kind_of(identity);
    if (!first.starts_with(kind)) {
        throw DamagedCheckpoint{"it has not the first line of one"};
    }
    ReadCheckpoint read{.version = first.substr(kind.size()), .header = {}, .state = {}};
    const std::string sum = line_of(file);
    std::string header;
    std::getline(file, header);
    const auto begin = file.tellg();
    file.seekg(0, std::ios::end);
    const auto end = file.tellg();
    if (!file) {
        throw DamagedCheckpoint{"it ends in its header"};
    }
    read.state.resize(static_cast<std::size_t>(end - begin));
    file.seekg(begin);
    // NOLINTNEXTLINE(*-reinterpret-cast): bytes are what a stream reads
    file.read(reinterpret_cast<char*>(read.state.data()), end - begin);
    device::Sha256 found;
    found.update(header + "\n");
    found.update(text_of(read.state));
    if (!file || found.finish() != sum) {
        throw DamagedCheckpoint{"its SHA-256 is not that of its content"};
    }
    read.header = Json::parse(header, nullptr, false);
    if (!read.header.is_object()) {
        throw DamagedCheckpoint{"it has no header"};
    }
    return read;
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
            return fmt::format("{}the case has {}, and the checkpoint {}",
                               inside ? "in " + section + " " : "", in_quotes(trimmed(one)),
                               in_quotes(trimmed(other)));
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
std::optional<std::string> objection_to(const ReadCheckpoint& read,
                                        const CheckpointIdentity& identity, Restart restart)
{
    if (read.version != identity.version) {
        return fmt::format("it is of version {} of such files, and this program reads version {}",
                           read.version, identity.version);
    }
    const Json wanted = json_of(identity);
    for (const char* key : {"program", "precision", "backend"}) {
        if (wanted.contains(key) && read.header.at(key) != wanted.at(key)) {
            return fmt::format("its {} is {}, and that of the run {}", key,
                               std::string{read.header.at(key)}, std::string{wanted.at(key)});
        }
    }
    const std::string problem = with_added_lines(read.header.at("problem"), identity);
    if (problem != identity.problem) {
        return difference_of(identity.problem, problem);
    }
    if (restart != Restart::offered) {
        return std::nullopt;
    }
    const std::string whole = read.header.at("case");
    return whole == identity.whole_case ? std::nullopt
                                        : std::optional{difference_of(identity.whole_case, whole)};
}

/// Reads one checkpoint. Throws DamagedCheckpoint, or InputError if it is another run's.
Checkpoint checkpoint_of(const std::filesystem::path& path, const CheckpointIdentity& identity,
                         Restart restart, const std::function<void(const Json&)>& accept)
{
    try {
        ReadCheckpoint read = read_checkpoint(path, identity);
        if (const auto objection = objection_to(read, identity, restart)) {
            throw InputError{
                {.source = path.string(), .line = 0, .column = 0},
                "the run cannot go on from this checkpoint: " + *objection +
                    " (a restart goes on with the same bits): restore the case, or begin anew " +
                    (restart == Restart::offered ? "with --force" : "without --restart")};
        }
        const auto bytes =
            static_cast<std::size_t>(identity.values * bytes_per_value(identity.precision));
        if (read.state.size() != bytes) {
            throw DamagedCheckpoint{"it has not as many values as the case"};
        }
        accept(read.header);
        return Checkpoint{.name = path.filename().string(), .state = std::move(read.state)};
    } catch (const Json::exception&) {
        throw DamagedCheckpoint{"its header lacks what a checkpoint has"};
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
    const std::string header = all_of_it.dump() + "\n";
    device::Sha256 sum;
    sum.update(header);
    sum.update(text_of(state));
    const std::string digest = sum.finish();
    const std::filesystem::path path = folder / fmt::format("checkpoint_{:012}.state", step);
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
