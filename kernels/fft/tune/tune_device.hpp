// A device as the tuner of passes uses it: its memory, its limits, and how far arrays are apart.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <tobiuo/stream.hpp>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/tune/square_sums.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::fft {

/// A device on which plans are tuned.
struct TuneDevice {
    std::unique_ptr<const runtime::Machine> machine;
    /// The limits within which configurations are legal.
    DeviceLimits limits;
    /// The most plans that are worth compiling side by side.
    std::size_t plans_at_once = 1;
    /// Whether KernelConfig::min_blocks_per_sm changes a kernel.
    bool bounds_residents = false;
    /// The sums over `count` values of two arrays of the machine. Waits for the result.
    std::function<SquareSums(const void* a, const void* b, std::size_t count, Precision precision,
                             Stream stream)>
        square_sums;
};

/// The CUDA device of this index, which is the current one afterwards. Throws DeviceError.
[[nodiscard]] TuneDevice cuda_tune_device(int index);

/// The OpenCL device that this process uses. Throws DeviceError.
[[nodiscard]] TuneDevice opencl_tune_device();

}  // namespace tobiuo::fft
