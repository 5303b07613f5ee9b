// SPDX-License-Identifier: BSD-3-Clause
// Solves in builds without OpenCL's headers, which have no device.
#include "runtime/device/error.hpp"
#include "runtime/opencl/survey.hpp"
#include "solvers/poisson/program/ready_step.hpp"

namespace tobiuo::poisson {

const SolveBackEnd& solve_on_opencl()
{
    throw DeviceError{"no device to solve on: " + opencl::survey().reason};
}

}  // namespace tobiuo::poisson
