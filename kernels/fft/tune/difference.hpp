// How far two arrays on a GPU are apart: the tuner's check of candidates.
#pragma once

#include <cstddef>

#include "kernels/fft/tune/square_sums.hpp"
#include "runtime/precision.hpp"

#include <cuda_runtime_api.h>

namespace tobiuo::fft {

/// The sums over `count` values in device memory. Waits for the result. Twin: square_sums().
[[nodiscard]] SquareSums device_square_sums(const void* a, const void* b, std::size_t count,
                                            Precision precision, cudaStream_t stream);

}  // namespace tobiuo::fft
