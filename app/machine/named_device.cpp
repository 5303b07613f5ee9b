// SPDX-License-Identifier: BSD-3-Clause
#include "app/machine/named_device.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>
#include <string>

#include "runtime/device/error.hpp"

namespace tobiuo {

const device::DeviceInfo& named_device(int index, std::string_view doing, std::string_view cure,
                                       const device::Survey& found)
{
    const std::string reason = device::device_unsupported_reason(found, index);
    if (!reason.empty()) {
        throw device::DeviceError{
            fmt::format("cannot {} CUDA device {} ({}): {}", doing, index, reason, cure)};
    }
    return found.devices.at(static_cast<std::size_t>(index));
}

}  // namespace tobiuo
