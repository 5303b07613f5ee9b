#include "app/cli/each_case.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/cli/guarded.hpp"
#include "app/output/print.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

/// A file, and the outcome of its case.
struct Member {
    std::filesystem::path file;
    std::optional<Case> the_case = {};
    std::optional<ExitCode> code = {};  ///< absent until it was run
};

std::string_view word_of(ExitCode code)
{
    constexpr std::array<std::string_view, 8> words{
        "done",          "internal error", "bad input",   "diverged",
        "output failed", "device failed",  "interrupted", "not converged"};
    return words.at(static_cast<std::size_t>(code));
}

std::filesystem::path results_of(const Case& the_case)
{
    return std::filesystem::absolute(the_case.output.directory / the_case.name).lexically_normal();
}

/// Throws InputError if `the_case` would write to the folder of an earlier case.
void check_folder(const Case& the_case, const std::vector<Member>& before)
{
    for (const Member& other : before) {
        if (other.the_case && results_of(*other.the_case) == results_of(the_case)) {
            throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                             "has the folder of results of " + in_quotes(other.file.string()) +
                                 " (both write " + results_of(the_case).string() +
                                 "): give one of them another name or output.directory"};
        }
    }
}

/// Reads a case, the same one on all ranks.
Case read_together(const std::filesystem::path& file, const CaseOptions& options,
                   const World& world)
{
    std::optional<Case> read;
    world.together([&] {
        if (file == "-" && !world.is_alone()) {
            throw InputError{{.source = "<stdin>", .line = 0, .column = 0},
                             "only one rank has the standard input: give all ranks a file"};
        }
        read = read_case(file, options);
    });
    world.together([&] { world.require_same("case", resolved_yaml(*read)); });
    return std::move(*read);
}

std::vector<Member> read_all(const std::vector<std::filesystem::path>& files,
                             const CaseOptions& options, bool writes, const World& world)
{
    std::vector<Member> members;
    for (const std::filesystem::path& file : files) {
        Member member{.file = file};
        const ExitCode code = guarded([&] {
            const bool again =
                file == "-" && std::ranges::find(members, file, &Member::file) != members.end();
            if (again) {
                throw InputError{{.source = "<stdin>", .line = 0, .column = 0},
                                 "is named twice (it can be read once): name it once"};
            }
            Case read = read_together(file, options, world);
            if (writes) {
                check_folder(read, members);
            }
            member.the_case = std::move(read);
            return ExitCode::done;
        });
        if (code != ExitCode::done) {
            member.code = code;
        }
        members.push_back(std::move(member));
    }
    return members;
}

std::string outcome_text(const Member& member)
{
    return member.code
               ? fmt::format("{} ({})", word_of(*member.code), static_cast<int>(*member.code))
               : "not run";
}

void print_outcomes(const std::vector<Member>& members)
{
    std::size_t longest = 0;
    for (const Member& member : members) {
        longest = std::max(longest, member.file.string().size());
    }
    std::string text = fmt::format("{} cases:\n", members.size());
    for (const Member& member : members) {
        text += fmt::format("  {:<{}}  {}\n", member.file.string(), longest, outcome_text(member));
    }
    print(text);
}

}  // namespace

ExitCode for_each_case(const std::vector<std::filesystem::path>& files, const CaseOptions& options,
                       bool writes, const World& world,
                       const std::function<ExitCode(const Case&)>& act)
{
    if (files.size() == 1) {
        return act(read_together(files.front(), options, world));
    }
    std::vector<Member> members = read_all(files, options, writes, world);
    ExitCode first = ExitCode::done;
    for (Member& member : members) {
        if (member.the_case && !world.any(stop_requested())) {
            member.code = guarded([&] { return act(*member.the_case); });
        }
        if (first == ExitCode::done) {
            first = member.code.value_or(ExitCode::interrupted);
        }
    }
    print_outcomes(members);
    return first;
}

}  // namespace tobiuo
