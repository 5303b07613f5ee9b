// SPDX-License-Identifier: BSD-3-Clause
// The shapes of bodies that files of fields hold, and tables of heights.
#pragma once

#include <cstdint>
#include <string>

#include <tobiuo/level_set.hpp>

#include "app/case/values/values.hpp"

namespace tobiuo {

/// The array of a file that a body is made of; `key` is that of the case, "obstacles.rock.voxels".
struct ShapeFile {
    std::string key;
    NamedFile file;
    std::string array;  ///< empty: the only one in the file
};

/// Inside are the cells of the file whose value is not 0, and nothing beyond its box along the axes
/// of a case of so many dimensions. Throws
/// InputError if the file cannot be read or has its values on nodes.
[[nodiscard]] InsideFunction inside_of_voxels(const ShapeFile& shape, int dimensions);

/// Inside is what lies along `upwards`, 1 for y or 2 for z, below the height in the file at the same
/// x, or x and y: linear between its values, and the nearest of them beyond its box. Throws
/// InputError if the file cannot be read or has more than one value along `upwards`.
[[nodiscard]] InsideFunction inside_of_height(const ShapeFile& shape, int upwards);

/// Bytes of host memory that reading the file takes. Throws InputError if it cannot be read.
[[nodiscard]] std::int64_t shape_file_bytes(const ShapeFile& shape);

}  // namespace tobiuo
