// The grid and every array that a .vti or .vtr declares, of whatever kind.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "app/output/field/vti_axes.hpp"
#include "app/output/field/vti_document.hpp"
#include "app/output/field/vti_storage.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

struct Header {
    Grid grid;  ///< at cells if the file has a field there, else at nodes
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

/// Reads the header of a file that is no index, of its only piece. Throws std::runtime_error with
/// one sentence if it has no usable grid, or if the sizes of a field are impossible. It allocates
/// nothing in proportion to the declared sizes except the coordinates of a .vtr, which the file
/// contains.
[[nodiscard]] Header read_header(const std::filesystem::path& path, const Document& document);

/// Throws std::runtime_error with one sentence unless the file's only piece is all of its grid.
void check_piece(const std::filesystem::path& path, const Document& document);

/// The location of the fields among `arrays`: cells only if they have a field, because ParaView
/// also stores vtkGhostType and the like there.
[[nodiscard]] Location location_of(std::span<const ArrayInfo> arrays);

/// The number of values along each axis; it is one for one point, at either location.
[[nodiscard]] std::array<std::int64_t, 3> counts_of(const Grid& grid, const Extent& extent);

}  // namespace tobiuo::vti
