// SPDX-License-Identifier: BSD-3-Clause
// Functions of the NVIDIA driver, which are found at run time because the program must also start
// without a driver.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "runtime/device/check.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::device {

/// The function `name` with the type that it has in that version of <cuda.h>, 12030 for 12.3.
/// Throws DeviceError.
template <typename Function>
[[nodiscard]] Function driver_function(const char* name, unsigned version = 12000)
{
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    check(cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &result),
          "look for a function of the driver");
    if (result != cudaDriverEntryPointSuccess) {
        throw DeviceError{"the NVIDIA driver has no " + std::string{name} +
                          ": it is older than CUDA " + std::to_string(version / 1000) + "." +
                          std::to_string(version % 1000 / 10)};
    }
    return reinterpret_cast<Function>(found);
}

}  // namespace tobiuo::device
