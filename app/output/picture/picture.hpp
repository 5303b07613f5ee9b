// A field as a PNG made without any GL context: a slice with a colour bar, or a curve.
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
    std::string name;      ///< whose result it is: "himeno-s"
    std::string field;     ///< what is drawn: "p"
    std::string quantity;  ///< the same with its unit, beside the colour bar: "p [-]"
    std::string details;   ///< "after 1003 sweeps, 128 x 64 x 64"
};

/// What may be chosen of a picture's looks.
struct PictureLook {
    std::optional<std::array<double, 2>> range = {};  ///< of the colours, or of a curve's heights
    int isolines = 0;                                 ///< at most so many, at round values
    ColourMap map = ColourMap::sequential;
};

/// Draws the plane of the grid at `cut`; a curve of the values along an axis where the other one of
/// the plane has one cell. To scale, also where an axis is stretched, unless the plane is thin;
/// no slice is spoken of where the grid has one cell across the plane. Without a range, that of the
/// values is taken; a diverging map is made symmetric about 0 if they have both signs. Throws
/// OutputError.
void write_picture(const std::filesystem::path& path, const Grid& grid, const Cut& cut,
                   const LayerReader& read, const PictureText& text, const PictureLook& look = {});

}  // namespace tobiuo
