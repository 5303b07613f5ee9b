// Reads the section `grid` of `solver: poisson`.
#pragma once

#include <string>
#include <string_view>

#include "app/case/poisson_case.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// Fills the grid of `poisson`, its dimensions, stretching and position. Problems are reported
/// through `root`; cells of a valid size then replace the case's, and the result is false.
[[nodiscard]] bool read_poisson_grid(const Section& root, PoissonCase& poisson);

/// The sentence about a key for an axis without cells.
[[nodiscard]] std::string absent_sentence(std::string_view axis, int dimensions);

}  // namespace tobiuo::casefile
