// How far two arrays are apart, by which the tuner checks candidates.
#pragma once

#include <cstddef>
#include <span>

namespace tobiuo::fft {

/// The sums of the squares of a - b and of b.
struct SquareSums {
    double difference = 0;
    double reference = 0;

    /// |a - b| / |b| in the 2-norm; 0 if both are zero. It is infinite, so that a does not pass for
    /// b, if one of the sums is not finite: a or b has such a value, or the squares overflow.
    [[nodiscard]] double relative() const;
};

/// The sums over two arrays in host memory.
template <typename T>
[[nodiscard]] SquareSums square_sums(std::span<const T> a, std::span<const T> b)
{
    SquareSums sums;
    for (std::size_t index = 0; index < a.size(); ++index) {
        const double apart = static_cast<double>(a[index]) - static_cast<double>(b[index]);
        sums.difference += apart * apart;
        sums.reference += static_cast<double>(b[index]) * static_cast<double>(b[index]);
    }
    return sums;
}

}  // namespace tobiuo::fft
