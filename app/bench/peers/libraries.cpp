// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/peers/libraries.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/machine/host.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::bench {

device::DeviceBuffer<std::byte> make_workspace(int device, std::size_t bytes)
{
    constexpr std::size_t least = 256;
    const std::int64_t free = device::free_device_bytes(device);
    if (bytes > static_cast<std::size_t>(free)) {
        throw NotPlanned{fmt::format("its work array needs {}, {} are free",
                                     bytes_text(static_cast<double>(bytes)),
                                     bytes_text(static_cast<double>(free)))};
    }
    return device::DeviceBuffer<std::byte>{std::max(bytes, least)};
}

std::optional<std::string> library_unsupported_reason(const std::string& library)
{
    if (library == "cufft") {
        return cufft_unsupported_reason();
    }
    if (library == "vkfft") {
        return vkfft_unsupported_reason();
    }
    if (library != "ours") {
        return "there is no such library";
    }
    try {
        static_cast<void>(device::nvrtc_version());
        return std::nullopt;
    } catch (const device::DeviceError& error) {
        return error.what();
    }
}

}  // namespace tobiuo::bench
