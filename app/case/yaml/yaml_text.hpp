// Pieces of YAML that read back to the same values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "solvers/grid.hpp"

namespace tobiuo::casefile {

/// A double-quoted scalar: safe for every text.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

/// A number that reads back to the same one, also by readers of YAML 1.1, for whom 1e-05 is a text.
[[nodiscard]] std::string yaml_number(double value);

/// The line of grid.extent for axis 0, 1 or 2.
[[nodiscard]] std::string yaml_interval(std::size_t axis, const Axis& bounds);

}  // namespace tobiuo::casefile
