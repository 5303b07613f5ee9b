// SPDX-License-Identifier: BSD-3-Clause
// The paper's tables and our figures as JSON, schema tobiuo-bench-fft-published-1
// (docs/fft-bench.md).
#pragma once

#include <vector>

#include "app/bench/fft/rows.hpp"
#include "studies/published/paper_tables.hpp"

namespace tobiuo::fft_bench {

[[nodiscard]] Json paper_json(const Machine& machine, const std::vector<PaperTable>& tables,
                              const Times& times, const bench::Origin& origin);

}  // namespace tobiuo::fft_bench
