// Keys that several solvers have: those of the section `grid`, and files of fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {

/// The most cells of one axis, so that the number of values of three axes is far from overflow.
inline constexpr std::int64_t most_cells = 1'000'000;

inline constexpr std::string_view extent_summary =
    "The domain's bounds; without it cells are cubes and the longest axis goes from 0 to 1";

/// The key of an interval [lower, upper] along an axis.
[[nodiscard]] Key interval_key(std::string axis);
[[nodiscard]] Key location_key();

/// The section `grid` of solvers in a box, without a location: cells, extent and coordinates.
[[nodiscard]] Table box_grid_table();

/// The paths of files of fields: one file, or the index of a field in pieces.
[[nodiscard]] Pattern fields_pattern();

}  // namespace tobiuo::casefile
