// The grid of a case in a box: axes of equal cells, perhaps a stretched one, perhaps absent ones.
#pragma once

#include <string>

#include "app/errors.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

struct BoxGrid {
    Grid grid;           ///< absent axes have one cell, and a stretched axis has its nodes
    int dimensions = 3;  ///< number of axes whose cells the case gives
    /// The expression in s in [0, 1] that gave the nodes of the stretched axis; else empty.
    std::string stretching = {};
    Position at = {};  ///< of the section
};

}  // namespace tobiuo
