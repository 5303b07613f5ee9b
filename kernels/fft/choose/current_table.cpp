// The table of the device that is current, which is read once per process.
#include <cuda_runtime_api.h>

#include <string>

#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/check.hpp"

namespace tobiuo::fft {
namespace {

DeviceName current_device()
{
    int device = 0;
    cudaDeviceProp properties{};
    device::check(cudaGetDevice(&device), "ask for the current device");
    device::check(cudaGetDeviceProperties(&properties, device), "ask for the device's name");
    return {
        .name = properties.name,
        .architecture = std::to_string(properties.major) + "." + std::to_string(properties.minor)};
}

}  // namespace

std::shared_ptr<const KnownTable> table_of_current_device()
{
    return table_of(current_device());
}

Choices with_known_table(Choices choices)
{
    if (choices.table == nullptr) {
        choices.table = &table_of_current_device()->table;
    }
    return choices;
}

}  // namespace tobiuo::fft
