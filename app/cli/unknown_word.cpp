// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/unknown_word.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "app/case/solvers.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "solvers/nearest_word.hpp"

namespace tobiuo {
namespace {

/// The sentence about a command that does not exist; nothing if the mistake is another one.
std::optional<std::string> unknown_command(const CLI::App& app,
                                           std::span<const char* const> arguments)
{
    const CLI::App* group = &app;
    std::string path;
    for (const std::string argument : arguments) {
        const auto commands = group->get_subcommands([](const CLI::App*) { return true; });
        if (commands.empty()) {
            return std::nullopt;
        }
        if (argument.starts_with('-')) {
            continue;
        }
        const auto found = std::ranges::find(
            commands, argument, [](const CLI::App* command) { return command->get_name(); });
        if (found == commands.end()) {
            std::vector<std::string> known;
            std::ranges::transform(commands, std::back_inserter(known),
                                   [](const CLI::App* command) { return command->get_name(); });
            return "unknown command " + in_quotes(path + argument) + suggestion(argument, known);
        }
        group = *found;
        path += argument + " ";
    }
    return std::nullopt;
}

/// The command that the arguments name: the last of its groups and subcommands.
const CLI::App& command_of(const CLI::App& app, std::span<const char* const> arguments)
{
    const CLI::App* command = &app;
    for (const std::string argument : arguments) {
        const auto commands = command->get_subcommands(
            [&](const CLI::App* one) { return one->get_name() == argument; });
        command = commands.empty() ? command : commands.front();
    }
    return *command;
}

/// The long names of all options of the command, without their dashes.
std::vector<std::string> options_of(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        std::ranges::copy(option->get_lnames(), std::back_inserter(names));
    }
    return names;
}

/// Whether a case of some solver has the key at its top.
bool is_case_key(std::string_view name)
{
    return std::ranges::any_of(casefile::solver_kinds(), [&](const casefile::SolverKind& kind) {
        const casefile::Key* key = casefile::case_table(kind.name).find(name);
        return key != nullptr && key->type != casefile::Type::study;
    });
}

/// What was meant by an option that the command does not have; empty if nothing is near.
std::string option_meant(const std::string& option, const std::vector<std::string>& known)
{
    const std::string near = nearest(option, known);
    if (!near.empty()) {
        return near;
    }
    const auto begins = [&](const std::string& name) { return name.starts_with(option); };
    const auto longer = std::ranges::find_if(known, begins);
    return longer == known.end() ? "" : *longer;
}

/// The sentence about an option that the command does not have, if it is like one, or like a key of
/// a case; nothing if the mistake is another one.
std::optional<std::string> unknown_option(const CLI::App& app,
                                          std::span<const char* const> arguments)
{
    const std::vector<std::string> known = options_of(command_of(app, arguments));
    const auto is_known = [&](const std::string& name) {
        return std::ranges::find(known, name) != known.end();
    };
    for (const std::string argument : arguments) {
        if (argument == "--") {  // what follows are no options
            break;
        }
        if (!argument.starts_with("--")) {
            continue;
        }
        const std::string name = argument.substr(2, argument.find('=') - 2);
        if (name.empty() || is_known(name)) {
            continue;
        }
        const std::string unknown = "unknown option " + in_quotes("--" + name);
        if (is_known("set") && is_case_key(name)) {
            return unknown + " (it is a key of cases): write --set " + name + "=...";
        }
        if (const std::string meant = option_meant(name, known); !meant.empty()) {
            return unknown + " (did you mean '--" + meant + "'?)";
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> unknown_word(const CLI::App& app, std::span<const char* const> arguments)
{
    auto sentence = unknown_command(app, arguments);
    return sentence ? sentence : unknown_option(app, arguments);
}

}  // namespace tobiuo
