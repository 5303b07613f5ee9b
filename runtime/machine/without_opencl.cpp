// SPDX-License-Identifier: BSD-3-Clause
// Builds without OpenCL's headers have no machine of OpenCL.
#include "runtime/device/backend.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::runtime {

std::unique_ptr<const Machine> make_opencl_machine()
{
    require(Backend::opencl, "array");
    return nullptr;
}

}  // namespace tobiuo::runtime
