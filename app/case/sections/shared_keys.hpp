// SPDX-License-Identifier: BSD-3-Clause
// Keys that several solvers have: those of the sections `grid` and `checkpoint`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/case/values/values.hpp"
#include "app/case/yaml/codec.hpp"
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

/// The section `grid` of solvers in a box: cells, extent, coordinates, and perhaps a location.
[[nodiscard]] Key box_grid_key(bool with_location);

/// Whether the case gives cells of a valid size; the section has been read.
[[nodiscard]] bool has_cells(const Section& root);

/// Reads the bounds of `axis` from the key `name` of `extent`, if it is given; reports bounds that
/// leave no room for the cells.
void read_interval(const Section& extent, std::string_view name, Axis& axis);

[[nodiscard]] Location read_location(const Section& grid);

/// Reports, at the key `cells`, a grid of more values than any memory holds.
void check_size(const Section& section, const Grid& grid);

/// The bounds of an axis as YAML.
[[nodiscard]] std::string yaml_interval(const Axis& axis);

/// A section without valid cells gets some. Without a key `location` values are in cells. Tells the
/// context how many axes the case has.
template <>
struct Codec<BoxGrid> {
    static void describe(Key& /*key*/) {}
    static bool read(const Section& root, const Key& key, BoxGrid& box);
    static std::string yaml(const Key& key, const BoxGrid& box, const Context& context);
};

/// The key `checkpoint` of a solver: true, false, or a map.
[[nodiscard]] Key checkpoint_key();

}  // namespace tobiuo::casefile
