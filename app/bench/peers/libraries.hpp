// SPDX-License-Identifier: BSD-3-Clause
// cuFFT and VkFFT, opened at run time, as implementations on the current CUDA device.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/stream.hpp>

#include "app/bench/measurement.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/device/buffer.hpp"

namespace tobiuo::bench {

/// The reason why the library cannot be used here, as a clause; nothing if it can, and then it is
/// open.
[[nodiscard]] std::optional<std::string> cufft_unsupported_reason();
[[nodiscard]] std::optional<std::string> vkfft_unsupported_reason();

/// Makes a plan on `device`, the current one, that enqueues on `stream`. With VkFFT an inverse
/// transform out of place overwrites its input. Throws NotPlanned, device::DeviceError.
[[nodiscard]] std::unique_ptr<Transform> plan_cufft(const fft::Problem& problem, int device,
                                                    Stream stream);
[[nodiscard]] std::unique_ptr<Transform> plan_vkfft(const fft::Problem& problem, int device,
                                                    Stream stream);

/// Allocates `bytes` (at least a few, so that there is an address) on `device`, the current one.
/// Throws NotPlanned with the free bytes if these are too few, and device::DeviceError.
[[nodiscard]] device::DeviceBuffer<std::byte> make_workspace(int device, std::size_t bytes);

}  // namespace tobiuo::bench
