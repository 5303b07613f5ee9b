// Reads the section `grid` of `solver: poisson`.
#pragma once

#include <string>
#include <string_view>

#include "app/case/poisson_case.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// Fills the grid of `poisson`, its dimensions, stretching and position. What is bad is reported
/// through `root` and leaves cells of a valid size; false if these are not the case's.
[[nodiscard]] bool read_poisson_grid(const Section& root, PoissonCase& poisson);

/// What to say of a key that is for an axis without cells.
[[nodiscard]] std::string absent_sentence(std::string_view axis, int dimensions);

}  // namespace tobiuo::casefile
