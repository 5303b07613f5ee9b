// Pieces of YAML that give the same values when they are read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "solvers/grid.hpp"

namespace tobiuo::casefile {

/// The text as a double-quoted scalar, which is safe for every text; bytes that are not UTF-8 are
/// written as by utf8_text(), for YAML has characters only.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

/// The number so that it reads back exactly, also by readers of YAML 1.1, to which 1e-05 is a text.
[[nodiscard]] std::string yaml_number(double value);

/// The line of grid.extent for axis 0, 1 or 2.
[[nodiscard]] std::string yaml_interval(std::size_t axis, const Axis& bounds);

}  // namespace tobiuo::casefile
