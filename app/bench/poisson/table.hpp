// The table of `tobiuo bench poisson`.
#pragma once

#include <string>

#include "app/bench/poisson/row.hpp"

namespace tobiuo::poisson_bench {

/// What the machine can do, and the headings.
[[nodiscard]] std::string table_head(const Machine& machine);

/// One line; "-" for what is absent.
[[nodiscard]] std::string table_row(const Row& row);

}  // namespace tobiuo::poisson_bench
