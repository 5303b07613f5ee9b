// SPDX-License-Identifier: BSD-3-Clause
// The size of a stencil problem and what one sweep over it costs.
#pragma once

#include <cstdint>

#include "runtime/precision.hpp"

namespace tobiuo::stencil {

/// The planes [first, end) of i.
struct PlaneRange {
    std::int64_t first{};
    std::int64_t end{};

    [[nodiscard]] constexpr std::int64_t count() const { return end - first; }
};

/// The number of values along each axis of an array [ni][nj][nk], k contiguous (Himeno's i, j, k
/// are z, y, x). The outermost layer holds boundary values, which are read and never written.
struct Shape {
    std::int64_t ni{};
    std::int64_t nj{};
    std::int64_t nk{};

    [[nodiscard]] constexpr std::int64_t plane() const { return nj * nk; }
    [[nodiscard]] constexpr std::int64_t values() const { return ni * plane(); }
    [[nodiscard]] constexpr std::int64_t interior() const { return (ni - 2) * (nj - 2) * (nk - 2); }
    [[nodiscard]] constexpr PlaneRange interior_planes() const
    {
        return {.first = 1, .end = ni - 1};
    }
    [[nodiscard]] constexpr bool operator==(const Shape&) const = default;
};

/// Number of parts of size `part`, the last one perhaps smaller, that cover `whole`.
[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t whole, std::int64_t part)
{
    return (whole + part - 1) / part;
}

/// Arrays that a sweep moves if p's neighbours hit cache: 13 are read, 1 is written.
inline constexpr std::int64_t arrays_moved = 14;
/// Operations per point by the benchmark's own count (R. Himeno, himenoBMT, RIKEN).
inline constexpr double flops_per_point = 34.0;

[[nodiscard]] constexpr double flops_per_sweep(const Shape& shape)
{
    return flops_per_point * static_cast<double>(shape.interior());
}

/// Bytes that one sweep must move if each array is touched once: 56 per point in single precision.
[[nodiscard]] constexpr double nominal_bytes_per_sweep(const Shape& shape, Precision precision)
{
    return static_cast<double>(arrays_moved * bytes_per_value(precision) * shape.interior());
}

}  // namespace tobiuo::stencil
