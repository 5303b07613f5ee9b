// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_order.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/ranks/world.hpp"
#include "app/run/poisson/poisson_bodies.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_solve.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
namespace {

bool has_walls(const poisson::Problem& problem)
{
    return std::ranges::any_of(problem.sides, [](const poisson::Sides& sides) {
        return sides.lower != poisson::Condition::periodic;
    });
}

/// The expected order. For the spectral operator it depends on f beyond the walls: if the odd
/// (Dirichlet) or even (Neumann) continuation of f has a jump or a kink there, the order is 2.
std::string expected_order(const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    if (poisson::stretched_axis(problem) || problem.op == poisson::Operator::second_order) {
        return "2";
    }
    if (problem.op == poisson::Operator::fourth_order) {
        return "4";
    }
    if (has_boundary_values(poisson)) {  // the fourth-order operator carries their share
        return "4 or 2";
    }
    return has_walls(problem) ? "exponential or 2" : "exponential";
}

std::optional<std::string> unsupported_reason(const PoissonCase& poisson, const ErrorCheck& fine)
{
    if (has_files(poisson)) {
        return "source, exact or coefficient is a file, which has values on this grid only";
    }
    if (!std::isfinite(fine.norms.l2)) {
        return "the error is not finite";
    }
    if (fine.relative_l2 <= rounding_of(poisson.problem.precision)) {
        return "the error is of the size of rounding";
    }
    return std::nullopt;
}

/// On the CPU, wherever the case runs: for 8.4 million unknowns 16 cores take less than 0.06 s, and the
/// kernels of another grid 1.0 s to compile.
template <typename Real>
ErrorCheck error_on(const PoissonCase& poisson, const PoissonRanks& ranks)
{
    static_cast<void>(find_body_cells(poisson));  // a body may have none on this grid
    const Place cpu{.world = ranks.world()};
    const PoissonInput input = read_input(poisson, cpu);
    PoissonSolve<Real> solve{poisson, input.source, input.faces, cpu};
    static_cast<void>(solve.time_and_wait());
    solve.finish_and_wait();
    solve.add_boundary_share();
    double offset = 0.0;
    return solve.error(*input.exact, offset);
}

/// Why the ranks cannot solve on the other grid.
std::optional<std::string> other_unsupported_reason(const PoissonCase& other,
                                                    const PoissonRanks& ranks)
{
    return ranks.are_several() ? ranks_unsupported_reason(other.problem) : std::nullopt;
}

std::string does_not_do(const ObservedOrder& order, const std::string& why)
{
    return std::string{order.refined ? "twice" : "half"} + " as many cells do not do (" + why + ")";
}

}  // namespace

std::string doubt_of(double order, const std::string& expected)
{
    constexpr double least_exponential = 4.0;
    constexpr double too_low = 0.5;
    constexpr double too_high =
        1.0;  // two grids that are too coarse may show more than theory says
    const bool is_one_number = expected == "2" || expected == "4";
    const double least = expected == "exponential" ? least_exponential
                         : expected == "4"         ? 4.0
                                                   : 2.0;
    if (order >= least - too_low && (!is_one_number || order <= least + too_high)) {
        return {};
    }
    return fmt::format(
        "the observed order of convergence is {:.2f} where theory expects {} (either exact does "
        "not "
        "solve the equation, or it or the source is not smooth, or the grid is too coarse for "
        "both): check exact, then use a finer grid",
        order, expected);
}

double rounding_of(Precision precision)
{
    const double eps = precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                    : std::numeric_limits<double>::epsilon();
    constexpr double some = 1000.0;
    return some * eps;
}

ObservedOrder no_order(const PoissonCase& poisson, std::string reason)
{
    return {.expected = expected_order(poisson), .skipped = std::move(reason)};
}

ObservedOrder observed_order(const PoissonCase& poisson, const ErrorCheck& fine,
                             const PoissonRanks& ranks)
{
    ObservedOrder order{.expected = expected_order(poisson)};
    if (const auto reason = unsupported_reason(poisson, fine)) {
        order.skipped = *reason;
        return order;
    }
    const auto other = other_grid(poisson);
    if (!other) {
        order.skipped = no_other_grid(poisson);
        return order;
    }
    if (const auto reason = other_unsupported_reason(other->poisson, ranks)) {
        order.skipped = *reason;
        return order;
    }
    order.refined = other->refined;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        order.cells.push_back(other->poisson.problem.grid.axes.at(axis).cells);
    }
    try {
        const ErrorCheck error = poisson.problem.precision == Precision::fp32
                                     ? error_on<float>(other->poisson, ranks)
                                     : error_on<double>(other->poisson, ranks);
        order.l2 = error.norms.l2;
        order.value = convergence_order(error.norms.l2, fine.norms.l2, other->log_ratio);
        order.doubt = doubt_of(*order.value, order.expected);
    } catch (const std::bad_alloc&) {  // not a reason to lose the solution
        if (ranks.are_several()) {
            throw;  // the others wait for this rank
        }
        order.skipped = "there is too little memory for a second solve";
    } catch (const InputError& error) {
        order.skipped = does_not_do(order, error.what());
    } catch (const RanksError& error) {  // of both kinds, on all ranks
        order.skipped = does_not_do(order, error.what());
    }
    return order;
}

namespace {

/// With fewer cells an error says nothing about the next grid.
constexpr std::int64_t least_cells = 8;
constexpr std::int64_t least_coarse_cells = 4;
/// The grid is refined to twice the cells along each axis if it then has at most this many values.
constexpr double most_refined_values = 4e6;

/// Numbers of cells of another grid, along x, y, z.
using Cells = std::array<std::int64_t, 3>;

/// The mean of the logarithms of the ratios of cells, and how much the ratios differ.
struct Ratio {
    double logarithm{};
    double spread{};
};

Ratio ratio_of(const PoissonCase& poisson, const Cells& cells)
{
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    double sum = 0.0;
    int count = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (poisson::is_absent(poisson.problem, static_cast<int>(axis))) {
            continue;
        }
        const double one = std::log(static_cast<double>(poisson.problem.grid.axes.at(axis).cells) /
                                    static_cast<double>(cells.at(axis)));
        least = std::min(least, one);
        most = std::max(most, one);
        sum += one;
        ++count;
    }
    return {.logarithm = sum / count, .spread = (most - least) / std::abs(sum / count)};
}

/// Whether the axis can only be halved: from a list of nodes every other one can be left out.
bool only_halves(const PoissonCase& poisson, std::size_t axis)
{
    const bool has_list_of_rho = poisson.problem.rho && poisson.rho.empty() &&
                                 poisson.problem.rho->axis == static_cast<int>(axis);
    return has_list_of_rho ||
           (poisson.problem.grid.axes.at(axis).stretched() && poisson.stretching.at(axis).empty());
}

/// The cells of all axes, each divided by approximately `ratio`.
std::optional<Cells> divided(const PoissonCase& poisson, double ratio)
{
    Cells cells{1, 1, 1};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t here = poisson.problem.grid.axes.at(axis).cells;
        if (poisson::is_absent(poisson.problem, static_cast<int>(axis))) {
            continue;
        }
        cells.at(axis) = std::lround(static_cast<double>(here) / ratio);
        if (cells.at(axis) < least_coarse_cells ||
            (only_halves(poisson, axis) && 2 * cells.at(axis) != here)) {
            return std::nullopt;
        }
    }
    return cells;
}

/// Half as many cells if all axes have an even number; else the numbers near that whose ratios
/// differ least, because one ratio stands for all of them in the order. Nothing if there are none.
std::optional<Cells> coarse_cells(const PoissonCase& poisson)
{
    constexpr double least_ratio = 1.5;
    constexpr double most_ratio = 2.5;
    std::int64_t longest = 0;
    for (const Axis& axis : poisson.problem.grid.axes) {
        longest = std::max(longest, axis.cells);
    }
    std::optional<Cells> best;
    double least_cost = 0.0;
    constexpr std::int64_t far = 500;  // enough to find ratios that hardly differ
    const std::int64_t first = std::max(least_coarse_cells, longest / 2 - far);
    for (std::int64_t cells = first; cells <= longest / 2 + far && cells < longest; ++cells) {
        const double ratio = static_cast<double>(longest) / static_cast<double>(cells);
        const auto candidate =
            ratio < least_ratio || ratio > most_ratio ? std::nullopt : divided(poisson, ratio);
        if (!candidate) {
            continue;
        }
        constexpr double distance_counts = 0.05;  // a small weight beside the spread
        const double cost =
            ratio_of(poisson, *candidate).spread + distance_counts * std::abs(ratio - 2.0);
        if (!best || cost < least_cost) {
            best = candidate;
            least_cost = cost;
        }
    }
    return best;
}

/// Twice as many cells, if that is not too many and the nodes are known there.
std::optional<Cells> fine_cells(const PoissonCase& poisson)
{
    Cells cells{1, 1, 1};
    double values = 1.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t here = poisson.problem.grid.axes.at(axis).cells;
        if (poisson::is_absent(poisson.problem, static_cast<int>(axis))) {
            continue;
        }
        if (here < least_coarse_cells || only_halves(poisson, axis)) {
            return std::nullopt;
        }
        cells.at(axis) = 2 * here;
        values *= static_cast<double>(cells.at(axis));
    }
    return values > most_refined_values ? std::nullopt : std::optional{cells};
}

bool is_coarse_enough(const PoissonCase& poisson)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!poisson::is_absent(poisson.problem, static_cast<int>(axis)) &&
            poisson.problem.grid.axes.at(axis).cells < least_cells) {
            return false;
        }
    }
    return true;
}

/// The nodes of a stretched axis with `cells` cells.
std::vector<double> nodes_of(const std::string& stretching, const Axis& axis, std::int64_t cells)
{
    std::vector<double> nodes;
    if (stretching.empty()) {
        const std::int64_t step = axis.cells / cells;
        for (std::int64_t node = 0; node <= axis.cells; node += step) {
            nodes.push_back(axis.node(node));
        }
        return nodes;
    }
    const Expression coordinate{stretching, {"s"}};
    for (std::int64_t node = 0; node <= cells; ++node) {
        nodes.push_back(coordinate.at(static_cast<double>(node) / static_cast<double>(cells)));
    }
    nodes.front() = axis.lower;
    nodes.back() = axis.upper;
    return nodes;
}

/// rho on `cells` cells of an axis that has its nodes for these already: from a list every other value.
std::vector<double> rho_of(const std::string& text, const poisson::AxisCoefficient& rho, Axis axis,
                           std::int64_t cells)
{
    const std::int64_t step = axis.cells / cells;
    axis.cells = cells;
    if (!text.empty()) {
        return sampled_rho(text, rho.axis, axis);
    }
    std::vector<double> values;
    for (std::int64_t half = 0; half <= 2 * cells; ++half) {
        values.push_back(rho.values.at(static_cast<std::size_t>(half * step)));
    }
    return values;
}

PoissonCase with_cells(PoissonCase poisson, const Cells& cells)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (poisson::is_absent(poisson.problem, static_cast<int>(axis))) {
            continue;
        }
        Axis& one = poisson.problem.grid.axes.at(axis);
        if (one.stretched()) {
            one.nodes = nodes_of(poisson.stretching.at(axis), one, cells.at(axis));
        }
        auto& rho = poisson.problem.rho;
        if (rho && rho->axis == static_cast<int>(axis)) {
            rho->values = rho_of(poisson.rho, *rho, one, cells.at(axis));
        }
        one.cells = cells.at(axis);
    }
    return poisson;
}

}  // namespace

bool has_files(const PoissonCase& poisson)
{
    return std::holds_alternative<FieldFile>(poisson.source) ||
           (poisson.exact && std::holds_alternative<FieldFile>(*poisson.exact)) ||
           (poisson.coefficient && std::holds_alternative<FieldFile>(*poisson.coefficient));
}

std::optional<OtherGrid> other_grid(const PoissonCase& poisson)
{
    const bool refined = !is_coarse_enough(poisson);
    const auto cells = refined ? fine_cells(poisson) : coarse_cells(poisson);
    if (!cells) {
        return std::nullopt;
    }
    return OtherGrid{.poisson = with_cells(poisson, *cells),
                     .log_ratio = ratio_of(poisson, *cells).logarithm,
                     .refined = refined};
}

std::string no_other_grid(const PoissonCase& poisson)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string name{casefile::axis_words.at(axis)};
        const std::string cells = std::to_string(poisson.problem.grid.axes.at(axis).cells);
        if (only_halves(poisson, axis)) {
            return name + " has " + cells +
                   " cells between listed nodes, of which no coarser grid can be made: give the "
                   "nodes as an expression in s";
        }
        if (!poisson::is_absent(poisson.problem, static_cast<int>(axis)) &&
            poisson.problem.grid.axes.at(axis).cells < least_coarse_cells) {
            return name + " has " + cells + " cells, which show no order: give it at least " +
                   std::to_string(least_coarse_cells);
        }
    }
    return "an axis has fewer than " + std::to_string(least_cells) +
           " cells, and twice as many on each axis are too many to solve again";
}

}  // namespace tobiuo
