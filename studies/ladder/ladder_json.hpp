// SPDX-License-Identifier: BSD-3-Clause
// The ladder as JSON, schema tobiuo-bench-ladder-1.
#pragma once

#include <vector>

#include "app/bench/harness.hpp"
#include "kernels/stencil/shape.hpp"
#include "studies/ladder/result.hpp"
#include "studies/published/published.hpp"

namespace tobiuo::ladder {

[[nodiscard]] bench::Json ladder_json(const bench::Machine& machine, Precision precision,
                                      const std::vector<Climbed>& sizes,
                                      const std::vector<PublishedSeries>& published,
                                      const bench::Origin& origin);

}  // namespace tobiuo::ladder
