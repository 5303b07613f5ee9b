// SPDX-License-Identifier: BSD-3-Clause
// Builds without a CUDA toolkit have no machine of CUDA.
#include <tobiuo/error.hpp>

#include "runtime/device/survey.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::runtime {
namespace {

[[noreturn]] void refuse()
{
    throw DeviceError{"no device to compute on: " + device::survey().reason};
}

}  // namespace

void wait_for_kernels() {}

void select_device(int /*device*/)
{
    refuse();
}

std::unique_ptr<const Machine> make_cuda_machine()
{
    refuse();
}

}  // namespace tobiuo::runtime
