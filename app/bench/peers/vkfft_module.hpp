// The functions of libtobiuo_vkfft.so: VkFFT links the driver and NVRTC itself, so it stays out of
// the program, which opens the module at run time.
#pragma once

#include <cstdint>

namespace tobiuo::fft_bench {

/// A transform in VkFFT's words. The layout is that of fft::Problem.
struct VkfftProblem {
    int axes;
    std::uint64_t lengths[3];  ///< the fastest axis first
    std::uint64_t batch;
    int is_real;
    int is_inverse;
    int is_double;
    int is_separate;  ///< out of place
    int device;
    void* stream;  ///< a cudaStream_t
};

extern "C" {
/// A plan, or null and VkFFT's result code in `status`.
void* tobiuo_vkfft_create(const VkfftProblem* problem, int* status);
/// Enqueues a transform from `in` to `out`, device memory; in place they are the same. Of an inverse
/// one out of place, `in` does not keep its values. VkFFT's result code, 0 for success.
int tobiuo_vkfft_execute(void* plan, void* in, void* out);
std::uint64_t tobiuo_vkfft_workspace_bytes(const void* plan);
void tobiuo_vkfft_destroy(void* plan);
/// 10226 for 1.2.26.
int tobiuo_vkfft_version();
}

}  // namespace tobiuo::fft_bench
