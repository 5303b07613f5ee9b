// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench poisson --orders`: orders of convergence measured, as a table and as JSON.
#include "app/bench/poisson/orders.hpp"

#include <omp.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/bench/poisson/bench_poisson.hpp"
#include "app/json_text.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace poisson_bench {
namespace {

using bench::Json;
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

std::string joined(const Json& numbers, const char* between, const auto& text_of)
{
    std::string text;
    for (const Json& number : numbers) {
        text += (text.empty() ? "" : between) + text_of(number);
    }
    return text;
}

std::string cells_cell(const Json& row)
{
    return joined(row["cells"], ",", [](const Json& cells) { return json_text(cells, -1); });
}

std::string errors_cell(const Json& row)
{
    return joined(row["errors"], "  ",
                  [](const Json& error) { return fmt::format("{:.2e}", error.get<double>()); });
}

std::string theory_cell(const Json& row)
{
    return row["theory"].is_string() ? row["theory"].get<std::string>()
                                     : json_text(row["theory"], -1);
}

/// The row with the largest deviation.
const Json* worst(std::span<const Json> rows)
{
    const Json* found = nullptr;
    for (const Json& row : rows) {
        if (!row["deviation"].is_null() &&
            (found == nullptr || row["deviation"] > (*found)["deviation"])) {
            found = &row;
        }
    }
    return found;
}

/// The largest error on the finest grids of the rows without an order.
std::optional<double> largest_spectral_error(std::span<const Json> rows)
{
    std::optional<double> largest;
    for (const Json& row : rows) {
        if (row["deviation"].is_null()) {
            largest = std::max(largest.value_or(0.0), row["errors"].back().get<double>());
        }
    }
    return largest;
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

Json row_of(const OrderRow& row)
{
    const OrderProblem& problem = row.problem;
    return {{"location", word_of(problem.location)},
            {"operator", word_of(problem.op)},
            {"walls", problem.walls == poisson::AtWalls::general ? "general" : "symmetric"},
            {"x", problem.x.name},
            {"y", problem.y.name},
            {"cells", row.cells},
            {"errors", row.errors},
            {"order", or_null(row.observed())},
            {"theory", row.expected ? Json(*row.expected) : Json("exponential")},
            {"deviation", or_null(row.deviation())},
            {"as_theory_says", row.as_theory_says()}};
}

std::vector<bench::Column> order_columns()
{
    return {{"location", -8, bench::word("location")},
            {"operator", -12, bench::word("operator")},
            {"walls", -9, bench::word("walls")},
            {"x", -17, bench::word("x")},
            {"y", -17, bench::word("y")},
            {"cells", 13, cells_cell},
            {"errors", 30, errors_cell},
            {"order", 8, bench::fixed("order", 3)},
            {"theory", 11, theory_cell}};
}

std::string orders_foot(std::span<const Json> rows)
{
    if (rows.empty()) {
        return "";
    }
    std::string text = fmt::format(
        "{} of {} as theory says",
        std::ranges::count_if(rows, [](const Json& row) { return row["as_theory_says"] == true; }),
        rows.size());
    if (const Json* row = worst(rows)) {
        const auto word = [&](const char* key) { return row->at(key).get<std::string>(); };
        text += fmt::format("; worst deviation of an order {:.3f} ({}, {}, {} walls, {} x {})",
                            row->at("deviation").get<double>(), word("location"), word("operator"),
                            word("walls"), word("x"), word("y"));
    }
    if (const auto error = largest_spectral_error(rows)) {
        text += fmt::format("; largest spectral error on the finest grid {:.2e}", *error);
    }
    return text + "\n";
}

Json orders_json(const bench::Machine& machine, const bench::Results& results,
                 const bench::Origin& origin)
{
    const Json* const furthest = worst(results.rows);
    Json json = document("tobiuo-orders-1", machine, origin, results);
    json["worst_deviation"] = furthest != nullptr ? furthest->at("deviation") : Json(nullptr);
    json["largest_spectral_error"] = or_null(largest_spectral_error(results.rows));
    json["as_theory_says"] = std::ranges::all_of(
        results.rows, [](const Json& row) { return row["as_theory_says"] == true; });
    json["rows"] = results.rows;
    return json;
}

}  // namespace poisson_bench

namespace {

/// The row of a problem. Throws InputError for the option if grids are too coarse for the operator.
poisson_bench::OrderRow measured(const poisson_bench::OrderProblem& problem)
{
    try {
        return measure_order(problem);
    } catch (const std::invalid_argument& error) {
        throw bench::wrong_option("--order-cells", error.what());
    }
}

}  // namespace

ExitCode bench_poisson_orders_command(const BenchPoissonOptions& options)
{
    install_signal_handlers();
    if (options.host.threads > 0) {
        omp_set_num_threads(options.host.threads);
    }
    const auto json = bench_file(options.json);
    bench::Benchmark benchmark{.columns = poisson_bench::order_columns()};
    for (const poisson::Operator op : options.operators.chosen()) {
        for (const Location location : options.locations.chosen()) {
            for (const auto& problem :
                 poisson_bench::order_problems(location, op, options.order_cells)) {
                benchmark.problems.emplace_back([problem](bench::Results& results) {
                    results.rows.push_back(row_of(measured(problem)));
                });
            }
        }
    }
    benchmark.foot = [](const bench::Results& results) {
        return poisson_bench::orders_foot(results.rows);
    };
    benchmark.document = [](const bench::Results& results) {
        return poisson_bench::orders_json(bench::machine_of(std::nullopt), results,
                                          bench::origin_of(false));
    };
    return bench::run(benchmark, json);
}

}  // namespace tobiuo
