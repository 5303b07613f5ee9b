// The table of the device that is current, which is read once per process.
#include <cuda_runtime_api.h>

#include <mutex>
#include <vector>

#include "kernels/device/check.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/tuning/wisdom_file.hpp"

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

struct Kept {
    DeviceName device;
    std::shared_ptr<const KnownTable> known;
};

}  // namespace

std::shared_ptr<const KnownTable> table_of_current_device()
{
    static std::mutex mutex;
    static std::vector<Kept> all;
    const DeviceName device = current_device();
    const std::lock_guard lock{mutex};
    for (const Kept& kept : all) {
        if (kept.device == device) {
            return kept.known;
        }
    }
    all.push_back({device, std::make_shared<const KnownTable>(
                               known_table(device, tuning::default_wisdom_file()))});
    return all.back().known;
}

Choices with_known_table(Choices choices)
{
    if (choices.table == nullptr) {
        choices.table = &table_of_current_device()->table;
    }
    return choices;
}

}  // namespace tobiuo::fft
