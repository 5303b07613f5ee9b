// SPDX-License-Identifier: BSD-3-Clause
// The convergence study of `tobiuo bench poisson --orders`: measured orders beside theory.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/harness.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "solvers/poisson/check/manufactured.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// A pair of conditions at the ends of an axis: "dirichlet-neumann", or "neumann" for both.
struct Ends {
    std::string_view name;
    poisson::Sides sides;
};

/// The five pairs of conditions.
[[nodiscard]] const std::vector<Ends>& all_ends();

/// A manufactured solution in two dimensions, on grids each of which has twice the cells of the one
/// before.
struct OrderProblem {
    Location location{};
    poisson::Operator op{};
    poisson::AtWalls walls{};
    Ends x;
    Ends y;
    std::int64_t cells{};  ///< cells per axis of the coarsest grid
};

struct OrderRow {
    OrderProblem problem;
    std::vector<std::int64_t> cells;  ///< cells per axis of each grid
    std::vector<double> errors;       ///< root mean squares, for functions of size one
    /// The order by theory; nothing for exponential convergence down to rounding.
    std::optional<int> expected = {};

    /// The order between the two finest grids; nothing if none is expected.
    [[nodiscard]] std::optional<double> observed() const;
    [[nodiscard]] std::optional<double> deviation() const;
    /// Whether the deviation is below 0.1, or the error of the finest grid is at rounding level.
    [[nodiscard]] bool as_theory_says() const;
};

/// The problems with all pairs of ends of x and y; for the spectral operator first with symmetric
/// walls and then, if there are walls, with general ones. If `cells` is 0, the grids have as few
/// cells as show the order.
[[nodiscard]] std::vector<OrderProblem> order_problems(Location location, poisson::Operator op,
                                                       std::int64_t cells);

/// Measures the order on three grids. Throws std::invalid_argument for grids too coarse for the
/// problem.
[[nodiscard]] OrderRow measure_order(const OrderProblem& problem);

/// The keys of a row of schema tobiuo-orders-1 (docs/poisson-bench.md).
[[nodiscard]] bench::Json row_of(const OrderRow& row);

/// The columns of the table, whose errors stand in the order of the grids.
[[nodiscard]] std::vector<bench::Column> order_columns();

/// The summary: how many rows agree with theory, the largest deviation and its row, and the largest
/// error of the rows with exponential convergence; empty without rows.
[[nodiscard]] std::string orders_foot(std::span<const bench::Json> rows);

/// The whole file.
[[nodiscard]] bench::Json orders_json(const bench::Machine& machine, const bench::Results& results,
                                      const bench::Origin& origin);

}  // namespace tobiuo::poisson_bench
