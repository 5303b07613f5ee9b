#include "app/bench/poisson/orders.hpp"

#include <cmath>

namespace tobiuo::poisson_bench {
namespace {

using poisson::AtWalls;
using poisson::Condition;
using poisson::Operator;

/// The cells of the coarsest grid. They are more if terms of neighbouring orders cancel, because
/// the order then shows late.
std::int64_t usual_cells(Operator op, AtWalls walls)
{
    switch (op) {
        case Operator::second_order:
            return 24;
        case Operator::fourth_order:
            return 160;
        case Operator::spectral:
            break;
    }
    return walls == AtWalls::symmetric ? 8 : 32;
}

/// A problem in two dimensions with different lengths, neither of which starts at 0.
poisson::Problem plane(const OrderProblem& order, std::int64_t cells)
{
    poisson::Problem problem;
    problem.grid = grid_of_cells({cells, cells, 1}, order.location);
    problem.grid.axes[0] = {.cells = cells, .lower = 0.2, .upper = 1.5};
    problem.grid.axes[1] = {.cells = cells, .lower = -0.5, .upper = 0.4};
    problem.sides = {order.x.sides, order.y.sides, {}};
    problem.op = order.op;
    return problem;
}

bool has_walls(const OrderProblem& problem)
{
    return problem.x.sides.lower != Condition::periodic ||
           problem.y.sides.lower != Condition::periodic;
}

/// The theory: the spectral operator keeps its order if the continuation of f beyond the walls is
/// smooth. If the continuation jumps or has a kink, its aliased modes leave an error of order two.
std::optional<int> expected_order(const OrderProblem& problem)
{
    switch (problem.op) {
        case Operator::second_order:
            return 2;
        case Operator::fourth_order:
            return 4;
        case Operator::spectral:
            break;
    }
    return problem.walls == AtWalls::symmetric ? std::nullopt : std::optional{2};
}

}  // namespace

const std::vector<Ends>& all_ends()
{
    constexpr Condition periodic = Condition::periodic;
    constexpr Condition dirichlet = Condition::dirichlet;
    constexpr Condition neumann = Condition::neumann;
    static const std::vector<Ends> all{{"periodic", {periodic, periodic}},
                                       {"dirichlet", {dirichlet, dirichlet}},
                                       {"neumann", {neumann, neumann}},
                                       {"dirichlet-neumann", {dirichlet, neumann}},
                                       {"neumann-dirichlet", {neumann, dirichlet}}};
    return all;
}

std::optional<double> OrderRow::observed() const
{
    return expected ? std::optional{std::log2(errors[errors.size() - 2] / errors.back())}
                    : std::nullopt;
}

std::optional<double> OrderRow::deviation() const
{
    return expected ? std::optional{std::abs(*observed() - *expected)} : std::nullopt;
}

bool OrderRow::as_theory_says() const
{
    constexpr double rounding = 1e-13;
    constexpr double allowed = 0.1;
    return expected ? *deviation() <= allowed : errors.back() <= rounding;
}

std::vector<OrderProblem> order_problems(Location location, Operator op, std::int64_t cells)
{
    std::vector<OrderProblem> problems;
    for (const AtWalls walls : {AtWalls::symmetric, AtWalls::general}) {
        if (walls == AtWalls::symmetric && op != Operator::spectral) {
            continue;
        }
        for (const Ends& x : all_ends()) {
            for (const Ends& y : all_ends()) {
                const OrderProblem problem{.location = location,
                                           .op = op,
                                           .walls = walls,
                                           .x = x,
                                           .y = y,
                                           .cells = cells > 0 ? cells : usual_cells(op, walls)};
                if (op != Operator::spectral || walls == AtWalls::symmetric || has_walls(problem)) {
                    problems.push_back(problem);
                }
            }
        }
    }
    return problems;
}

OrderRow measure_order(const OrderProblem& problem)
{
    constexpr int grids = 3;
    OrderRow row{
        .problem = problem, .cells = {}, .errors = {}, .expected = expected_order(problem)};
    for (int grid = 0; grid < grids; ++grid) {
        row.cells.push_back(problem.cells << grid);
        row.errors.push_back(
            poisson::discretisation_error(plane(problem, row.cells.back()), problem.walls));
    }
    return row;
}

}  // namespace tobiuo::poisson_bench
