// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/device_support.hpp"

#include <algorithm>

#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::stencil {

const device::DeviceInfo* device_called(int index)
{
    const auto& found = device::survey().devices;
    const auto at = std::ranges::find(found, index, &device::DeviceInfo::index);
    return at == found.end() ? nullptr : &*at;
}

bool compiler_knows(const device::DeviceInfo& device)
{
    return device::best_architecture(device.major, device.minor).starts_with("sm_");
}

std::optional<std::string> compilation_unsupported_reason(int index)
{
    if (const device::DeviceInfo* device = device_called(index)) {
        try {
            static_cast<void>(device::best_architecture(device->major, device->minor));
        } catch (const device::DeviceError& error) {
            return error.what();
        }
    }
    return std::nullopt;
}

}  // namespace tobiuo::stencil
