// Keys that several solvers have: those of the section `grid`, their reader, and files of fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"
#include "solvers/grid.hpp"

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

/// Reads the bounds of `axis` from the key `name` of `extent`, if it is given; reports bounds that
/// leave no room for the cells.
void read_interval(const Section& extent, std::string_view name, Axis& axis);

[[nodiscard]] Location read_location(const Section& grid);

/// Reports, at the key `cells`, a grid of more values than any memory holds.
void check_size(const Section& section, const Grid& grid);

}  // namespace tobiuo::casefile
