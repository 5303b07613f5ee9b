// NVIDIA's cuFFT as an implementation, opened at run time.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <optional>
#include <string>

#include "app/bench/testbed.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::bench {

/// The reason why cuFFT cannot be used here, as a clause; nothing if it can, and then it is open.
[[nodiscard]] std::optional<std::string> cufft_unsupported_reason();

/// Makes a plan on `device`, the current one, that enqueues on `stream`. Throws NotPlanned,
/// device::DeviceError.
[[nodiscard]] std::unique_ptr<Transform> plan_cufft(const fft::Problem& problem, int device,
                                                    cudaStream_t stream);

}  // namespace tobiuo::bench
