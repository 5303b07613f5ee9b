#include "app/bench/poisson/orders_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "app/bench/poisson/bench_problem.hpp"
#include "app/output/json_value.hpp"

namespace tobiuo::poisson_bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* columns = "{:<8} {:<12} {:<9} {:<17} {:<17} {:>13} {:>30} {:>8} {:>11}\n";

std::string_view walls_word(poisson::AtWalls walls)
{
    return walls == poisson::AtWalls::general ? "general" : "symmetric";
}

template <typename Number>
std::string joined(const std::vector<Number>& numbers, const char* form, const char* between)
{
    std::string text;
    for (const Number number : numbers) {
        text += (text.empty() ? "" : between) + fmt::format(fmt::runtime(form), number);
    }
    return text;
}

std::string theory_of(const OrderRow& row)
{
    return row.expected ? std::to_string(*row.expected) : "exponential";
}

const OrderRow* worst(const std::vector<OrderRow>& rows)
{
    const OrderRow* found = nullptr;
    for (const OrderRow& row : rows) {
        if (row.expected && (found == nullptr || *row.deviation() > *found->deviation())) {
            found = &row;
        }
    }
    return found;
}

/// Of the finest grids of rows without an order.
std::optional<double> largest_spectral_error(const std::vector<OrderRow>& rows)
{
    std::optional<double> largest;
    for (const OrderRow& row : rows) {
        if (!row.expected) {
            largest = std::max(largest.value_or(0.0), row.errors.back());
        }
    }
    return largest;
}

Json row_json(const OrderRow& row)
{
    const OrderProblem& problem = row.problem;
    return {{"location", word_of(problem.location)},
            {"operator", word_of(problem.op)},
            {"walls", walls_word(problem.walls)},
            {"x", problem.x.name},
            {"y", problem.y.name},
            {"cells", row.cells},
            {"errors", row.errors},
            {"order", or_null(row.observed())},
            {"theory", row.expected ? Json(*row.expected) : Json("exponential")},
            {"deviation", or_null(row.deviation())},
            {"as_theory_says", row.as_theory_says()}};
}

}  // namespace

std::string orders_head()
{
    return fmt::format(fmt::runtime(columns), "location", "operator", "walls", "x", "y", "cells",
                       "errors", "order", "theory");
}

std::string orders_row(const OrderRow& row)
{
    const OrderProblem& problem = row.problem;
    const auto order = row.observed();
    return fmt::format(fmt::runtime(columns), word_of(problem.location), word_of(problem.op),
                       walls_word(problem.walls), problem.x.name, problem.y.name,
                       joined(row.cells, "{}", ","), joined(row.errors, "{:.2e}", "  "),
                       order ? fmt::format("{:.3f}", *order) : "-", theory_of(row));
}

std::string orders_foot(const std::vector<OrderRow>& rows)
{
    if (rows.empty()) {
        return "";
    }
    std::string text =
        fmt::format("{} of {} as theory says",
                    std::ranges::count_if(rows, &OrderRow::as_theory_says), rows.size());
    if (const OrderRow* row = worst(rows)) {
        text +=
            fmt::format("; worst deviation of an order {:.3f} ({}, {}, {} walls, {} x {})",
                        *row->deviation(), word_of(row->problem.location), word_of(row->problem.op),
                        walls_word(row->problem.walls), row->problem.x.name, row->problem.y.name);
    }
    if (const auto error = largest_spectral_error(rows)) {
        text += fmt::format("; largest spectral error on the finest grid {:.2e}", *error);
    }
    return text + "\n";
}

std::string orders_json(const std::string& host, const std::vector<OrderRow>& rows,
                        const std::string& versions, const std::string& date)
{
    const OrderRow* const furthest = worst(rows);
    Json json;
    json["schema"] = "tobiuo-orders-1";
    json["host"] = host;
    json["versions"] = Json::parse(versions);
    json["git"] = json["versions"].at("git");
    json["date"] = date;
    json["worst_deviation"] = furthest != nullptr ? Json(*furthest->deviation()) : Json(nullptr);
    json["largest_spectral_error"] = or_null(largest_spectral_error(rows));
    json["as_theory_says"] = std::ranges::all_of(rows, &OrderRow::as_theory_says);
    json["rows"] = Json::array();
    for (const OrderRow& row : rows) {
        json["rows"].push_back(row_json(row));
    }
    return json.dump(2) + "\n";
}

}  // namespace tobiuo::poisson_bench
