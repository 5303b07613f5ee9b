// The engines of fft::Plan, fft::PointwisePlan and fft::R2rPlan on a GPU.
#include <memory>
#include <utility>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/device_plan.hpp"
#include "kernels/fft/engine.hpp"
#include "kernels/fft/schedule/pointwise_schedule.hpp"

namespace tobiuo::fft {
namespace {

/// Calls make(what, limits, choices) for the current device.
template <typename What, typename Make>
Schedule on_current_device(const What& what, const Make& make)
{
    return make(what, limits_of_current_device(), with_known_table({}));
}

Engine engine_of(const Problem& problem, const DevicePlanOptions& options)
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

Engine transform_engine(const Problem& problem, const PlanOptions& asked, Axes axes)
{
    DevicePlanOptions options = device_options(asked);
    if (axes == Axes::slowest) {
        options.schedule = on_current_device(problem, make_slowest_axis_schedule);
    }
    return engine_of(problem, options);
}

Engine pointwise_engine(const Problem& problem, const Pointwise& function, const PlanOptions& asked)
{
    DevicePlanOptions options = device_options(asked);
    options.between = function;
    return engine_of(problem, options);
}

Engine r2r_engine(const R2rProblem& problem, int /*threads*/)
{
    const auto passes = std::make_shared<const DevicePasses>(
        on_current_device(problem, make_r2r_schedule), problem.precision);
    return {.execute =
                [passes](void* in, void* out, Stream stream, const WorkspaceView& /*workspace*/,
                         const FunctionData& /*data*/) {
                    passes->enqueue({.in = in, .out = out}, stream);
                },
            .words = describe_passes(passes->schedule())};
}

template <auto make, typename What>
void check(const What& what)
{
    static_cast<void>(on_current_device(what, make));
}

}  // namespace

const Engines& cuda_engines()
{
    static constexpr Engines engines{.make = transform_engine,
                                     .make_pointwise = pointwise_engine,
                                     .make_r2r = r2r_engine,
                                     .check = check<make_schedule, Problem>,
                                     .check_pointwise = check<make_pointwise_schedule, Problem>,
                                     .check_r2r = check<make_r2r_schedule, R2rProblem>};
    return engines;
}

}  // namespace tobiuo::fft
