// A field of a case that a file holds, brought to the case's grid.
#pragma once

#include <string_view>
#include <vector>

#include "app/case/poisson_case.hpp"

namespace tobiuo {

/// A field on the whole grid of the case.
struct FieldValues {
    std::vector<double> values;
    bool from_singles = false;  ///< the file has them in single precision
};

/// The array that `file`, the value of `key`, names. An axis that the case has not may have one
/// point or the one cell of the case's grid. Throws InputError where sizes differ, or coordinates
/// of unequal cells; another place of equal cells is only warned of.
[[nodiscard]] FieldValues read_field_file(std::string_view key, const FieldFile& file,
                                          const PoissonCase& poisson);

}  // namespace tobiuo
