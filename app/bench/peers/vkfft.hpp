// VkFFT as an implementation: through libtobiuo_vkfft.so, opened at run time.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <string>

#include "app/bench/testbed.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::bench {

/// The reason why VkFFT cannot be used here, as a clause; nothing if it can, and then it is open.
[[nodiscard]] std::optional<std::string> vkfft_unsupported_reason();

/// Makes a plan on `device`, the current one, that enqueues on `stream`. An inverse transform out
/// of place overwrites its input. Throws NotPlanned.
[[nodiscard]] std::unique_ptr<Transform> plan_vkfft(const fft::Problem& problem, int device,
                                                    cudaStream_t stream);

}  // namespace tobiuo::bench
