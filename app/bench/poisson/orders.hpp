// The convergence study of `tobiuo bench poisson --orders`: measured orders beside theory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "solvers/poisson/manufactured.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// A pair of conditions at the ends of an axis: "dirichlet-neumann", or "neumann" for both.
struct Ends {
    std::string_view name;
    poisson::Sides sides;
};

/// The five that there are.
[[nodiscard]] const std::vector<Ends>& all_ends();

/// A manufactured solution in two dimensions, on grids of which each has twice the cells of the one
/// before.
struct OrderProblem {
    Location location{};
    poisson::Operator op{};
    poisson::AtWalls walls{};
    Ends x;
    Ends y;
    std::int64_t cells{};  ///< per axis of the coarsest grid
};

struct OrderRow {
    OrderProblem problem;
    std::vector<std::int64_t> cells;  ///< per axis, of each grid
    std::vector<double> errors;       ///< root mean squares, of functions of size one
    /// What theory says; nothing: exponential, faster than with any order, down to rounding.
    std::optional<int> expected = {};

    /// Of the two finest grids; nothing where none is expected.
    [[nodiscard]] std::optional<double> observed() const;
    [[nodiscard]] std::optional<double> deviation() const;
    /// The deviation is below 0.1, or the error of the finest grid is one of rounding.
    [[nodiscard]] bool as_theory_says() const;
};

/// All pairs of ends of x and y; of the spectral operator first with symmetric walls, then, where
/// there are any, with general ones. `cells` 0: as few as reach the order.
[[nodiscard]] std::vector<OrderProblem> order_problems(Location location, poisson::Operator op,
                                                       std::int64_t cells);

/// On three grids. Throws std::invalid_argument for grids too coarse for the problem.
[[nodiscard]] OrderRow measure_order(const OrderProblem& problem);

}  // namespace tobiuo::poisson_bench
