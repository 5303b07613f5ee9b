// VkFFT as an implementation: through libtobiuo_vkfft.so, opened at run time.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <string>

#include "app/bench/fft/testbed.hpp"

namespace tobiuo::fft_bench {

/// Why there is no VkFFT here, as a clause; nothing if there is one, which is open from then on.
[[nodiscard]] std::optional<std::string> vkfft_unsupported_reason();

/// A plan on `device`, the current one, that enqueues on `stream`. An inverse one out of place does
/// not keep its input. Throws NotPlanned.
[[nodiscard]] std::unique_ptr<Transform> plan_vkfft(const fft::Problem& problem, int device,
                                                    cudaStream_t stream);

}  // namespace tobiuo::fft_bench
