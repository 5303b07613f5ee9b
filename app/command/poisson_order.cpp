#include "app/command/poisson_order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/keys.hpp"
#include "app/command/poisson_input.hpp"
#include "app/command/poisson_solve.hpp"
#include "app/errors.hpp"

namespace tobiuo {
namespace {

/// Fewer cells than that show no order.
constexpr std::int64_t least_cells = 8;

bool has_walls(const poisson::Problem& problem)
{
    return std::ranges::any_of(problem.sides, [](const poisson::Sides& sides) {
        return sides.lower != poisson::Condition::periodic;
    });
}

/// Of the spectral operator it depends on what f does beyond the walls, where its odd (Dirichlet) or
/// even (Neumann) continuation may have a jump or a kink: that leaves an order of 2.
std::string expected_order(const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    if (poisson::stretched_axis(problem) || problem.op == poisson::Operator::second_order) {
        return "2";
    }
    if (problem.op == poisson::Operator::fourth_order) {
        return "4";
    }
    if (has_boundary_values(poisson)) {  // their share goes through the fourth-order operator
        return "4 or 2";
    }
    return has_walls(problem) ? "exponential or 2" : "exponential";
}

/// The sine and cosine transforms lose about so many eps of the solution.
double rounding_of(Precision precision)
{
    const double eps = precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                    : std::numeric_limits<double>::epsilon();
    constexpr double some = 1000.0;
    return some * eps;
}

std::optional<std::string> objection(const PoissonCase& poisson, const ErrorCheck& fine)
{
    if (std::holds_alternative<FieldFile>(poisson.source) ||
        std::holds_alternative<FieldFile>(*poisson.exact)) {
        return "source or exact is a file, which has values on this grid only";
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = poisson.problem.grid.axes.at(axis).cells;
        if (!is_absent(poisson.problem, static_cast<int>(axis)) &&
            (cells < least_cells || cells % 2 != 0)) {
            return std::string{casefile::axis_words.at(axis)} + " has " + std::to_string(cells) +
                   " cells, which is not an even number from " + std::to_string(least_cells) +
                   " on";
        }
    }
    if (!std::isfinite(fine.norms.l2)) {
        return "the error is not finite";
    }
    if (fine.relative_l2 <= rounding_of(poisson.problem.precision)) {
        return "the error is of the size of rounding";
    }
    return std::nullopt;
}

PoissonCase coarsened(PoissonCase poisson)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (is_absent(poisson.problem, static_cast<int>(axis))) {
            continue;
        }
        Axis& one = poisson.problem.grid.axes.at(axis);
        one.cells /= 2;
        std::vector<double> every_other;
        for (std::size_t node = 0; node < one.nodes.size(); node += 2) {
            every_other.push_back(one.nodes[node]);
        }
        one.nodes = std::move(every_other);
    }
    return poisson;
}

template <typename Real>
ErrorCheck error_on(const PoissonCase& poisson)
{
    const PoissonInput input = read_input(poisson);
    PoissonSolve<Real> solve{poisson, input};
    static_cast<void>(solve.time_and_wait());
    solve.fetch_and_wait();
    solve.add_boundary_share();
    double offset = 0.0;
    return error_of(poisson.problem, solve.solution(), input.exact, offset);
}

}  // namespace

ObservedOrder no_order(const PoissonCase& poisson, std::string reason)
{
    return {.expected = expected_order(poisson), .skipped = std::move(reason)};
}

ObservedOrder observed_order(const PoissonCase& poisson, const ErrorCheck& fine)
{
    ObservedOrder order{.expected = expected_order(poisson)};
    if (const auto reason = objection(poisson, fine)) {
        order.skipped = *reason;
        return order;
    }
    const PoissonCase coarse = coarsened(poisson);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(coarse.dimensions); ++axis) {
        order.coarse_cells.push_back(coarse.problem.grid.axes.at(axis).cells);
    }
    try {
        const ErrorCheck error = coarse.problem.precision == Precision::fp32
                                     ? error_on<float>(coarse)
                                     : error_on<double>(coarse);
        order.coarse_l2 = error.norms.l2;
        order.value = std::log2(error.norms.l2 / fine.norms.l2);
    } catch (const InputError& error) {  // no reason to lose the solution
        order.skipped = std::string{"half as many cells do not do ("} + error.what() + ")";
    }
    return order;
}

}  // namespace tobiuo
