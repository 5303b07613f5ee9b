// SPDX-License-Identifier: BSD-3-Clause
// The plans of the CUDA kernels in a build without a CUDA toolkit: none can be made.
#include "kernels/stencil/classic/classic_plan.hpp"
#include "kernels/stencil/march/march_plan.hpp"
#include "kernels/stencil/resident/resident_plan.hpp"
#include "kernels/stencil/slab/slab_plan.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::stencil {
namespace {

[[noreturn]] void refuse()
{
    throw device::DeviceError{"no device to sweep on: " + device::survey().reason};
}

}  // namespace

std::unique_ptr<PassPlan> make_march_plan(const SweepRequest& /*request*/)
{
    refuse();
}

std::unique_ptr<PassPlan> make_slab_plan(const SweepRequest& /*request*/, int /*sweeps*/)
{
    refuse();
}

std::unique_ptr<SweepPlan> make_resident_plan(const SweepRequest& /*request*/)
{
    refuse();
}

std::unique_ptr<SweepPlan> make_classic_plan(const SweepRequest& /*request*/)
{
    refuse();
}

}  // namespace tobiuo::stencil
