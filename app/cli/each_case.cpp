// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/each_case.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/cli/guarded.hpp"
#include "app/printable.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

using CaseOrStudy = std::variant<Case, Study>;

std::filesystem::path results_of(const CaseOrStudy& read)
{
    const auto* study = std::get_if<Study>(&read);
    const auto* one = std::get_if<Case>(&read);
    const auto folder = study != nullptr ? study->folder() : one->output.directory / one->name;
    return std::filesystem::absolute(folder).lexically_normal();
}

/// The files whose folders of results are taken.
using TakenFolders = std::map<std::filesystem::path, std::filesystem::path>;

/// Takes the folder of results of `file`. Throws InputError if an earlier file has it.
void take_folder(const std::filesystem::path& file, const CaseOrStudy& read, TakenFolders& taken)
{
    const std::filesystem::path folder = results_of(read);
    const auto [other, is_free] = taken.emplace(folder, file);
    if (!is_free) {
        throw InputError{
            {.source = std::visit([](const auto& one) { return one.file.string(); }, read),
             .line = 0,
             .column = 0},
            "has the folder of results of " + in_quotes(other->second.string()) + " (both write " +
                folder.string() + "): give one of them another name or output.directory"};
    }
}

/// Reads a case, the same one on all ranks, or a study on one.
CaseOrStudy read_together(const std::filesystem::path& file, const CaseOptions& options,
                          const World& world)
{
    std::optional<CaseOrStudy> read;
    world.together([&] {
        if (file == "-" && !world.is_alone()) {
            throw InputError{{.source = "<stdin>", .line = 0, .column = 0},
                             "only one rank has the standard input: give all ranks a file"};
        }
        read = read_case_or_study(file, options);
        if (const auto* study = std::get_if<Study>(&*read); study != nullptr && !world.is_alone()) {
            throw InputError{study->at,
                             "study: a study runs on one rank (its members are cases of their "
                             "own): start it without mpirun and --gpus, or run the "
                             "case.resolved.yaml of each member on the ranks"};
        }
    });
    if (const auto* one = std::get_if<Case>(&*read)) {
        world.together([&] { world.require_same("case", resolved_yaml(*one)); });
    }
    return std::move(*read);
}

ExitCode act_on(const CaseOrStudy& read, const CaseActions& actions)
{
    const auto* study = std::get_if<Study>(&read);
    return study != nullptr ? actions.on_study(*study) : actions.on_case(std::get<Case>(read));
}

std::vector<Part> read_all(const std::vector<std::filesystem::path>& files,
                           const CaseOptions& options, bool writes, const World& world,
                           const CaseActions& actions)
{
    std::vector<Part> parts;
    TakenFolders taken;
    for (const std::filesystem::path& file : files) {
        Part part{.name = file.string()};
        const ExitCode code = guarded([&] {
            if (file == "-" && std::ranges::find(parts, "-", &Part::name) != parts.end()) {
                throw InputError{{.source = "<stdin>", .line = 0, .column = 0},
                                 "is named twice (it can be read once): name it once"};
            }
            CaseOrStudy read = read_together(file, options, world);
            if (writes) {
                take_folder(file, read, taken);
            }
            part.act = [read = std::move(read), &actions] { return act_on(read, actions); };
            return ExitCode::done;
        });
        if (code != ExitCode::done) {
            part.code = code;
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

}  // namespace

ExitCode for_each_case(const std::vector<std::filesystem::path>& files, const CaseOptions& options,
                       bool writes, const World& world, const CaseActions& actions)
{
    if (files.size() == 1) {
        return act_on(read_together(files.front(), options, world), actions);
    }
    std::vector<Part> parts = read_all(files, options, writes, world, actions);
    const ExitCode first = run_in_turn(parts, world);
    print(outcomes_text("cases", parts));
    return first;
}

}  // namespace tobiuo
