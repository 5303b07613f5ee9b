// Pieces of YAML that read back to the same values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "solvers/grid.hpp"

namespace tobiuo::casefile {

/// A double-quoted scalar: safe for every text.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

/// The line of grid.extent for axis 0, 1 or 2.
[[nodiscard]] std::string yaml_interval(std::size_t axis, const Axis& bounds);

}  // namespace tobiuo::casefile
