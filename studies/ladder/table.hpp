// SPDX-License-Identifier: BSD-3-Clause
// The table of the ladder: our column beside the paper's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/ladder/result.hpp"
#include "studies/published/published.hpp"

namespace tobiuo::ladder {

/// The paper's columns: table 3 of Naruse et al. 2008, size M.
[[nodiscard]] std::vector<PublishedSeries> published_columns();

[[nodiscard]] std::string table_head(const std::string& size, const std::string& device,
                                     const std::vector<PublishedSeries>& published);

/// The row of a result; `base_gflops` is the base implementation's, if it is measured already.
[[nodiscard]] std::string table_row(const Result& result, std::optional<double> base_gflops,
                                    const std::vector<PublishedSeries>& published);

/// The meaning of the columns.
[[nodiscard]] std::string table_foot();

}  // namespace tobiuo::ladder
