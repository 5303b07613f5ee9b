// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/poisson/bench_problem.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

#include "app/bench/selection.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Condition;
using poisson::Problem;
using poisson::Sides;

constexpr Sides periodic{Condition::periodic, Condition::periodic};
constexpr Sides dirichlet{Condition::dirichlet, Condition::dirichlet};
constexpr Sides neumann{Condition::neumann, Condition::neumann};
constexpr Sides mixed{Condition::dirichlet, Condition::neumann};
constexpr Sides open{Condition::open, Condition::open};

std::int64_t boxes_in_a_period(const Sides& sides)
{
    if (sides.lower == Condition::periodic) {
        return 1;
    }
    return sides.lower == sides.upper ? 2 : 4;
}

/// Gives the axis nodes that crowd at both ends.
void stretch(Axis& axis)
{
    constexpr double strength = 1.5;
    std::vector<double> nodes{axis.lower};
    for (std::int64_t node = 1; node < axis.cells; ++node) {
        const double s = 2.0 * static_cast<double>(node) / static_cast<double>(axis.cells) - 1.0;
        const double inside = 0.5 * (1.0 + std::tanh(strength * s) / std::tanh(strength));
        nodes.push_back(axis.lower + (axis.upper - axis.lower) * inside);
    }
    nodes.push_back(axis.upper);
    axis.nodes = std::move(nodes);
}

int parity(Condition condition)
{
    return condition == Condition::dirichlet ? -1 : 1;
}

}  // namespace

const std::vector<Boundary>& boundaries()
{
    static const std::vector<Boundary> all{{"periodic", {periodic, periodic, periodic}},
                                           {"dirichlet", {dirichlet, dirichlet, dirichlet}},
                                           {"neumann", {neumann, neumann, neumann}},
                                           {"mixed", {mixed, mixed, mixed}},
                                           {"duct", {periodic, dirichlet, neumann}}};
    return all;
}

const std::vector<Boundary>& all_boundaries()
{
    static const std::vector<Boundary> all = [] {
        std::vector<Boundary> with_open = boundaries();
        with_open.push_back({"open", {periodic, periodic, open}});
        with_open.push_back({"open-pair", {open, open, neumann}});
        with_open.push_back({"free", {open, open, open}});
        with_open.push_back({"stretched-z", {periodic, periodic, dirichlet}, {false, false, true}});
        with_open.push_back(
            {"stretched-xz", {dirichlet, periodic, dirichlet}, {true, false, true}});
        with_open.push_back(
            {"stretched-yz", {periodic, dirichlet, dirichlet}, {false, true, true}});
        with_open.push_back(
            {"stretched-xyz", {dirichlet, dirichlet, dirichlet}, {true, true, true}});
        return with_open;
    }();
    return all;
}

std::string BenchProblem::shape() const
{
    return bench::size_text(cells);
}

std::string BenchProblem::describe() const
{
    std::string text = (batch > 0 ? std::to_string(batch) + " x " : "") + shape() + " " + boundary;
    for (const std::string_view word : {word_of(problem.grid.location), word_of(problem.op),
                                        tobiuo::word_of(problem.precision)}) {
        text += ", " + std::string{word};
    }
    return text;
}

BenchProblem bench_problem(const std::vector<std::int64_t>& cells, const Boundary& boundary,
                           Location location, poisson::Operator op, Precision precision)
{
    std::array<std::int64_t, 3> counts{1, 1, 1};
    std::array<Sides, 3> sides{periodic, periodic, periodic};
    for (std::size_t axis = 0; axis < cells.size(); ++axis) {
        counts.at(axis) = cells[cells.size() - 1 - axis];
        if (counts.at(axis) > 1) {
            sides.at(axis) = boundary.sides.at(axis);
        }
    }
    if (boundary.name == "open") {  // the last of fewer axes
        sides.at(cells.size() - 1) = open;
    }
    BenchProblem made{.cells = cells,
                      .boundary = std::string{boundary.name},
                      .problem = {.grid = grid_of_cells(counts, location),
                                  .sides = sides,
                                  .op = op,
                                  .lambda = 0.0,
                                  .precision = precision}};
    for (std::size_t axis = 0; axis < cells.size(); ++axis) {
        if (boundary.stretched.at(axis) && counts.at(axis) > 1) {
            stretch(made.problem.grid.axes.at(axis));
        }
    }
    poisson::validate(made.problem);
    return made;
}

double array_bytes(const BenchProblem& problem)
{
    auto bytes = static_cast<double>(bytes_per_value(problem.problem.precision)) *
                 static_cast<double>(problem.problems());
    for (int axis = 0; axis < 3; ++axis) {
        bytes *= static_cast<double>(poisson::unknowns(problem.problem, axis).count);
    }
    return bytes;
}

std::string_view word_of(Location location)
{
    return casefile::location_words.at(static_cast<std::size_t>(location));
}

std::string_view word_of(poisson::Operator op)
{
    return casefile::operator_words.at(static_cast<std::size_t>(op));
}

std::vector<Image> images_of(const Problem& problem, int axis)
{
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    const std::int64_t cells = problem.grid.axes.at(static_cast<std::size_t>(axis)).cells;
    const poisson::Unknowns known = poisson::unknowns(problem, axis);
    // The image of point n in a wall at node w is 2 w - n on nodes and 2 w - 1 - n on cells.
    const std::int64_t shift = problem.grid.location == Location::node ? 0 : 1;
    const std::int64_t period = boxes_in_a_period(sides) * cells;
    std::vector<Image> images;
    images.reserve(static_cast<std::size_t>(period));
    for (std::int64_t n = 0; n < period; ++n) {
        if (sides == open) {  // zeros beyond an end, no images
            images.push_back(n < cells ? Image{.source = static_cast<int>(n), .sign = 1} : Image{});
            continue;
        }
        std::int64_t point = n;
        int sign = 1;
        if (point > 2 * cells - shift) {  // beyond the second wall's image of the lower one
            point = 4 * cells - shift - point;
            sign *= parity(sides.lower);
        }
        if (point > cells - shift && period > cells) {
            point = 2 * cells - shift - point;
            sign *= parity(sides.upper);
        }
        const std::int64_t source = point - known.first;
        const bool unknown = source >= 0 && source < known.count;
        images.push_back(unknown ? Image{.source = static_cast<int>(source), .sign = sign}
                                 : Image{});
    }
    return images;
}

Problem periodic_problem(const Problem& problem)
{
    Problem periodic = problem;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Axis& one = periodic.grid.axes.at(axis);
        const double width = one.spacing();
        one.cells *= boxes_in_a_period(problem.sides.at(axis));
        one.upper = one.lower + width * static_cast<double>(one.cells);
        periodic.sides.at(axis) = {Condition::periodic, Condition::periodic};
    }
    return periodic;
}

}  // namespace tobiuo::poisson_bench
