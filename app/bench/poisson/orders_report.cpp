// The convergence study as a table and as JSON.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/poisson/orders.hpp"
#include "app/json_text.hpp"

namespace tobiuo::poisson_bench {
namespace {

using bench::Json;

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

}  // namespace tobiuo::poisson_bench
