// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/pages/described.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "app/start/kinds.hpp"

namespace tobiuo::pages {
namespace {

/// The words of a type such as "TEXT:{keep,measure,none}"; of KIND those that are listed first.
std::vector<std::string> choices_of(const std::string& type)
{
    std::vector<std::string> choices;
    if (type == "KIND") {
        for (const start::EmbeddedCase& embedded : start::embedded_cases()) {
            if (start::is_made_for_it(embedded)) {
                choices.emplace_back(start::kind_of(embedded));
            }
        }
    }
    const std::size_t begin = type.find('{');
    const std::size_t end = type.find('}');
    if (begin != std::string::npos && end != std::string::npos && begin < end) {
        choices = CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
    }
    return choices;
}

std::vector<std::string> names_of(const CLI::Option& option)
{
    if (option.get_positional()) {
        return {option.get_name(true)};
    }
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) {
        names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        names.push_back("--" + name);
    }
    return names;
}

Values values_of(const Option& option)
{
    const auto is_called = [&](std::string_view name) {
        return std::ranges::find(option.names, name) != option.names.end();
    };
    if (!option.choices.empty()) {
        return Values::words;
    }
    if (is_called("CASE") || is_called("--case")) {
        return Values::cases;
    }
    if (option.value == "FILE" || (option.is_argument && option.value == "DIR")) {
        return Values::files;  // `tobiuo report` takes folders and files
    }
    return option.value == "DIR" ? Values::folders : Values::none;
}

Option described(const CLI::Option& option)
{
    const std::string type = option.get_type_name();
    Option result{
        .names = names_of(option),
        .value = option.get_items_expected_max() == 0 ? "" : type.substr(0, type.find(':')),
        .choices = choices_of(type),
        .help = option.get_description(),
        .fallback = option.get_default_str(),
        .is_argument = option.get_positional(),
        .is_required = option.get_required(),
        .may_repeat = option.get_items_expected_max() > 1};
    result.values = values_of(result);
    return result;
}

Command described(const CLI::App& app, const std::string& path)
{
    Command command{.path = path, .summary = app.get_description(), .footer = app.get_footer()};
    for (const CLI::Option* option : app.get_options()) {
        auto& list = option->get_positional() ? command.arguments : command.options;
        list.push_back(described(*option));
    }
    for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) {
        command.commands.push_back(
            described(*one, path.empty() ? one->get_name() : path + " " + one->get_name()));
    }
    return command;
}

}  // namespace

Command described(const CLI::App& app)
{
    return described(app, "");
}

std::vector<const Command*> all_of(const Command& command)
{
    std::vector<const Command*> all{&command};
    for (const Command& one : command.commands) {
        std::ranges::copy(all_of(one), std::back_inserter(all));
    }
    return all;
}

}  // namespace tobiuo::pages
