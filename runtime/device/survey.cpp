// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/device/survey.hpp"

#include <cuda_runtime_api.h>

#include <array>

#include "runtime/device/check.hpp"
#include "runtime/forks.hpp"

namespace tobiuo::device {
namespace {

std::string reason_for(cudaError_t status, const Survey& found)
{
    if (const auto unsupported_reason =
            driver_unsupported_reason(found, status == cudaErrorInsufficientDriver)) {
        return *unsupported_reason;
    }
    if (status == cudaErrorNoDevice || status == cudaSuccess) {
        return "the NVIDIA driver finds no GPU (is it hidden by CUDA_VISIBLE_DEVICES?)";
    }
    return std::string{"the CUDA runtime reports "} + cudaGetErrorName(status) + ": " +
           cudaGetErrorString(status);
}

DeviceInfo describe(int index)
{
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index), "read the properties of a device");
    std::array<char, 32> bus_id{};
    check(cudaDeviceGetPCIBusId(bus_id.data(), static_cast<int>(bus_id.size()), index),
          "read the PCI bus id of a device");
    return {.index = index,
            .name = properties.name,
            .major = properties.major,
            .minor = properties.minor,
            .multiprocessors = properties.multiProcessorCount,
            .memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem),
            .l2_bytes = properties.l2CacheSize,
            .shared_bytes_per_block = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin),
            .pci_bus_id = bus_id.data()};
}

Survey ask_driver()
{
    Survey found;
    static_cast<void>(cudaDriverGetVersion(&found.driver_version));
    static_cast<void>(cudaRuntimeGetVersion(&found.runtime_version));
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    static_cast<void>(cudaGetLastError());
    if (status != cudaSuccess || count == 0) {
        found.reason = reason_for(status, found);
        return found;
    }
    note_started(Backend::cuda);
    for (int index = 0; index < count; ++index) {
        found.devices.push_back(describe(index));
    }
    return found;
}

}  // namespace

const Survey& survey()
{
    static const Survey found = ask_driver();
    return found;
}

std::int64_t free_device_bytes(int index)
{
    select(index);
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "read the free memory of the device");
    return static_cast<std::int64_t>(free);
}

std::int64_t device_bytes_within(std::int64_t limit)
{
    if (limit > 0) {
        return limit;
    }
    const std::int64_t free = free_device_bytes(current_device());
    return free - free / 10;
}

}  // namespace tobiuo::device
