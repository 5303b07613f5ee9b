// SPDX-License-Identifier: BSD-3-Clause
// The completion of fish: a line for each word that may follow, with the command before it.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <string_view>

#include "app/cli/pages/completion.hpp"

namespace tobiuo::pages {
namespace {

std::string in_fish_quotes(std::string_view text)
{
    std::string result = "'";
    for (const char letter : text) {
        result += letter == '\'' || letter == '\\' ? "\\" : "";
        result += letter;
    }
    return result + "'";
}

/// The beginning of a line, which holds after `command` only.
std::string line_after(const Command& command)
{
    return "complete -c tobiuo -n " + in_fish_quotes("__tobiuo_is " + in_fish_quotes(command.path));
}

std::string fish_offer(const Option& option)
{
    switch (option.values) {
        case Values::words:
            return fmt::format(" -f -a '{}'", fmt::join(option.choices, " "));
        case Values::cases:
            return " -f -a '(__fish_complete_suffix .yaml)'";
        case Values::files:
            return " -F";
        case Values::folders:
            return " -f -a '(__fish_complete_directories)'";
        case Values::none:
            return " -f";
    }
    return " -f";
}

std::string line_of(const Command& command, const Option& option)
{
    std::string line = line_after(command);
    if (option.is_argument) {
        return line + fish_offer(option) + "\n";
    }
    for (const std::string& name : option.names) {
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    line += option.value.empty() ? "" : " -r" + fish_offer(option);
    return line + " -d " + in_fish_quotes(option.help) + "\n";
}

std::string lines_of(const Command& command)
{
    std::string lines;
    for (const Command& one : command.commands) {
        lines += fmt::format("{} -a {} -d {}\n", line_after(command), one.name(),
                             in_fish_quotes(one.summary));
    }
    for (const auto* list : {&command.options, &command.arguments}) {
        for (const Option& option : *list) {
            lines += line_of(command, option);
        }
    }
    return lines;
}

}  // namespace

std::string fish_completion(const Command& program)
{
    std::string steps;
    std::string lines;
    for (const Command* command : all_of(program)) {
        for (const Command& one : command->commands) {
            steps += fmt::format(" '{} {}'", command->path, one.name());
        }
        lines += lines_of(*command);
    }
    return fmt::format(
        "# Completes command lines of tobiuo in fish; written by `tobiuo completion fish`.\n\n"
        "# Whether the words before the cursor name this command.\n"
        "function __tobiuo_is\n"
        "    set -l command ''\n"
        "    for word in (commandline -opc)\n"
        "        switch \"$command $word\"\n"
        "            case{}\n"
        "                set command (string trim \"$command $word\")\n"
        "        end\n"
        "    end\n"
        "    test \"$command\" = \"$argv[1]\"\n"
        "end\n\n"
        "complete -c tobiuo -f\n{}",
        steps, lines);
}

}  // namespace tobiuo::pages
