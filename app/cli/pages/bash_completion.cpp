// SPDX-License-Identifier: BSD-3-Clause
// The completion of bash: one function, which finds the command and then offers what may follow.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include "app/cli/pages/completion.hpp"

namespace tobiuo::pages {
namespace {

constexpr const char* head =
    R"bash(# Completes command lines of tobiuo in bash; written by `tobiuo completion bash`.

# _tobiuo_offer LIST: the words of a list; after a comma the next of several.
_tobiuo_offer() {
    local before=
    [[ $current != *,* ]] || before=${current%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}

# _tobiuo_names ACTION PATTERN...: the names of files or folders, of files those that match.
_tobiuo_names() {
    local pattern
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(
        compgen -d -- "$current"
        for pattern; do compgen -f -X "!$pattern" -- "$current"; done | sort -u)
}

_tobiuo() {
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
    COMPREPLY=()
    if [[ $current == = ]]; then  # bash makes a word of it
        current=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
)bash";

std::string bash_offer(const Option& option)
{
    switch (option.values) {
        case Values::words:
            return fmt::format("_tobiuo_offer '{}'", fmt::join(option.choices, " "));
        case Values::cases:
            return "_tobiuo_names '*.yaml' '*.yml'";
        case Values::files:
            return "_tobiuo_names '*'";
        case Values::folders:
            return "_tobiuo_names";
        case Values::none:
            return ":";
    }
    return ":";
}

/// The words that lead from a command to the next: " run" or "bench fft".
std::string steps(const Command& program)
{
    std::string text;
    for (const Command* command : all_of(program)) {
        for (const Command& one : command->commands) {
            text += fmt::format("{}'{} {}'", text.empty() ? "" : " | ", command->path, one.name());
        }
    }
    return text;
}

/// A line for each option with a value.
std::string values(const Command& program)
{
    std::string text;
    for (const Command* command : all_of(program)) {
        for (const Option& option : command->options) {
            std::string pattern;
            for (const std::string& name : option.names) {
                pattern +=
                    fmt::format("{}'{} {}'", pattern.empty() ? "" : " | ", command->path, name);
            }
            if (!option.value.empty()) {
                text += fmt::format("        {}) {}; return ;;\n", pattern, bash_offer(option));
            }
        }
    }
    return text;
}

std::string options(const Command& program)
{
    std::string text;
    for (const Command* command : all_of(program)) {
        std::vector<std::string> names;
        for (const Option& option : command->options) {
            names.insert(names.end(), option.names.begin(), option.names.end());
        }
        text += fmt::format("        -*'|{}') _tobiuo_offer '{}' ;;\n", command->path,
                            fmt::join(names, " "));
    }
    return text;
}

std::string arguments(const Command& program)
{
    std::string text;
    for (const Command* command : all_of(program)) {
        std::vector<std::string> names;
        for (const Command& one : command->commands) {
            names.push_back(one.name());
        }
        if (!names.empty()) {
            text += fmt::format("        *'|{}') _tobiuo_offer '{}' ;;\n", command->path,
                                fmt::join(names, " "));
        } else if (!command->arguments.empty()) {
            text += fmt::format("        *'|{}') {} ;;\n", command->path,
                                bash_offer(command->arguments.front()));
        }
    }
    return text;
}

}  // namespace

std::string bash_completion(const Command& program)
{
    return head + fmt::format(
                      "        case \"$command ${{COMP_WORDS[i]}}\" in\n"
                      "            {})\n"
                      "                command=${{command:+$command }}${{COMP_WORDS[i]}} ;;\n"
                      "        esac\n    done\n"
                      "    case \"$command $before\" in\n{}    esac\n"
                      "    case \"$current|$command\" in\n{}{}    esac\n}}\n\n"
                      "complete -F _tobiuo tobiuo\n",
                      steps(program), values(program), options(program), arguments(program));
}

}  // namespace tobiuo::pages
