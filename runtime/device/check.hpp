// SPDX-License-Identifier: BSD-3-Clause
// Turns a CUDA status into an exception that says what was being done.
#pragma once

#include <cuda_runtime_api.h>

#include <source_location>
#include <string_view>

#include "runtime/device/error.hpp"

namespace tobiuo::device {

/// Builds the text out of line and clears the sticky error, then throws DeviceError.
[[noreturn]] void fail(cudaError_t status, std::string_view doing, std::source_location at);

/// Throws DeviceError unless `status` is cudaSuccess. `doing` names the intent, not the call:
/// "copy the right-hand side to the device".
inline void check(cudaError_t status, std::string_view doing,
                  std::source_location at = std::source_location::current())
{
    if (status != cudaSuccess) [[unlikely]] {
        fail(status, doing, at);
    }
}

/// The calling thread's current device.
[[nodiscard]] inline int current_device(std::source_location at = std::source_location::current())
{
    int index = 0;
    check(cudaGetDevice(&index), "ask for the current device", at);
    return index;
}

/// Makes device `index` the calling thread's current device and returns `index`.
inline int select(int index, std::source_location at = std::source_location::current())
{
    check(cudaSetDevice(index), "select the device", at);
    return index;
}

}  // namespace tobiuo::device
