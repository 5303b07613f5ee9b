// The ladder as JSON, schema tobiuo-bench-ladder-1.
#pragma once

#include <string>
#include <vector>

#include "app/studies/ladder/result.hpp"
#include "app/studies/published/published.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::ladder {

/// `versions` is versions_json(), `date` utc_now().
[[nodiscard]] std::string ladder_json(const std::string& device, Precision precision,
                                      const std::vector<Climbed>& sizes,
                                      const std::vector<PublishedSeries>& published,
                                      const std::string& versions, const std::string& date);

}  // namespace tobiuo::ladder
