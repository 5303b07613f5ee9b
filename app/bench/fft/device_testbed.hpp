// The device's side of the benchmark: our engine and NVIDIA's.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/bench/fft/testbed.hpp"
#include "kernels/fft/choose/choices.hpp"

namespace tobiuo::fft_bench {

/// Its libraries are "ours", "cufft" and "vkfft"; their work arrays are allocated with their plans.
/// Ours besides: "five-step", and "five-step 1" to "five-step 5" for one of its steps, which makes
/// no transform. `choices` are for the plan of "ours". Throws device::DeviceError.
[[nodiscard]] std::unique_ptr<Testbed> make_device_testbed(int device, const fft::Problem& problem,
                                                           const Bytes& input,
                                                           const fft::Choices& choices = {});

/// Why a library of the device cannot run here, as a clause: its files are missing. Nothing if it
/// can. Opens it, so that this is not part of its first plan.
[[nodiscard]] std::optional<std::string> library_unsupported_reason(const std::string& library);

}  // namespace tobiuo::fft_bench
