// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of triangles in STL files, binary or text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "solvers/flow/bodies/triangle.hpp"

namespace tobiuo {

/// The most triangles of a file; a text may have 400 bytes for each.
inline constexpr std::int64_t most_stl_triangles = 20'000'000;

/// Reads the triangles of all solids in the file, at least one; normals and attributes are skipped.
/// Takes the memory of the triangles that the file has, not that of those it promises, and no more
/// than twice that. Throws Unreadable if the file is none, was cut, or has a coordinate that is not
/// finite.
[[nodiscard]] std::vector<flow::Triangle> read_stl(const std::filesystem::path& file);

}  // namespace tobiuo
