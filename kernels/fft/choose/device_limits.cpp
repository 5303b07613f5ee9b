// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/choose/device_limits.hpp"

#include <cuda_runtime_api.h>

#include <string>

#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/capacity.hpp"
#include "runtime/device/check.hpp"

namespace tobiuo::fft {
namespace {

DeviceName name_of_current_device()
{
    cudaDeviceProp properties{};
    device::check(cudaGetDeviceProperties(&properties, device::current_device()),
                  "ask for the device's name");
    return {
        .name = properties.name,
        .architecture = std::to_string(properties.major) + "." + std::to_string(properties.minor)};
}

}  // namespace

DeviceLimits limits_of_current_device()
{
    const auto attribute = [index = device::current_device()](cudaDeviceAttr which) {
        return device::attribute_of(index, which);
    };
    return {.multiprocessors = attribute(cudaDevAttrMultiProcessorCount),
            .shared_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
            .shared_per_multiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
            .l2_bytes = attribute(cudaDevAttrL2CacheSize),
            .registers_per_multiprocessor = attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
            .threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor)};
}

std::shared_ptr<const KnownTable> table_of_current_device()
{
    return table_of(name_of_current_device());
}

Choices with_known_table(Choices choices)
{
    if (choices.table == nullptr) {
        choices.table = &table_of_current_device()->table;
    }
    return choices;
}

}  // namespace tobiuo::fft
