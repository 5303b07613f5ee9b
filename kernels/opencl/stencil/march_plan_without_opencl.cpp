// SPDX-License-Identifier: BSD-3-Clause
// The plan of the one-sweep OpenCL kernel in a build without OpenCL headers: none.
#include "kernels/opencl/stencil/march_plan.hpp"
#include "runtime/device/error.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::opencl {

std::unique_ptr<stencil::SweepPlan> make_march_plan(const stencil::SweepRequest& /*request*/)
{
    throw DeviceError{"no OpenCL device to sweep on: " + survey().reason};
}

}  // namespace tobiuo::opencl
