// SPDX-License-Identifier: BSD-3-Clause
// The sizes of numbers in single and double precision.
#pragma once

#include <cstdint>

#include <tobiuo/backend.hpp>

namespace tobiuo {

[[nodiscard]] constexpr std::int64_t bytes_per_value(Precision precision)
{
    return precision == Precision::fp32 ? 4 : 8;
}

[[nodiscard]] constexpr int complex_bytes(Precision precision)
{
    return 2 * static_cast<int>(bytes_per_value(precision));
}

/// The precision of float or double.
template <typename T>
constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;

}  // namespace tobiuo
