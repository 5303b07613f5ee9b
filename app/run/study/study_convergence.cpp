// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/study/study_convergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "app/run/poisson/poisson_order.hpp"

namespace tobiuo {
namespace {

using ReportJson = nlohmann::ordered_json;

std::optional<double> positive_at(const ReportJson& report, const char* pointer)
{
    const ReportJson::json_pointer place{pointer};
    if (!report.is_object() || !report.contains(place) || !report[place].is_number()) {
        return std::nullopt;
    }
    const double value = report[place];
    return std::isfinite(value) && value > 0.0 ? std::optional{value} : std::nullopt;
}

/// A list of positive numbers in `grid` of a report; empty if it is not there.
std::vector<double> numbers_of_grid(const ReportJson& report, const char* name)
{
    std::vector<double> numbers;
    const auto grid = report.find("grid");
    if (grid == report.end() || !grid->is_object() || !grid->contains(name)) {
        return numbers;
    }
    for (const ReportJson& one : (*grid)[name]) {
        if (!one.is_number() || one.get<double>() <= 0.0) {
            return {};
        }
        numbers.push_back(one);
    }
    return numbers;
}

/// A point whose mean cells are not known yet.
struct RawPoint {
    ConvergencePoint point;
    std::vector<double> cells;
    std::vector<double> spacing;
    bool is_rounding = false;
};

std::optional<RawPoint> raw_point(std::size_t member, const ReportJson& report)
{
    const auto error = positive_at(report, "/error/l2");
    if (!error) {
        return std::nullopt;
    }
    RawPoint raw{.point = {.member = member,
                           .error_l2 = *error,
                           .error_max = positive_at(report, "/error/max")},
                 .cells = numbers_of_grid(report, "cells"),
                 .spacing = numbers_of_grid(report, "spacing")};
    const bool single = report.value("precision", "") == "single";
    const auto relative = positive_at(report, "/error/relative_l2");
    raw.is_rounding =
        relative && *relative <= rounding_of(single ? Precision::fp32 : Precision::fp64);
    return raw.cells.empty() || raw.spacing.size() != raw.cells.size() ? std::nullopt
                                                                       : std::optional{raw};
}

/// The geometric mean of the numbers on `axes`, without rounding where they are equal.
double mean_over(const std::vector<std::size_t>& axes, const std::vector<double>& numbers)
{
    const double first = numbers.at(axes.front());
    if (std::ranges::all_of(axes, [&](std::size_t axis) { return numbers.at(axis) == first; })) {
        return first;
    }
    double sum = 0.0;
    for (const std::size_t axis : axes) {
        sum += std::log(numbers.at(axis));
    }
    return std::exp(sum / static_cast<double>(axes.size()));
}

/// The axes on which the cells of the points differ; all must have the same number of axes.
std::vector<std::size_t> varying_axes(const std::vector<RawPoint>& points)
{
    std::vector<std::size_t> axes;
    for (std::size_t axis = 0; axis < points.front().cells.size(); ++axis) {
        if (std::ranges::any_of(points, [&](const RawPoint& one) {
                return one.cells.at(axis) != points.front().cells.at(axis);
            })) {
            axes.push_back(axis);
        }
    }
    return axes;
}

/// The points in the order of their cells, with orders; none if all have the same grid or their
/// dimensions differ.
std::vector<ConvergencePoint> points_of(std::vector<RawPoint> raw)
{
    if (raw.empty() || std::ranges::any_of(raw, [&](const RawPoint& one) {
            return one.cells.size() != raw.front().cells.size();
        })) {
        return {};
    }
    const std::vector<std::size_t> axes = varying_axes(raw);
    if (axes.empty()) {
        return {};
    }
    for (RawPoint& one : raw) {
        one.point.cells = mean_over(axes, one.cells);
        one.point.spacing = mean_over(axes, one.spacing);
    }
    std::ranges::stable_sort(raw, {}, [](const RawPoint& one) { return one.point.cells; });
    std::vector<ConvergencePoint> points;
    for (const RawPoint& fine : raw) {
        points.push_back(fine.point);
        if (points.size() < 2 || fine.is_rounding) {
            continue;
        }
        const ConvergencePoint& coarse = points[points.size() - 2];
        const double order = convergence_order(coarse.error_l2, fine.point.error_l2,
                                               std::log(fine.point.cells / coarse.cells));
        if (std::isfinite(order)) {
            points.back().order = order;
        }
    }
    return points;
}

std::string series_label(const Study& study, const std::vector<std::size_t>& values)
{
    std::string label;
    for (std::size_t n = 0; n < study.keys.size(); ++n) {
        const StudyKey& key = study.keys[n];
        if (!is_grid_key(key)) {
            label += (label.empty() ? "" : ", ") + key.path.substr(key.path.rfind('.') + 1) + " " +
                     key.values.at(values.at(n)).text;
        }
    }
    return label;
}

/// Whether members with these values differ by their grid alone.
bool in_one_series(const Study& study, const std::vector<std::size_t>& one,
                   const std::vector<std::size_t>& other)
{
    for (std::size_t n = 0; n < study.keys.size(); ++n) {
        if (!is_grid_key(study.keys[n]) && one.at(n) != other.at(n)) {
            return false;
        }
    }
    return true;
}

void expect_order(ConvergenceSeries& series, const ReportJson& report)
{
    const ReportJson::json_pointer place{"/order/expected"};
    if (report.contains(place) && report[place].is_string()) {
        series.expected = report[place];
    }
    if (series.expected == "2" || series.expected == "4") {
        series.expected_order = series.expected == "2" ? 2.0 : 4.0;
    }
}

}  // namespace

bool is_grid_key(const StudyKey& key)
{
    return key.path == "grid" || key.path == "grid.cells";
}

std::vector<ConvergenceSeries> convergence_of(const Study& study, const std::vector<StudyRow>& rows)
{
    std::vector<ConvergenceSeries> all;
    std::vector<std::vector<RawPoint>> points;
    for (std::size_t n = 0; n < rows.size(); ++n) {
        const auto raw = raw_point(n, rows[n].report);
        if (!raw) {
            continue;
        }
        const std::vector<std::size_t>& values = study.members.at(n).values;
        auto found = std::ranges::find_if(all, [&](const ConvergenceSeries& series) {
            return in_one_series(study, series.values, values);
        });
        if (found == all.end()) {
            ConvergenceSeries series{.label = series_label(study, values), .values = values};
            expect_order(series, rows[n].report);
            all.push_back(std::move(series));
            points.emplace_back();
            found = all.end() - 1;
        }
        points.at(static_cast<std::size_t>(found - all.begin())).push_back(*raw);
    }
    for (std::size_t n = 0; n < all.size(); ++n) {
        all[n].points = points_of(std::move(points[n]));
    }
    std::erase_if(all, [](const ConvergenceSeries& series) { return series.points.empty(); });
    return all;
}

}  // namespace tobiuo
