// SPDX-License-Identifier: BSD-3-Clause
// Bodies by level sets, which are linear between the unknowns of a problem.
#include <tobiuo/level_set.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace tobiuo {
namespace {

/// The positions of values along an axis, and its period; 0 if it has none.
struct LevelAxis {
    std::vector<double> positions;
    double lower = 0.0;
    double period = 0.0;
};

/// Two values along an axis, and how far from the first one to the second.
struct Two {
    std::size_t low = 0;
    std::size_t next = 0;
    double fraction = 0.0;
};

Two two_around(const LevelAxis& axis, double position)
{
    const std::vector<double>& all = axis.positions;
    if (all.size() == 1) {
        return {};
    }
    if (axis.period > 0.0) {
        position -= axis.period * std::floor((position - axis.lower) / axis.period);
    }
    const auto above = std::ranges::upper_bound(all, position);
    if (above != all.begin() && above != all.end()) {
        const auto next = static_cast<std::size_t>(above - all.begin());
        return {next - 1, next, (position - all[next - 1]) / (all[next] - all[next - 1])};
    }
    if (axis.period == 0.0) {
        const std::size_t nearest = above == all.begin() ? 0 : all.size() - 1;
        return {nearest, nearest, 0.0};
    }
    const double gap = all.front() + axis.period - all.back();
    const double beyond = above == all.begin() ? position + axis.period : position;
    return {all.size() - 1, 0, (beyond - all.back()) / gap};
}

InsideFunction inside_of(std::array<LevelAxis, 3> axes, std::vector<double> levels)
{
    std::size_t count = 1;
    for (const LevelAxis& axis : axes) {
        count *= axis.positions.size();
    }
    if (levels.size() != count) {
        throw std::invalid_argument{"a level set has " + std::to_string(levels.size()) +
                                    " values, and the problem has " + std::to_string(count) +
                                    " unknowns: give one for each"};
    }
    if (std::ranges::any_of(levels, [](double level) { return std::isnan(level); })) {
        throw std::invalid_argument{
            "a level set has a value that is no number: give one below 0 inside, above 0 outside"};
    }
    const auto kept =
        std::make_shared<const std::pair<std::array<LevelAxis, 3>, std::vector<double>>>(
            std::move(axes), std::move(levels));
    return [kept](double x, double y, double z) {
        const std::array<LevelAxis, 3>& along = kept->first;
        const std::vector<double>& values = kept->second;
        const Two column = two_around(along[0], x);
        const Two row = two_around(along[1], y);
        const Two plane = two_around(along[2], z);
        const std::size_t columns = along[0].positions.size();
        const std::size_t rows = along[1].positions.size();
        const auto between = [](double low, double next, double fraction) {
            return fraction == 0.0 ? low : low + fraction * (next - low);
        };
        const auto in_row = [&](std::size_t k, std::size_t j) {
            const double* const first = values.data() + (k * rows + j) * columns;
            return between(first[column.low], first[column.next], column.fraction);
        };
        const auto in_plane = [&](std::size_t k) {
            return between(in_row(k, row.low), in_row(k, row.next), row.fraction);
        };
        return between(in_plane(plane.low), in_plane(plane.next), plane.fraction) < 0.0;
    };
}

}  // namespace

InsideFunction inside_of_levels(const poisson::Problem& problem, std::vector<double> levels)
{
    std::array<LevelAxis, 3> axes;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const Axis& along = problem.grid.axes.at(at);
        for (std::int64_t n = 0; n < unknowns(problem, axis).count; ++n) {
            axes.at(at).positions.push_back(position(problem, axis, n));
        }
        axes.at(at).lower = along.lower;
        if (problem.sides.at(at).lower == poisson::Condition::periodic) {
            axes.at(at).period = along.upper - along.lower;
        }
    }
    return inside_of(std::move(axes), std::move(levels));
}

InsideFunction inside_of_levels(const flow::Problem& problem, std::vector<double> levels)
{
    std::array<LevelAxis, 3> axes;
    for (std::size_t at = 0; at < 3; ++at) {
        const Axis& along = problem.grid.axes.at(at);
        for (std::int64_t n = 0; n < along.cells; ++n) {
            axes.at(at).positions.push_back(along.centre(n));
        }
        axes.at(at).lower = along.lower;
        if (problem.faces.at(at).lower.kind == flow::FaceKind::periodic) {
            axes.at(at).period = along.upper - along.lower;
        }
    }
    return inside_of(std::move(axes), std::move(levels));
}

}  // namespace tobiuo
