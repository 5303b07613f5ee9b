// SPDX-License-Identifier: BSD-3-Clause
// The grid and every array that a .vti or .vtr declares, of whatever kind.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/vti_document.hpp"
#include "app/output/field/vti_storage.hpp"
#include "app/output/field/xml_tags.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

/// The first and the last node along x, then y, then z.
using Extent = std::array<int, 6>;

/// The coordinates of the nodes along x, y and z.
using Nodes = std::array<std::vector<double>, 3>;

/// The extent in the attribute `name`, which must exist.
[[nodiscard]] Extent extent_of(const XmlElement& element, const char* name);

/// The number of cells along each axis; 0 if there is one point.
[[nodiscard]] std::array<std::int64_t, 3> cells_of(const Extent& extent);

/// The axes of an image, whose element is `grid`. An axis of one point gets a cell above it. Throws
/// for a rotated grid, which the solvers do not support.
[[nodiscard]] std::array<Axis, 3> equal_axes(const XmlElement& grid, const Extent& extent);

/// The axes of a rectilinear grid, which has at least one node along each. They have no nodes where
/// these are those of equal cells; an axis of one point gets a cell above it.
[[nodiscard]] std::array<Axis, 3> unequal_axes(Nodes nodes);

struct Header {
    Grid grid;  ///< at the location of the values that are wanted
    /// The numbers of values along x, y, z: those of `grid`, but 1 along an axis with one point.
    /// `grid` has one cell there.
    std::array<std::int64_t, 3> counts{};
    Extent extent{};  ///< of the file, which may be a piece of a larger grid
    Nodes nodes{};    ///< of a .vtr, as the file has them; of a .vti they are empty
    Storage storage;
    std::vector<ArrayInfo> arrays;
    std::optional<ArrayInfo> time = {};  ///< the double called TimeValue in the field data

    /// The number of values of an array.
    [[nodiscard]] std::int64_t values() const { return counts[0] * counts[1] * counts[2]; }
};

/// Reads the tags. Throws std::runtime_error with one sentence if `path` is no whole .vti or .vtr,
/// nor an index of such files.
[[nodiscard]] Document read_document(const std::filesystem::path& path);

/// Reads the header of one piece of a file that is no index, whose values are wanted at `location`.
/// Throws std::runtime_error with one sentence if it has no usable grid, or if the sizes of a field
/// are impossible. It allocates nothing in proportion to the declared sizes except the coordinates
/// of a .vtr, which the file contains.
[[nodiscard]] Header read_header(const std::filesystem::path& path, const Document& document,
                                 const XmlElement& piece, Location location);

/// Throws std::runtime_error if a header announces more values than the file can hold.
void check_plausible(const std::filesystem::path& path, const Extent& extent);

/// The location of the arrays called `wanted` among `arrays`. If both locations have them, or
/// neither, it is the preferred one, else cells if they have a field that is no mark of ParaView's
/// (vtkGhostType and the like), else nodes.
[[nodiscard]] Location location_of(std::span<const ArrayInfo> arrays, const VtiWanted& wanted);

/// Whether an array is a field of `location` that can be read as numbers, of any components.
[[nodiscard]] bool is_field(const ArrayInfo& array, Location location);

/// The number of values along each axis; it is one for one point, at either location.
[[nodiscard]] std::array<std::int64_t, 3> counts_of(const Extent& extent, Location location);

}  // namespace tobiuo::vti
