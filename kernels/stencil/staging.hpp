// SPDX-License-Identifier: BSD-3-Clause
// The host memory through which arrays reach a device, in pieces of whole planes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {

/// Values in each of the two buffers through which arrays reach the device, or one plane where that
/// is larger: large enough for the full speed of the link.
inline constexpr std::int64_t staging_values = std::int64_t{4} << 20;

/// Planes in one of those buffers.
[[nodiscard]] std::int64_t planes_of_a_piece(const Shape& shape);

/// Host memory for both buffers; an upper bound.
[[nodiscard]] constexpr std::int64_t staging_bytes(const Shape& shape, Precision precision)
{
    return 2 * std::max(staging_values, shape.plane()) * bytes_per_value(precision);
}

/// Fills `out` with the i-planes from `first` on of `array`, of `plane` values each, by threads that
/// share the planes.
template <typename Real>
void fill_planes(const ArraySource& source, Array array, std::int64_t first, std::int64_t plane,
                 std::span<Real> out);

}  // namespace tobiuo::stencil
