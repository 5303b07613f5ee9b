#include "app/run/opencl_place.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "app/machine/host.hpp"

namespace tobiuo {
namespace {

/// Whether Linux shows a graphics processor: what the drivers of AMD, Intel, ARM and NVIDIA and the
/// Windows Subsystem for Linux put into /dev.
bool shows_gpu()
{
    constexpr std::array signs{"/dev/dri", "/dev/kfd", "/dev/mali0", "/dev/nvidiactl", "/dev/dxg"};
    return std::ranges::any_of(signs, [](const char* sign) {
        std::error_code ignored;
        return std::filesystem::exists(sign, ignored);
    });
}

}  // namespace

std::string opencl_text(const opencl::DeviceInfo& device)
{
    return "OpenCL device " + std::to_string(device.index) + ", " + device.name + " (" +
           device.platform + ")";
}

const opencl::DeviceInfo* automatic_opencl_device()
{
    if (!shows_gpu() || opencl::unsupported_reason()) {
        return nullptr;
    }
    const opencl::DeviceInfo& device = opencl::chosen_device();
    return device.kind == opencl::DeviceKind::cpu ? nullptr : &device;
}

std::int64_t opencl_free_bytes(const opencl::DeviceInfo& device)
{
    return device.shares_host_memory ? std::min(device.memory_bytes, host_info().usable_bytes())
                                     : device.memory_bytes;
}

}  // namespace tobiuo
