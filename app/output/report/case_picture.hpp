// p.png of a run: what its case asks for.
#pragma once

#include <string>

#include "app/case/case.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/run_folder.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

struct PictureSubject {
    const Grid& grid;
    LayerReader read;      ///< the field's values
    std::string quantity;  ///< its name, perhaps with a unit
    std::string details;   ///< of the run, in a few words
    int preferred;         ///< the axis across which it is seen if the case does not say
};

/// Writes it, if the case wants one. Throws OutputError.
void add_picture(RunFolder& folder, const Case& the_case, const PictureSubject& subject);

}  // namespace tobiuo
