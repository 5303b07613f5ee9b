// SPDX-License-Identifier: BSD-3-Clause
// The thirteen arrays that a sweep reads, and where their values come from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tobiuo::stencil {

/// The arrays in the order of the benchmark's source; the first twelve are the coefficients.
enum class Array { a0, a1, a2, a3, b0, b1, b2, c0, c1, c2, wrk1, bnd, p };

inline constexpr int coefficient_count = 12;
inline constexpr std::array<std::string_view, 13> array_names{
    "a0", "a1", "a2", "a3", "b0", "b1", "b2", "c0", "c1", "c2", "wrk1", "bnd", "p"};

/// Gives the initial values plane by plane, so that nobody must hold all arrays twice. All values
/// are finite: kernels may read values that the formula multiplies by zero, such as the corners of
/// p.
class ArraySource {
public:
    virtual ~ArraySource() = default;

    /// Writes the i-planes [first, first + count) of `array`; `out` holds count * nj * nk values,
    /// k contiguous. Called from several threads at once, so it must neither change state nor
    /// throw.
    virtual void planes(Array array, std::int64_t first, std::int64_t count,
                        std::span<float> out) const = 0;
    virtual void planes(Array array, std::int64_t first, std::int64_t count,
                        std::span<double> out) const = 0;
};

}  // namespace tobiuo::stencil
