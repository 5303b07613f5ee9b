// Functions of the NVIDIA driver, which are found at run time because the program must also start
// without a driver.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "kernels/device/check.hpp"
#include "kernels/device/error.hpp"

namespace tobiuo::device {

/// The function `name` with the type of its declaration in <cuda.h>. Throws DeviceError.
template <typename Function>
[[nodiscard]] Function driver_function(const char* name)
{
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    constexpr unsigned first_version = 12000;
    check(cudaGetDriverEntryPointByVersion(name, &found, first_version, cudaEnableDefault, &result),
          "look for a function of the driver");
    if (result != cudaDriverEntryPointSuccess) {
        throw DeviceError{"the NVIDIA driver has no " + std::string{name} +
                          ": it is older than CUDA 12"};
    }
    return reinterpret_cast<Function>(found);
}

}  // namespace tobiuo::device
