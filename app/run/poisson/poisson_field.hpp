// SPDX-License-Identifier: BSD-3-Clause
// A source or an exact solution of a case on its whole grid, read some planes of z at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/case/poisson/poisson_case.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "runtime/precision.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {

/// An expression, which is evaluated wherever it is read, or an array of a file, which is read
/// there; the file is open as long as the field or a copy of it lives.
class CaseField {
public:
    /// No field; it must not be read.
    CaseField() = default;

    /// The field that is the value of the case's key `key`. Throws InputError if a file cannot be
    /// opened, lacks the field, or has another number of values than the case's grid.
    CaseField(const std::string& key, const FieldSource& source, const PoissonCase& poisson);

    /// Reads planes of the grid, fastest in order. Throws InputError at a value that is not finite,
    /// or if a file is damaged.
    [[nodiscard]] const poisson::PlaneReader& planes() const { return read_; }

    /// The expression that it is; nothing for a file.
    [[nodiscard]] const std::optional<Expression>& formula() const { return formula_; }

    using Visit = std::function<void(std::int64_t first, std::span<const double> planes)>;

    /// Reads the planes `own` once, in blocks, and calls visit(index of the first one, values); the
    /// planes of all ranks cover the grid. Throws InputError as planes() does, or if the values at
    /// both ends of a periodic axis of nodes differ by more than rounding. Collective.
    void read_and_check(const PoissonRanks& ranks, const ranks::Slice& own,
                        const Visit& visit) const;

private:
    [[nodiscard]] PeriodicEnds read(const ranks::Slice& planes, const Visit& visit) const;
    void check_repeated(const PeriodicEnds& ends, double largest) const;

    std::string key_;
    Position at_;
    poisson::Problem problem_;
    std::optional<Expression> formula_;
    poisson::PlaneReader read_;
    double rounding_{};   ///< relative to the largest value, between both ends of a periodic axis
    double cancelled_{};  ///< the same for values that are the rest of a cancellation
};

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
