// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/report/obstacle_report.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <span>

#include "app/json_text.hpp"

namespace tobiuo {
namespace {

/// Calls use(part) for each part of a text that ends with `end`, or with the text.
template <typename Use>
void each_part(std::string_view text, char end, const Use& use)
{
    while (!text.empty()) {
        const std::size_t at = text.find(end);
        use(text.substr(0, at));
        text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    }
}

std::vector<std::string_view> parts_of(std::string_view text, char end)
{
    std::vector<std::string_view> parts;
    each_part(text, end, [&](std::string_view part) { parts.push_back(part); });
    return parts;
}

double number_in(const std::vector<std::string_view>& cells, std::size_t column)
{
    return column < cells.size() ? std::strtod(std::string{cells[column]}.c_str(), nullptr) : 0.0;
}

/// The times of a history, and the force on one obstacle.
struct ForceHistory {
    std::vector<double> times;
    std::vector<std::array<double, 3>> forces;
    std::vector<double> nusselt;
};

/// The mean of a function of the rows over their time.
template <typename Value>
double mean_over(const ForceHistory& history, const Value& value)
{
    double sum = 0.0;
    for (std::size_t row = 1; row < history.times.size(); ++row) {
        sum += 0.5 * (value(row - 1) + value(row)) * (history.times[row] - history.times[row - 1]);
    }
    return sum / (history.times.back() - history.times.front());
}

/// How often a component passes its mean upwards in a unit of time.
std::optional<double> frequency_of(const ForceHistory& history, std::size_t component, double mean)
{
    constexpr std::size_t fewest = 4;
    std::vector<double> passages;
    for (std::size_t row = 1; row < history.times.size(); ++row) {
        const double before = history.forces[row - 1].at(component) - mean;
        const double after = history.forces[row].at(component) - mean;
        if (before < 0.0 && after >= 0.0) {
            passages.push_back(
                std::lerp(history.times[row - 1], history.times[row], before / (before - after)));
        }
    }
    if (passages.size() < fewest) {
        return std::nullopt;
    }
    return static_cast<double>(passages.size() - 1) / (passages.back() - passages.front());
}

ObstacleReport report_of(const ObstacleSection& section, const ForceHistory& history,
                         int dimensions)
{
    ObstacleReport report{.name = section.name, .from = history.times.front()};
    std::array<double, 3> spread{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double mean =
            mean_over(history, [&](std::size_t row) { return history.forces[row].at(axis); });
        report.force.at(axis) = mean;
        spread.at(axis) = std::sqrt(mean_over(history, [&](std::size_t row) {
            return std::pow(history.forces[row].at(axis) - mean, 2);
        }));
    }
    const auto most = static_cast<std::size_t>(std::ranges::max_element(spread) - spread.begin());
    constexpr double rounding = 1.0e-3;  // of the mean force
    if (spread.at(most) >
        rounding * std::hypot(report.force[0], report.force[1], report.force[2])) {
        report.frequency = frequency_of(history, most, report.force.at(most));
    }
    if (section.nusselt) {
        report.nusselt = mean_over(history, [&](std::size_t row) { return history.nusselt[row]; });
    }
    if (section.reference) {
        const auto [speed, area] = *section.reference;
        auto& coefficients = report.coefficients.emplace();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            coefficients.at(axis) = report.force.at(axis) / (0.5 * speed * speed * area);
        }
        if (report.frequency && dimensions == 2) {
            report.strouhal = *report.frequency * area / speed;
        }
    }
    return report;
}

}  // namespace

std::vector<ObstacleReport> obstacle_reports(const FlowCase& flow, std::string_view head,
                                             std::string_view rows)
{
    std::vector<ObstacleReport> reports;
    if (flow.obstacles.empty()) {
        return reports;
    }
    const std::vector<std::string_view> names = parts_of(head.substr(0, head.find('\n')), ',');
    const auto column_of = [&](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    };
    const std::size_t time = column_of("time");
    double end = 0.0;
    each_part(rows, '\n', [&](std::string_view row) {
        end = std::max(end, number_in(parts_of(row, ','), time));
    });
    std::vector<std::array<std::size_t, 3>> columns;
    std::vector<std::size_t> nusselt_columns;
    for (const ObstacleSection& section : flow.obstacles) {
        columns.push_back({column_of(section.name + "_force_x"),
                           column_of(section.name + "_force_y"),
                           column_of(section.name + "_force_z")});  // which may not be there
        nusselt_columns.push_back(column_of(section.name + "_nusselt"));
    }
    std::vector<ForceHistory> histories(columns.size());
    each_part(rows, '\n', [&](std::string_view row) {
        const std::vector<std::string_view> cells = parts_of(row, ',');
        const double at = number_in(cells, time);
        const std::vector<double>& before = histories.front().times;
        // The first row of a history is of a time before the first step.
        if (at < 0.5 * end || at <= 0.0 || (!before.empty() && at <= before.back())) {
            return;
        }
        for (std::size_t number = 0; number < columns.size(); ++number) {
            const auto& [x, y, z] = columns[number];
            histories[number].times.push_back(at);
            histories[number].forces.push_back(
                {number_in(cells, x), number_in(cells, y), number_in(cells, z)});
            histories[number].nusselt.push_back(number_in(cells, nusselt_columns[number]));
        }
    });
    for (std::size_t number = 0; number < histories.size(); ++number) {
        if (histories[number].times.size() > 1) {
            reports.push_back(
                report_of(flow.obstacles[number], histories[number], flow.box.dimensions));
            reports.back().axes = columns[number][2] < names.size() ? 3 : 2;
        }
    }
    return reports;
}

Record obstacles_json(const std::vector<ObstacleReport>& reports)
{
    Record json = Record::array();
    for (const ObstacleReport& one : reports) {
        json.push_back({{"name", one.name},
                        {"from", one.from},
                        {"force", one.force},
                        {"coefficients", or_null(one.coefficients)},
                        {"nusselt", or_null(one.nusselt)},
                        {"frequency", or_null(one.frequency)},
                        {"strouhal", or_null(one.strouhal)}});
    }
    return json;
}

std::string obstacles_words(const std::vector<ObstacleReport>& reports)
{
    std::string text;
    for (const ObstacleReport& one : reports) {
        const auto told = [&](const std::array<double, 3>& vector) {
            return fmt::format("{:.4g}", fmt::join(std::span{vector}.first(one.axes), ", "));
        };
        text += fmt::format("{}{}: force {}", text.empty() ? "" : "; ", one.name, told(one.force));
        text += one.coefficients ? fmt::format(" (coefficients {})", told(*one.coefficients)) : "";
        text += one.nusselt ? fmt::format(", Nusselt number {:.4g}", *one.nusselt) : "";
        text += fmt::format(" from time {:.4g} on", one.from);
        text += one.frequency ? fmt::format(", {:.4g} times a unit of time", *one.frequency) : "";
        text += one.strouhal ? fmt::format(", Strouhal number {:.4g}", *one.strouhal) : "";
    }
    return text;
}

}  // namespace tobiuo
