// The convergence study as a table and as JSON, schema tobiuo-orders-1 (docs/poisson-bench.md).
#pragma once

#include <string>
#include <vector>

#include "app/bench/poisson/orders.hpp"

namespace tobiuo::poisson_bench {

[[nodiscard]] std::string orders_head();

/// One line; the errors stand in the order of the grids.
[[nodiscard]] std::string orders_row(const OrderRow& row);

/// How many rows are as theory says, the largest deviation and where, and the largest error of those
/// whose error falls exponentially; empty without rows.
[[nodiscard]] std::string orders_foot(const std::vector<OrderRow>& rows);

/// The whole file, indented, with a newline at its end. `versions` is an object as versions_json()
/// gives it.
[[nodiscard]] std::string orders_json(const std::string& host, const std::vector<OrderRow>& rows,
                                      const std::string& versions, const std::string& date);

}  // namespace tobiuo::poisson_bench
