// SPDX-License-Identifier: BSD-3-Clause
// The surfaces of bodies as a grid has them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/level_set.hpp>

#include "app/output/field/surface_file.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// More faces are slow to look at, and a filter of the field `solid` shows as much.
inline constexpr std::size_t most_body_faces = 4'000'000;

/// Finds the faces between cells of bodies and others, and those at ends of the box, along the axes of a
/// case of so many dimensions. `numbers` reads the number of the body that has each cell, counted from 1.
///
/// Points  are nodes of the grid where the body that has the face is null in `rounded`. Else they lie in
///         the middle of where lines between the centres of the eight cells around the node go through its
///         surface, which is found to a part of a thousand of a cell.
/// Source  S. F. F. Gibson, Constrained elastic surface nets, MICCAI 1998, of points in cells.
///
/// Nothing if there are more than most_body_faces.
[[nodiscard]] std::optional<BodyFaces> find_body_faces(const Grid& grid, int dimensions,
                                                       const std::array<bool, 3>& is_periodic,
                                                       const poisson::PlaneReader& numbers,
                                                       const std::vector<InsideFunction>& rounded);

/// The file of what `find` finds, with vtp_text(); nothing, after a warning that names the file, if there
/// are too many faces or there is too little memory for them. Throws OutputError.
[[nodiscard]] std::optional<std::string> surfaces_text(
    const std::string& file, const std::function<std::optional<BodyFaces>()>& find,
    const std::map<std::string, std::string>& metadata);

/// About the bytes of host memory that they take, of bodies with so many cells beside them.
[[nodiscard]] std::int64_t surfaces_bytes(std::int64_t beside);

}  // namespace tobiuo
