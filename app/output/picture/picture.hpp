// SPDX-License-Identifier: BSD-3-Clause
// A picture of a field as a PNG: a slice with a colour bar, or a curve. It needs no GL context.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#include "app/output/picture/colour_map.hpp"
#include "app/output/picture/plane.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

struct PictureText {
    std::string name;      ///< name of the case: "himeno-s"
    std::string field;     ///< name of the field: "p"
    std::string quantity;  ///< the field with its unit, beside the colour bar: "p [-]"
    std::string details;   ///< "after 1003 sweeps, 128 x 64 x 64"
};

/// The choices that a case has for a picture.
struct PictureLook {
    std::optional<std::array<double, 2>> range = {};  ///< range of colours, or of a curve's heights
    int isolines = 0;                                 ///< at most this many, at round values
    ColourMap map = ColourMap::sequential;
};

/// Draws the plane of the grid at `cut`, or a curve of the values along an axis if the plane's
/// other axis has one cell. The plane is drawn to scale, even if an axis is stretched, unless it is
/// thin; the title names no position if the grid has one cell across the plane. Without a range the
/// picture has the range of the values; a diverging map is made symmetric about 0 if they have both
/// signs. Where the values that `solid` reads are not 0, a slice shows bodies, whose values have no
/// part in its range; of two layers beside the cut one is enough. Throws OutputError.
void write_picture(const std::filesystem::path& path, const Grid& grid, const Cut& cut,
                   const LayerReader& read, const PictureText& text, const PictureLook& look = {},
                   const LayerReader& solid = nullptr);

}  // namespace tobiuo
