// The grid and every array that a .vti announces, of whatever kind.
#pragma once

#include <filesystem>
#include <vector>

#include "app/fields/vti_storage.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::vti {

struct Header {
    Grid grid;  ///< at cells if the file has a field there, otherwise at nodes
    Storage storage;
    std::vector<ArrayInfo> arrays;
};

/// Throws std::runtime_error with one sentence if `path` is not a .vti with a usable grid, or if
/// the sizes of a field there cannot be true. Allocates nothing in proportion to these sizes.
[[nodiscard]] Header read_header(const std::filesystem::path& path);

}  // namespace tobiuo::vti
