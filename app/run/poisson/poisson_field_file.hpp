// A field of a case from a file, brought to the case's grid.
#pragma once

#include <string_view>
#include <vector>

#include "app/case/poisson_case.hpp"

namespace tobiuo {

/// A field on the whole grid of the case.
struct FieldValues {
    std::vector<double> values;
    bool from_singles = false;  ///< whether the file has single precision
};

/// Reads the array that `file`, the value of `key`, names. An axis that the case does not have may
/// have one point or the one cell of the case's grid. Throws InputError if sizes differ, or
/// coordinates of unequal cells; equal cells in another place are only a warning.
[[nodiscard]] FieldValues read_field_file(std::string_view key, const FieldFile& file,
                                          const PoissonCase& poisson);

}  // namespace tobiuo
