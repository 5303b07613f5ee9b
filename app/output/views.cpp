// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/views.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/output/embedded_files.hpp"
#include "app/wording.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

/// A number, or the value at a path.
Json operand(const Json& report, std::string text)
{
    if (std::isdigit(static_cast<unsigned char>(text.front())) != 0) {
        return std::strtod(text.c_str(), nullptr);
    }
    std::ranges::replace(text, '.', '/');
    const Json::json_pointer place{"/" + text};
    return report.contains(place) ? report.at(place) : Json(nullptr);
}

bool is_absent(const Json& value)
{
    return value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>()));
}

bool is_true(const Json& value)
{
    return value.is_boolean()  ? value.get<bool>()
           : value.is_number() ? value.get<double>() != 0.0
           : value.is_string() ? !value.get_ref<const std::string&>().empty()
                               : !value.is_null();
}

std::string text_of(const Json& value, std::string_view format)
{
    if (value.is_string()) {
        return value;
    }
    if (value.is_array() && format == "x") {
        std::string text;
        for (const Json& one : value) {
            text += (text.empty() ? "" : "x") + json_text(one, -1);
        }
        return text;
    }
    if (!value.is_number() || format.empty()) {
        return value.is_number_float() ? shortest(value.get<double>())
               : value.is_null()       ? ""
                                       : json_text(value, -1);
    }
    if (format == "bytes") {
        return bytes_text(value.get<double>());
    }
    if (format.starts_with('#')) {
        return fmt::format("{} {}{}", text_of(value, ""), format.substr(1), value == 1 ? "" : "s");
    }
    return fmt::format(fmt::runtime("{:" + std::string{format} + "}"), value.get<double>());
}

/// What is left of a sentence while it is filled.
class Filling {
public:
    Filling(std::string_view sentence, const Json& report) : rest_{sentence}, report_{report} {}

    /// The text up to the end of the bracket, and whether all values in it are there.
    [[nodiscard]] std::pair<std::string, bool> part()
    {
        std::string text;
        bool whole = true;
        bool before = true;
        while (!rest_.empty() && rest_.front() != ']') {
            const char next = rest_.front();
            rest_.remove_prefix(1);
            if (next == '{') {
                const std::string_view field = taken_up_to('}');
                const std::size_t colon = std::min(field.find(':'), field.size());
                const Json value = value_of(report_, field.substr(0, colon));
                whole = whole && !is_absent(value);
                text += text_of(value, field.substr(std::min(colon + 1, field.size())));
            } else if (next == '[') {
                before = add_bracket(text, before);
            } else {
                text += next;
            }
        }
        return {text, whole};
    }

private:
    /// What stands before the next `end`, which is taken, too.
    std::string_view taken_up_to(char end)
    {
        const std::size_t size = std::min(rest_.find(end), rest_.size());
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(std::min(size + 1, rest_.size()));
        return taken;
    }

    bool take(std::string_view word)
    {
        const bool is_next = rest_.starts_with(word);
        rest_.remove_prefix(is_next ? word.size() : 0);
        return is_next;
    }

    /// Adds a bracket unless it is left out. Returns whether it or, before an `else`, one `before`
    /// was added.
    bool add_bracket(std::string& text, bool before)
    {
        const bool is_else = take("else ");
        bool wanted = !is_else || !before;
        if (take("if ")) {
            const bool expected = !take("not ");
            wanted = wanted && is_true(value_of(report_, taken_up_to(':'))) == expected;
            take(" ");
        }
        const auto [inner, whole] = part();
        rest_.remove_prefix(std::min<std::size_t>(1, rest_.size()));
        text += wanted && whole ? inner : "";
        return (wanted && whole) || (is_else && before);
    }

    std::string_view rest_;
    const Json& report_;
};

double number_or_0(const Json& report, std::string_view expression)
{
    const Json value = value_of(report, expression);
    return value.is_number() ? value.get<double>() : 0.0;
}

/// "34.1 s: 2.3 steps, 22.0 waiting for files": the wall time and those of its parts that are at
/// least a hundredth of it.
std::string time_words(const Json& time, const std::string& solver)
{
    const double wall = number_or_0(time, "wall_s");
    if (!(wall > 0.0) || !std::isfinite(wall) || !views().contains(solver)) {
        return "";
    }
    constexpr double digits_behind_first = 2.0;
    constexpr double most_decimals = 9.0;
    const int decimals = static_cast<int>(
        std::clamp(digits_behind_first - std::floor(std::log10(wall)), 0.0, most_decimals));
    std::string text = fmt::format("{:.{}f} s", wall, decimals);
    const char* separator = ": ";
    for (const auto& [part, word] : views()[solver]["parts"].items()) {
        const double seconds = number_or_0(time, part);
        if (constexpr double hundredth = 0.01; seconds >= hundredth * wall) {
            text += fmt::format("{}{:.{}f} {}", separator, seconds, decimals,
                                word.get_ref<const std::string&>());
            separator = ", ";
        }
    }
    return text;
}

}  // namespace

const Json& views()
{
    static const Json all = [] {
        const auto bytes = views_file();
        return Json::parse(bytes.begin(), bytes.end());
    }();
    return all;
}

std::string summary_of(const Json& record)
{
    Json report = record;
    add_derived_figures(report);
    const Json& view = views().at(report["solver"].get<std::string>());
    std::string text = filled(view["title"].get<std::string>(), report) + "\n";
    for (const Json& line : view["summary"]) {
        const std::string sentence = filled(line[1].get<std::string>(), report);
        if (!sentence.empty()) {
            text += fmt::format("  {:<{}} {}\n", line[0].get<std::string>(),
                                view["label_width"].get<int>(), sentence);
        }
    }
    return text;
}

void add_derived_figures(Json& report)
{
    if (const Json time = value_of(report, "time"); time.is_object()) {
        const Json solver = value_of(report, "solver");
        report["time"]["words"] = time_words(time, solver.is_string() ? solver : Json(""));
    }
    if (!value_of(report, "run").is_object()) {
        return;
    }
    Json& run = report["run"];
    if (value_of(report, "run.steps").is_number()) {
        run["own_steps"] = number_or_0(report, "run.steps") - number_or_0(report, "run.first_step");
    }
    const double seconds = number_or_0(report, "run.seconds");
    const double unknowns = number_or_0(report, "grid.unknowns");
    constexpr double most = 1e18;
    if (seconds > 0.0 && unknowns > 0.0 && unknowns < most) {
        constexpr double giga = 1e-9;
        run["transform_gflops"] =
            giga * fft::flops({.lengths = {static_cast<std::int64_t>(unknowns)}}) / seconds;
    }
    const Json error = value_of(report, "residual.backward_error");
    if (error.is_number() && value_of(report, "residual.at_rounding_level").is_null()) {
        report["residual"]["at_rounding_level"] =
            error.get<double>() <= number_or_0(report, "residual.rounding_level");
    }
}

Json value_of(const Json& report, std::string_view expression)
{
    std::size_t end = std::min(expression.find_first_of("*/"), expression.size());
    Json value = operand(report, std::string{expression.substr(0, end)});
    while (end < expression.size()) {
        const bool divide = expression[end] == '/';
        expression.remove_prefix(end + 1);
        end = std::min(expression.find_first_of("*/"), expression.size());
        const Json other = operand(report, std::string{expression.substr(0, end)});
        if (!value.is_number() || !other.is_number() || (divide && other == 0)) {
            return nullptr;
        }
        const auto number = other.get<double>();
        value = divide ? value.get<double>() / number : value.get<double>() * number;
    }
    return value;
}

std::string filled(std::string_view sentence, const Json& report)
{
    return Filling{sentence, report}.part().first;
}

}  // namespace tobiuo
