// The grid and every array that a .vti announces, of whatever kind.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "solvers/grid.hpp"

namespace tobiuo::vti {

struct ArrayInfo {
    std::string name;
    Location location{};
    int type{};  ///< VTK_FLOAT, VTK_DOUBLE, ...
    int components{};

    /// Why this array is not a field of real numbers, as a sentence; empty if it is one.
    [[nodiscard]] std::string objection() const;
};

struct Header {
    Grid grid;  ///< at cells if the file has a field there, otherwise at nodes
    std::vector<ArrayInfo> arrays;
};

/// Throws std::runtime_error with one sentence if `path` is not a .vti with a usable grid.
[[nodiscard]] Header read_header(const std::filesystem::path& path);

}  // namespace tobiuo::vti
