// A field of a case from a file, brought to the case's grid.
#pragma once

#include <string>

#include "app/case/poisson/poisson_case.hpp"
#include "runtime/precision.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// A field whose planes are read from its file whenever they are wanted.
struct FileField {
    /// Throws InputError if the file is damaged, or if a value is not finite.
    poisson::PlaneReader planes;
    Precision precision{};  ///< of the values in the file
};

/// Opens the file that `file`, the value of `key`, names. An axis that the case does not have may
/// have one point or the one cell of the case's grid. Throws InputError if the file cannot be read
/// or lacks the field, if sizes differ, or coordinates of unequal cells; equal cells in another
/// place are only a warning.
[[nodiscard]] FileField open_field_file(const std::string& key, const FieldFile& file,
                                        const PoissonCase& poisson);

}  // namespace tobiuo
