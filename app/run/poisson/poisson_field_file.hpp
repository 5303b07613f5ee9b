// A field of a case from a file, brought to the case's grid.
#pragma once

#include <string_view>

#include "app/case/poisson_case.hpp"
#include "app/output/field/vti.hpp"

namespace tobiuo {

/// Reads the array that `file`, the value of `key`, names, in its own precision. An axis that the
/// case does not have may have one point or the one cell of the case's grid. Throws InputError if
/// sizes differ, or coordinates of unequal cells; equal cells in another place are only a warning.
[[nodiscard]] Values read_field_file(std::string_view key, const FieldFile& file,
                                     const PoissonCase& poisson);

}  // namespace tobiuo
