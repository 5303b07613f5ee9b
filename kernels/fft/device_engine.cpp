// SPDX-License-Identifier: BSD-3-Clause
// The engines of fft::Plan, fft::PointwisePlan and fft::R2rPlan on a GPU.
#include <memory>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/engine.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"
#include "runtime/device/compile/module.hpp"

namespace tobiuo::fft {
namespace {

/// Calls make(what, limits, choices) for the current device.
template <typename What, typename Make>
Schedule on_current_device(const What& what, const Make& make)
{
    return make(what, limits_of_current_device(), with_known_table({}));
}

Engine device_engine(const Problem& problem, const DevicePlanOptions& options)
{
    const auto plan = std::make_shared<const DevicePlan>(problem, options);
    return {
        .execute =
            [plan](void* in, void* out, Stream stream, const WorkspaceView& workspace,
                   const FunctionData& data) { plan->execute(in, out, stream, workspace, data); },
        .workspace_bytes = plan->workspace_bytes(),
        .words = plan->describe_passes()};
}

DevicePlanOptions device_options(const PlanOptions& asked)
{
    return {.workspace = asked.workspace, .load = asked.load, .store = asked.store};
}

Engine make_on_device(const Problem& problem, const PlanOptions& asked, Axes axes)
{
    DevicePlanOptions options = device_options(asked);
    if (axes == Axes::slowest) {
        options.schedule = on_current_device(problem, make_slowest_axis_schedule);
    }
    return device_engine(problem, options);
}

Engine make_pointwise_on_device(const Problem& problem, const Pointwise& function,
                                const PlanOptions& asked)
{
    DevicePlanOptions options = device_options(asked);
    options.between = function;
    return device_engine(problem, options);
}

Engine make_r2r_on_device(const R2rProblem& problem, int /*threads*/)
{
    const auto passes = std::make_shared<const DevicePasses>(
        on_current_device(problem, make_r2r_schedule), problem.precision);
    device::Kernel::wait_for_begun();
    return {.execute =
                [passes](void* in, void* out, Stream stream, const WorkspaceView& /*workspace*/,
                         const FunctionData& /*data*/) {
                    passes->enqueue({.in = in, .out = out}, stream);
                },
            .words = describe_passes(passes->schedule())};
}

template <auto make, typename What>
void check_schedule(const What& what)
{
    static_cast<void>(on_current_device(what, make));
}

}  // namespace

const Engines& cuda_engines()
{
    static constexpr Engines engines{
        .make = make_on_device,
        .make_pointwise = make_pointwise_on_device,
        .make_r2r = make_r2r_on_device,
        .check = check_schedule<make_schedule, Problem>,
        .check_pointwise = check_schedule<make_pointwise_schedule, Problem>,
        .check_r2r = check_schedule<make_r2r_schedule, R2rProblem>};
    return engines;
}

}  // namespace tobiuo::fft
