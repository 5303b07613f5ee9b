// How far two arrays are apart: what a tuner checks candidates with, on the device.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/precision.hpp"

#include <cuda_runtime_api.h>

namespace tobiuo::fft {

/// Sums of squares, of a - b and of b.
struct SquareSums {
    double difference = 0;
    double reference = 0;

    /// |a - b| / |b| in the 2-norm; infinite if anything in a is not finite, 0 if both are zero.
    [[nodiscard]] double relative() const;
};

/// Of `count` values in device memory. Waits for the result. Twin: square_sums().
[[nodiscard]] SquareSums device_square_sums(const void* a, const void* b, std::size_t count,
                                            Precision precision, cudaStream_t stream);

/// The same on the host.
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
