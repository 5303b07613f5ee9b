// NVIDIA's cuFFT as an implementation, opened at run time.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <string>

#include "app/bench/fft/testbed.hpp"

namespace tobiuo::fft_bench {

/// Why there is no cuFFT here, as a clause; nothing if there is one, which is open from then on.
[[nodiscard]] std::optional<std::string> cufft_unsupported_reason();

/// A plan on `device`, the current one, that enqueues on `stream`. Throws NotPlanned,
/// device::DeviceError.
[[nodiscard]] std::unique_ptr<Transform> plan_cufft(const fft::Problem& problem, int device,
                                                    cudaStream_t stream);

}  // namespace tobiuo::fft_bench
