// SPDX-License-Identifier: BSD-3-Clause
// The bandwidth probe of a build without OpenCL headers: none.
#include "kernels/opencl/stencil/ceiling_probe.hpp"
#include "runtime/device/error.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::opencl {

memory::CeilingProbe make_probe(std::int64_t /*bytes*/)
{
    throw DeviceError{"no OpenCL device: " + survey().reason};
}

}  // namespace tobiuo::opencl
