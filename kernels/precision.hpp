// Where a computation runs and in which numbers: words that every room shares.
#pragma once

#include <cstdint>

namespace tobiuo {

enum class Backend { cpu, cuda };
enum class Precision { fp32, fp64 };

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
