#include "kernels/fft/choose/device_limits.hpp"

#include <cuda_runtime_api.h>

#include "runtime/device/capacity.hpp"
#include "runtime/device/check.hpp"

namespace tobiuo::fft {

DeviceLimits limits_of_current_device()
{
    int device = 0;
    device::check(cudaGetDevice(&device), "ask for the current device");
    const auto attribute = [&](cudaDeviceAttr which) {
        return device::attribute_of(device, which);
    };
    return {.multiprocessors = attribute(cudaDevAttrMultiProcessorCount),
            .shared_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin),
            .shared_per_multiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
            .l2_bytes = attribute(cudaDevAttrL2CacheSize),
            .registers_per_multiprocessor = attribute(cudaDevAttrMaxRegistersPerMultiprocessor),
            .threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor)};
}

}  // namespace tobiuo::fft
