// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/kernel/user_function.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <stdexcept>

namespace tobiuo::fft {
namespace {

/// The names that the compiler gives in its errors to the places where a user can be wrong; that of
/// the function follows, as in "source at load".
constexpr std::string_view source_mark = "source ";
constexpr std::string_view behind_mark = "behind ";
constexpr std::string_view call_mark = "call ";

/// A #line directive: the lines that follow it are numbered from 1 and belong to `mark`.
std::string begin_of(const std::string& mark)
{
    return "\n#line 1 \"" + mark + "\"\n";
}

std::string begin_of(std::string_view mark, const UserFunction& function)
{
    return begin_of(std::string{mark} + function.place);
}

bool is_name(std::string_view text)
{
    const auto letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
    };
    return !text.empty() && letter(text.front()) && std::ranges::all_of(text, [&](char c) {
        return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
}

/// A line of the compiler, "source at load(3): error: identifier "w" is undefined", in parts.
struct ErrorLine {
    std::string mark;
    std::string number;
    std::string what;
};

ErrorLine parts_of(std::string_view line)
{
    const std::size_t word = line.find("error");
    const std::size_t colon = line.find(": ", word);
    const std::string_view what = colon == std::string_view::npos ? line : line.substr(colon + 2);
    const std::size_t open = line.find('(');
    const std::size_t close = line.find(')', open);
    if (close == std::string_view::npos) {
        return {.mark = {}, .number = {}, .what = std::string{what}};
    }
    return {.mark = std::string{line.substr(0, open)},
            .number = std::string{line.substr(open + 1, close - open - 1)},
            .what = std::string{what}};
}

/// The first line of the log that names an error; empty if there is none.
std::string_view first_error(std::string_view log)
{
    while (!log.empty()) {
        const std::string_view line = log.substr(0, log.find('\n'));
        if (line.find(": error") != std::string_view::npos ||
            line.find(": catastrophic error") != std::string_view::npos) {
            return line;
        }
        log.remove_prefix(std::min(log.size(), line.size() + 1));
    }
    return {};
}

/// A compiler's message in the user's terms.
std::string told(const UserFunction& function, std::string_view line)
{
    const ErrorLine error = parts_of(line);
    return (error.mark == std::string{source_mark} + function.place
                ? "line " + error.number
                : "where it is called with " + function.arguments) +
           ": " + error.what;
}

}  // namespace

void validate(const UserFunction& function)
{
    if (!is_name(function.function)) {
        throw std::invalid_argument{"'" + function.function + "' is no name of a function " +
                                    function.place +
                                    " (it is called by its name in C++): give that of a function "
                                    "of the source"};
    }
    if (function.source.empty()) {
        throw std::invalid_argument{"the function '" + function.function + "' " + function.place +
                                    " has no source (it is compiled when the plan is made): give "
                                    "CUDA C++ that defines it"};
    }
}

std::string in_namespace(std::string_view name, const std::string& names,
                         const UserFunction& function)
{
    // The name behind the source is in the global namespace unless the source lacks a brace.
    const std::string behind = "behind_" + std::string{name};
    return "namespace " + std::string{name} + " {\n" + names + begin_of(source_mark, function) +
           function.source + begin_of(behind_mark, function) + "} namespace " + behind +
           " {} using namespace ::" + behind + ";" + begin_of("program");
}

std::string call_of(std::string_view name, const UserFunction& function, std::string_view arguments)
{
    return begin_of(call_mark, function) + "return " + std::string{name} +
           "::" + function.function + "(" + std::string{arguments} + ");" + begin_of("program");
}

bool is_blamed(const UserFunction& function, const std::string& log)
{
    const std::string mark = parts_of(first_error(log)).mark;
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{source_mark, behind_mark, call_mark},
        [&](std::string_view one) { return mark == std::string{one} + function.place; });
}

void refuse(const UserFunction& function, const std::string& log)
{
    const std::string_view line = first_error(log);
    throw std::invalid_argument{
        "the function '" + function.function + "' " + function.place + " does not compile (" +
        (line.empty() ? log : told(function, line)) + "): mend its source, which must define " +
        function.result + " " + function.function + "(" + function.parameters + ")"};
}

}  // namespace tobiuo::fft
