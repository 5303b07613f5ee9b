// SPDX-License-Identifier: BSD-3-Clause
// The completion of zsh: a function for each command, in the words of _arguments.
#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "app/cli/pages/completion.hpp"

namespace tobiuo::pages {
namespace {

/// The text within single quotes, where brackets and colons have a meaning for _arguments.
std::string zsh_text(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':') {
            result += '\\';
        }
        result += letter == '\'' ? "'\\''" : std::string{letter};
    }
    return result;
}

std::string function_of(const Command& command)
{
    std::string name = command.path.empty() ? "_tobiuo" : "_tobiuo_" + command.path;
    std::ranges::replace(name, ' ', '_');
    return name;
}

std::string zsh_offer(const Option& option)
{
    switch (option.values) {
        case Values::words:
            return fmt::format("({})", fmt::join(option.choices, " "));
        case Values::cases:
            return "_files -g \"*.(yaml|yml)\"";
        case Values::files:
            return "_files";
        case Values::folders:
            return "_files -/";
        case Values::none:
            return " ";
    }
    return " ";
}

std::string specification(const Option& option)
{
    if (option.is_argument) {
        return fmt::format("'{}:{}:{}'", option.may_repeat ? "*" : "", zsh_text(option.value),
                           zsh_offer(option));
    }
    const std::string value =
        option.value.empty() ? "" : ":" + zsh_text(option.value) + ":" + zsh_offer(option);
    const std::string text = fmt::format("[{}]{}", zsh_text(option.help), value);
    const std::string repeats = option.may_repeat ? "*" : "";
    std::string lines;
    for (const std::string& name : option.names) {
        lines +=
            fmt::format("{}'{}{}{}'", lines.empty() ? "" : " \\\n        ", repeats, name, text);
    }
    return lines;
}

/// A line for each option and argument, each with the end of the line before.
std::string specifications(const Command& command)
{
    std::string text;
    for (const auto* list : {&command.options, &command.arguments}) {
        for (const Option& option : *list) {
            text += " \\\n        " + specification(option);
        }
    }
    return text;
}

std::string group_text(const Command& command)
{
    std::string offers;
    std::string cases;
    for (const Command& one : command.commands) {
        offers += fmt::format("        '{}:{}'\n", one.name(), zsh_text(one.summary));
        cases += fmt::format("            {}) {} ;;\n", one.name(), function_of(one));
    }
    return fmt::format(
        "    local -a commands\n    commands=(\n{}    )\n"
        "    local state line curcontext=$curcontext\n"
        "    _arguments -C '1:command:->command' '*::argument:->argument'{}\n"
        "    case $state in\n"
        "        command) _describe command commands ;;\n"
        "        argument) case $words[1] in\n{}        esac ;;\n    esac\n",
        offers, specifications(command), cases);
}

}  // namespace

std::string zsh_completion(const Command& program)
{
    std::string text =
        "#compdef tobiuo\n"
        "# Completes command lines of tobiuo in zsh; written by `tobiuo completion zsh`.\n";
    for (const Command* command : all_of(program)) {
        text += fmt::format("\n{}() {{\n{}}}\n", function_of(*command),
                            command->commands.empty()
                                ? "    _arguments -S" + specifications(*command) + "\n"
                                : group_text(*command));
    }
    return text + "\n_tobiuo \"$@\"\n";
}

}  // namespace tobiuo::pages
