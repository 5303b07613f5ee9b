// SPDX-License-Identifier: BSD-3-Clause
// What the rows of the CUDA kernels ask about a device in a build without a CUDA toolkit: none is
// there.
#include "kernels/stencil/device_support.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::stencil {

const device::DeviceInfo* device_called(int /*index*/)
{
    return nullptr;
}

bool compiler_knows(const device::DeviceInfo& /*device*/)
{
    throw device::DeviceError{"there is no compiler for devices: " + device::survey().reason};
}

std::optional<std::string> compilation_unsupported_reason(int /*index*/)
{
    return std::nullopt;
}

}  // namespace tobiuo::stencil
