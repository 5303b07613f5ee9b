// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/recurrences.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace tobiuo::poisson {
namespace {

tridiagonal::Edge edge_of(Condition condition, Location location)
{
    using tridiagonal::Edge;
    const bool on_cells = location == Location::cell;
    if (condition == Condition::periodic) {
        return Edge::periodic;
    }
    if (condition == Condition::open) {
        return Edge::unbounded;
    }
    return condition == Condition::dirichlet ? (on_cells ? Edge::odd_half : Edge::odd_whole)
                                             : (on_cells ? Edge::even_half : Edge::even_whole);
}

}  // namespace

bool allows_recurrences(const Problem& problem)
{
    return problem.op == Operator::second_order && problem.lambda <= 0.0;
}

long long zero_mode_of(std::span<const double> inner, std::span<const double> outer)
{
    const auto i = std::ranges::find(inner, 0.0) - inner.begin();
    const auto j = std::ranges::find(outer, 0.0) - outer.begin();
    return i < std::ssize(inner) && j < std::ssize(outer) ? j * std::ssize(inner) + i : -1;
}

Edges edges_of(const Problem& problem, int axis)
{
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    return {edge_of(sides.lower, problem.grid.location),
            edge_of(sides.upper, problem.grid.location)};
}

RowOrder row_order_of(const Problem& problem, int axis)
{
    const auto [first, last] = edges_of(problem, axis);
    if (tridiagonal::is_better_reversed(first, last)) {
        return {.edges = {.first = last, .last = first}, .reversed = true};
    }
    return {.edges = {.first = first, .last = last}};
}

}  // namespace tobiuo::poisson
