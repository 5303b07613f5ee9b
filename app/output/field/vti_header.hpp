// The grid and every array that a .vti or .vtr declares, of whatever kind.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/output/field/vti_storage.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

struct Header {
    Grid grid;  ///< at cells if the file has a field there, else at nodes
    /// The numbers of values along x, y, z: those of `grid`, but 1 along an axis with one point.
    /// `grid` has one cell there.
    std::array<std::int64_t, 3> counts{};
    Storage storage;
    std::vector<ArrayInfo> arrays;
    std::optional<ArrayInfo> time = {};  ///< the double called TimeValue in the field data

    /// The number of values of an array.
    [[nodiscard]] std::int64_t values() const { return counts[0] * counts[1] * counts[2]; }
};

/// Reads the header. Throws std::runtime_error with one sentence if `path` is no such file with a
/// usable grid, or if the sizes of a field are impossible. It allocates nothing in proportion to
/// the declared sizes except the coordinates of a .vtr, which the file contains.
[[nodiscard]] Header read_header(const std::filesystem::path& path);

}  // namespace tobiuo::vti
