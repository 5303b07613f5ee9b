// SPDX-License-Identifier: BSD-3-Clause
// Solves in builds without CUDA, which have no device.
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "solvers/poisson/program/ready_step.hpp"

namespace tobiuo::poisson {

const SolveBackEnd& solve_on_cuda()
{
    throw DeviceError{"no device to solve on: " + device::survey().reason};
}

}  // namespace tobiuo::poisson
