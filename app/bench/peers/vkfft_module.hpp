// SPDX-License-Identifier: BSD-3-Clause
// The functions of libtobiuo_vkfft.so. VkFFT links the driver and NVRTC itself, so it is not linked
// to the program, which opens the module at run time.
#pragma once

#include <cstdint>

namespace tobiuo::bench {

/// A transform in the terms of VkFFT. The layout is that of fft::Problem.
struct VkfftProblem {
    int axes;
    std::uint64_t lengths[3];  ///< the fastest axis first
    std::uint64_t batch;
    int is_real;
    int is_inverse;
    int is_double;
    int is_separate;  ///< whether it is out of place
    int device;
    void* stream;  ///< a cudaStream_t
};

extern "C" {
/// Makes a plan; returns null if VkFFT declines, with its result code in `status`.
void* tobiuo_vkfft_create(const VkfftProblem* problem, int* status);
/// Enqueues a transform from `in` to `out` in device memory; in place they are equal. An inverse
/// transform out of place overwrites `in`. Returns VkFFT's result code, 0 for success.
int tobiuo_vkfft_execute(void* plan, void* in, void* out);
std::uint64_t tobiuo_vkfft_workspace_bytes(const void* plan);
void tobiuo_vkfft_destroy(void* plan);
/// The version: 10226 for 1.2.26.
int tobiuo_vkfft_version();
}

}  // namespace tobiuo::bench
