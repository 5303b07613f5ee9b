// The paper's tables with ours as JSON, schema tobiuo-bench-fft-published-1 (docs/fft-bench.md).
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/row.hpp"
#include "app/studies/published/paper_tables.hpp"

namespace tobiuo::fft_bench {

/// The whole file, indented, with a newline at its end. `versions` is versions_json().
[[nodiscard]] std::string paper_json(const Machine& machine, const std::vector<PaperTable>& tables,
                                     const Times& times, const std::string& versions,
                                     const std::string& date);

}  // namespace tobiuo::fft_bench
