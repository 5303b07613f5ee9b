// SPDX-License-Identifier: BSD-3-Clause
// The grid and the arrays of a himeno case, from presets, seeds or the user's file.
#pragma once

#include <cstdint>
#include <memory>

#include "app/case/case.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// The grid of the case, or of its coefficient file. Throws InputError at the case's position if
/// the file cannot be read, lacks arrays, or has another number of values than the case's grid.
[[nodiscard]] Grid resolve_grid(const HimenoCase& himeno);

/// The arrays of the case; reads the coefficient file if there is one. Throws InputError as
/// resolve_grid() does, and for values that are not finite.
[[nodiscard]] std::unique_ptr<stencil::ArraySource> make_source(const HimenoCase& himeno,
                                                                const stencil::Shape& shape);

/// The number of sweeps that p of the coefficient file has seen: the file's TimeValue if that is a
/// whole number; 0 without such a file. Throws InputError as resolve_grid() does.
[[nodiscard]] std::int64_t earlier_sweeps(const HimenoCase& himeno);

/// Bytes of host memory that the result of make_source() will hold.
[[nodiscard]] std::int64_t source_bytes(const HimenoCase& himeno, const stencil::Shape& shape);

}  // namespace tobiuo
