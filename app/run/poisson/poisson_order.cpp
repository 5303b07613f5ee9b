#include "app/run/poisson/poisson_order.hpp"

#include <tobiuo/poisson/distributed_solver.hpp>

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <optional>
#include <string>

#include "app/errors.hpp"
#include "app/ranks/world.hpp"
#include "app/run/convergence_order.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_other_grid.hpp"
#include "app/run/poisson/poisson_solve.hpp"

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
        return "source or exact is a file, which has values on this grid only";
    }
    if (!std::isfinite(fine.norms.l2)) {
        return "the error is not finite";
    }
    if (fine.relative_l2 <= rounding_of(poisson.problem.precision)) {
        return "the error is of the size of rounding";
    }
    return std::nullopt;
}

template <typename Real>
ErrorCheck error_on(const PoissonCase& poisson, const PoissonRanks& ranks)
{
    const PoissonInput input = read_input(poisson, ranks);
    PoissonSolve<Real> solve{poisson, input.source, input.faces, {.ranks = ranks}};
    static_cast<void>(solve.time_and_wait());
    solve.fetch_and_wait();
    solve.add_boundary_share();
    double offset = 0.0;
    return error_of(poisson.problem, solve.solution(), input.exact->planes(), offset, ranks);
}

/// Why the ranks cannot solve on the other grid.
std::optional<std::string> other_unsupported_reason(const PoissonCase& other,
                                                    const PoissonRanks& ranks)
{
    return ranks.are_several()
               ? poisson::distributed_unsupported_reason(other.problem, Backend::cpu)
               : std::nullopt;
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

}  // namespace tobiuo
