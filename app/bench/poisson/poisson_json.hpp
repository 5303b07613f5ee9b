// The Poisson benchmark as JSON, schema tobiuo-bench-poisson-2 (docs/poisson-bench.md).
#pragma once

#include <string>
#include <vector>

#include "app/bench/poisson/row.hpp"

namespace tobiuo::poisson_bench {

/// The whole file, indented, with a newline at its end. `versions` is an object as versions_json()
/// gives it; those of the implementations are added.
[[nodiscard]] std::string poisson_json(const Machine& machine, const std::vector<Row>& rows,
                                       const std::string& versions, const std::string& date);

}  // namespace tobiuo::poisson_bench
