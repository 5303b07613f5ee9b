// SPDX-License-Identifier: BSD-3-Clause
// The survey of a build without a CUDA toolkit: no devices, and the reason.
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::device {

const Survey& survey()
{
    static const Survey none{.devices = {},
                             .reason =
                                 "this build has no CUDA back end, for it was configured with "
                                 "TOBIUO_CUDA=OFF or without a "
                                 "CUDA toolkit",
                             .driver_version = 0,
                             .runtime_version = 0};
    return none;
}

std::optional<std::string> compiler_unsupported_reason()
{
    return survey().reason;
}

std::int64_t free_device_bytes(int /*index*/)
{
    throw DeviceError{"no device: " + survey().reason};
}

std::int64_t device_bytes_within(std::int64_t limit)
{
    return limit > 0 ? limit : free_device_bytes(0);
}

}  // namespace tobiuo::device
