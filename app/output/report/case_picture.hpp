// The picture of a run, as its case asks for it.
#pragma once

#include <string>

#include "app/case/case.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/run_folder.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

struct PictureSubject {
    const Grid& grid;
    LayerReader read;      ///< reads the field's values
    std::string quantity;  ///< the field's name, perhaps with a unit
    std::string details;   ///< the run in a few words
    int preferred;         ///< the axis across which a slice is taken by default
    std::string file = "p.png";
};

/// Writes the picture if the case wants one. Throws OutputError.
void add_picture(RunFolder& folder, const Case& the_case, const PictureSubject& subject);

/// Writes a picture of the case. Throws OutputError.
void add_picture(RunFolder& folder, const Case& the_case, const PictureSection& wanted,
                 const PictureSubject& subject);

}  // namespace tobiuo
