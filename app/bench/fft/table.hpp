// The table of `tobiuo bench fft`.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/row.hpp"

namespace tobiuo::fft_bench {

/// What the machine can do, a line for the device and one for the host.
[[nodiscard]] std::string machine_text(const Machine& machine);

/// The same, and the headings.
[[nodiscard]] std::string table_head(const Machine& machine);

/// One line; "-" for what is absent, "*" behind a size whose data fits into the L2 cache.
[[nodiscard]] std::string table_row(const Row& row);

/// What the mark means; empty where no row has it.
[[nodiscard]] std::string table_foot(const Machine& machine, const std::vector<Row>& rows);

}  // namespace tobiuo::fft_bench
