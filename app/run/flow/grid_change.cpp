// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/grid_change.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/case/yaml/keys.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

bool are_equal(const Axis& one, const Axis& other)
{
    return one.cells == other.cells && one.lower == other.lower && one.upper == other.upper &&
           one.nodes == other.nodes;
}

/// Each value is the one at the same place, counted from `first`.
Shares the_same(std::int64_t count, std::size_t first)
{
    Shares shares;
    for (std::int64_t n = 0; n < count; ++n) {
        shares.push_back({{.of = first + static_cast<std::size_t>(n), .weight = 1.0}});
    }
    return shares;
}

/// The difference of two cells by the distance of their centres is the slope in a cell.
struct Slope {
    std::size_t lower{};
    std::size_t upper{};
    double distance{};
};

Slope slope_in(const Axis& axis, std::int64_t cell, bool periodic)
{
    const std::int64_t last = axis.cells - 1;
    const double period = axis.upper - axis.lower;
    std::int64_t lower = cell - 1;
    std::int64_t upper = cell + 1;
    double beyond = 0.0;
    if (periodic) {
        beyond = (lower < 0 ? period : 0.0) + (upper > last ? period : 0.0);
        lower = lower < 0 ? last : lower;
        upper = upper > last ? 0 : upper;
    } else {
        lower = std::max<std::int64_t>(lower, 0);
        upper = std::min(upper, last);
    }
    return {.lower = static_cast<std::size_t>(lower),
            .upper = static_cast<std::size_t>(upper),
            .distance = axis.centre(upper) - axis.centre(lower) + beyond};
}

/// The cell of the axis in which a place is.
std::int64_t cell_with(const Axis& axis, double place)
{
    std::int64_t below = 0;
    for (std::int64_t above = axis.cells; above - below > 1;) {
        const std::int64_t middle = below + (above - below) / 2;
        (axis.node(middle) <= place ? below : above) = middle;
    }
    return below;
}

}  // namespace

Shares shares_of_cells(const Axis& from, const Axis& to, bool periodic)
{
    if (are_equal(from, to)) {
        return the_same(to.cells, 0);
    }
    if (from.cells == 1) {
        return Shares(static_cast<std::size_t>(to.cells), {{.of = 0, .weight = 1.0}});
    }
    Shares shares;
    for (std::int64_t cell = 0; cell < to.cells; ++cell) {
        const double lower = std::max(to.node(cell), from.lower);
        const double upper = cell + 1 == to.cells ? from.upper : to.node(cell + 1);
        std::vector<Share>& own = shares.emplace_back();
        for (std::int64_t other = cell_with(from, lower);
             other < from.cells && from.node(other) < upper; ++other) {
            const double first = std::max(lower, from.node(other));
            const double last = std::min(upper, from.node(other + 1));
            const double part = (last - first) / (upper - lower);
            const auto [before, after, distance] = slope_in(from, other, periodic);
            const double moved = part * (0.5 * (first + last) - from.centre(other)) / distance;
            own.push_back({.of = static_cast<std::size_t>(other), .weight = part});
            own.push_back({.of = after, .weight = moved});
            own.push_back({.of = before, .weight = -moved});
        }
    }
    return shares;
}

Shares shares_of_nodes(const Axis& from, const Axis& to)
{
    if (are_equal(from, to)) {
        return the_same(to.cells, 1);
    }
    if (from.cells == 1) {
        return Shares(static_cast<std::size_t>(to.cells), {{.of = 1, .weight = 1.0}});
    }
    Shares shares;
    for (std::int64_t cell = 0; cell < to.cells; ++cell) {
        const double place = std::min(to.node(cell + 1), from.upper);
        const std::int64_t below = cell_with(from, place);
        const double part = (place - from.node(below)) / (from.node(below + 1) - from.node(below));
        const auto at = static_cast<std::size_t>(below);
        shares.push_back({{.of = at, .weight = 1.0 - part}, {.of = at + 1, .weight = part}});
    }
    return shares;
}

std::vector<double> on_other_cells(std::vector<double> values, std::array<std::size_t, 3> counts,
                                   const std::array<Shares, 3>& shares)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t inner = axis == 0 ? 1 : axis == 1 ? counts[0] : counts[0] * counts[1];
        const std::size_t given = counts.at(axis);
        const std::size_t wanted = shares.at(axis).size();
        const std::size_t outer = values.size() / (inner * given);
        std::vector<double> made(outer * wanted * inner);
        for (std::size_t out = 0; out < outer; ++out) {
            for (std::size_t n = 0; n < wanted; ++n) {
                double* const to = made.data() + (out * wanted + n) * inner;
                for (const auto& [of, weight] : shares.at(axis)[n]) {
                    const double* const from = values.data() + (out * given + of) * inner;
                    for (std::size_t at = 0; at < inner; ++at) {
                        to[at] += weight * from[at];
                    }
                }
            }
        }
        values = std::move(made);
        counts.at(axis) = wanted;
    }
    return values;
}

std::string box_objection(const Grid& there, const flow::Problem& problem)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Axis& other = there.axes.at(axis);
        const Axis& here = problem.grid.axes.at(axis);
        const std::string_view name = casefile::axis_words.at(axis);
        if (is_absent(problem, axis) || other.cells == 1) {
            if (other.cells != 1) {
                return fmt::format(
                    "has {} cells along {}, where nothing changes in the case: give the case "
                    "cells along {}",
                    other.cells, name, name);
            }
            continue;
        }
        const double most = as_good_as_equal * (here.upper - here.lower);
        if (std::abs(other.lower - here.lower) > most ||
            std::abs(other.upper - here.upper) > most) {
            return fmt::format(
                "has {} from {} to {}, but the case's grid from {} to {}; make the "
                "boxes equal",
                name, shortest(other.lower), shortest(other.upper), shortest(here.lower),
                shortest(here.upper));
        }
    }
    return {};
}

}  // namespace tobiuo
