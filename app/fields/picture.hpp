// A mid-plane slice of a field as a PNG with a colour bar, made without any GL context.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "solvers/grid.hpp"

namespace tobiuo {

struct PictureText {
    std::string title;     ///< "pressure p, himeno-s: 64 x 64 x 128, 1003 sweeps"
    std::string quantity;  ///< label of the colour bar, "p [-]"
};

/// The slice across `normal` (0, 1, 2 for x, y, z) in the middle of the grid (middle_index), from
/// that plane's values alone: `plane` is [slower][faster axis] as the arrays lie. To scale, also
/// where an axis is stretched; no slice is spoken of where the grid has one cell along `normal`.
/// Throws OutputError.
void write_slice_png(const std::filesystem::path& path, const Grid& grid, int normal,
                     std::span<const float> plane, const PictureText& text);

}  // namespace tobiuo
