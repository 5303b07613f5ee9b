// SPDX-License-Identifier: BSD-3-Clause
#include "app/cli/pages/manual.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <sstream>
#include <system_error>

#include "app/machine/version.hpp"
#include "app/output/atomic_file.hpp"
#include "app/wording.hpp"

namespace tobiuo::pages {
namespace {

/// The text as man(7) prints it: a hyphen that may be copied, and no line that is a request.
std::string roff(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        const bool begins_line = result.empty() || result.back() == '\n';
        if (begins_line && (letter == '.' || letter == '\'')) {
            result += "\\&";
        }
        result += letter == '\\' ? "\\e" : letter == '-' ? "\\-" : std::string{letter};
    }
    return result;
}

std::string bold(std::string_view text)
{
    return "\\fB" + roff(text) + "\\fR";
}

std::string italic(std::string_view text)
{
    return "\\fI" + roff(text) + "\\fR";
}

/// The text, which may be broken into lines after each of the signs.
std::string breakable(const std::string& text, char sign)
{
    std::string result;
    for (const char letter : text) {
        result += letter;
        result += letter == sign ? "\\:" : "";
    }
    return result;
}

std::string value_of(const Option& option)
{
    return option.choices.empty()
               ? italic(option.value)
               : breakable(italic(fmt::format("{}", fmt::join(option.choices, "|"))), '|');
}

std::string entry(const Option& option)
{
    std::string head;
    for (const std::string& name : option.names) {
        head += (head.empty() ? "" : ", ") + (option.is_argument ? italic(name) : bold(name));
    }
    if (!option.value.empty() && !option.is_argument) {
        head += " " + value_of(option);
    }
    std::string text = ".TP\n" + head + "\n" + roff(option.help);
    if (!option.fallback.empty()) {
        text += " (default: " + breakable(roff(option.fallback), ',') + ")";
    }
    return text + "\n";
}

std::string synopsis(const Command& command)
{
    std::string text = bold(command.path.empty() ? "tobiuo" : "tobiuo " + command.path);
    if (!command.commands.empty()) {
        return text + " " + italic("COMMAND") + " ...\n";
    }
    text += " [" + italic("OPTIONS") + "]";
    for (const Option& argument : command.arguments) {
        const std::string word =
            italic(argument.names.front()) + (argument.may_repeat ? " ..." : "");
        text += argument.is_required ? " " + word : " [" + word + "]";
    }
    return text + "\n";
}

/// A section with an entry for each option; empty if there is none.
std::string section(std::string_view title, const std::vector<Option>& options)
{
    std::string text;
    for (const Option& option : options) {
        text += entry(option);
    }
    return text.empty() ? "" : fmt::format(".SH {}\n", title) + text;
}

std::string see_also(const Command& command, const std::vector<const Command*>& all)
{
    std::string text = ".SH SEE ALSO\n";
    std::string_view separator;
    for (const Command* other : all) {
        if (other != &command) {
            text += fmt::format("{}\\fB{}\\fR(1)", separator, roff(page_name_of(*other)));
            separator = ",\n";
        }
    }
    return text + "\n";
}

/// The command that the words name. Throws InputError.
const Command& named(const std::vector<std::string>& words, const Command& program)
{
    const std::string path = fmt::format("{}", fmt::join(words, " "));
    const auto all = all_of(program);
    const auto found = std::ranges::find(all, path, &Command::path);
    if (found == all.end()) {
        std::vector<std::string> known;
        std::ranges::transform(all, std::back_inserter(known),
                               [](const Command* one) { return one->path; });
        throw InputError{{.source = "man", .line = 0, .column = 0},
                         "there is no page of " + in_quotes(path) +
                             suggestion(path, known, "`tobiuo --help` names the commands")};
    }
    return **found;
}

}  // namespace

std::string page_name_of(const Command& command)
{
    std::string name = command.path.empty() ? "tobiuo" : "tobiuo-" + command.path;
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string manual_page(const Command& command, const Command& program)
{
    const std::string name = page_name_of(command);
    std::string title = name;
    std::ranges::transform(title, title.begin(),
                           [](unsigned char letter) { return std::toupper(letter); });
    const bool is_program = command.path.empty();
    const std::string summary =
        is_program ? command.summary.substr(command.summary.find(": ") + 2) : command.summary;
    std::string text = fmt::format(
        ".\\\" Written by `tobiuo man` from the definition of the command line.\n"
        ".TH {} 1 \"\" \"tobiuo {}\" \"User Commands\"\n.ad l\n.nh\n"
        ".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}.SH DESCRIPTION\n{}.\n",
        roff(title), version().number, roff(name), roff(summary), synopsis(command), roff(summary));
    if (!command.commands.empty()) {
        text += ".SH COMMANDS\n";
        for (const Command& one : command.commands) {
            text += ".TP\n" + bold(one.name()) + "\n" + roff(one.summary) + "\n";
        }
    }
    text += section("ARGUMENTS", command.arguments) + section("OPTIONS", command.options);
    if (!command.footer.empty()) {
        text += ".SH NOTES\n.nf\n" + roff(command.footer) + "\n.fi\n";
    }
    return text + see_also(command, all_of(program));
}

ExitCode manual_command(const ManualOptions& options, const Command& program)
{
    if (options.folder.empty()) {
        std::fputs(manual_page(named(options.words, program), program).c_str(), stdout);
        return ExitCode::done;
    }
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    if (failed) {
        throw could_not_write(options.folder, failed.value());
    }
    for (const Command* command : all_of(program)) {
        write_text(options.folder / (page_name_of(*command) + ".1"),
                   manual_page(*command, program));
    }
    return ExitCode::done;
}

}  // namespace tobiuo::pages
