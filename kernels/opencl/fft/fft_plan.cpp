// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/fft_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <variant>

#include "kernels/opencl/fft/device_limits.hpp"

namespace tobiuo::opencl {
namespace {

fft::Schedule schedule_for(const fft::Problem& problem, const FftPlanOptions& options,
                           const DeviceInfo& device)
{
    require_precision(device, problem.precision);
    return make_opencl_schedule(problem, options.limits.value_or(limits_of(device)),
                                choices_for(device, options.table), options.axes);
}

std::int64_t work_bytes(const fft::Schedule& schedule, Precision precision)
{
    return schedule.work_values * complex_bytes(precision);
}

Buffer work_array(std::int64_t bytes, const Context& where)
{
    return bytes > 0 ? Buffer{bytes, where} : Buffer{};
}

}  // namespace

fft::Schedule make_opencl_schedule(const fft::Problem& problem, const fft::DeviceLimits& limits,
                                   const fft::Choices& choices, fft::Axes axes)
{
    fft::Schedule schedule = axes == fft::Axes::slowest
                                 ? make_slowest_axis_schedule(problem, limits, choices)
                                 : make_schedule(problem, limits, choices);
    const bool folds = std::ranges::any_of(schedule.steps, [](const fft::Step& step) {
        return std::holds_alternative<fft::FoldStep>(step);
    });
    if (folds && limits.threads_per_block < fft::FoldForm::threads) {
        throw std::invalid_argument{
            "a real axis so long is not transformed by an OpenCL device whose work-groups have "
            "fewer than " +
            std::to_string(fft::FoldForm::threads) +
            " work-items: choose a shorter one, another device or the CPU"};
    }
    return schedule;
}

FftPlan::FftPlan(const fft::Problem& problem, const FftPlanOptions& options, const Context& where)
    : problem_{problem},
      where_{&where},
      schedule_{schedule_for(problem, options, where.device())},
      passes_{schedule_, problem.precision, {}, where},
      work_{work_array(work_bytes(schedule_, problem.precision), where)}
{
}

void FftPlan::execute(cl_mem in, cl_mem out, cl_command_queue queue) const
{
    const bool in_place = problem_.placement == fft::Placement::in_place;
    if (in == nullptr || out == nullptr || (in == out) != in_place) {
        throw std::invalid_argument{
            "the buffers of a transform are null, or not one buffer in place and two out of place: "
            "give what the problem says"};
    }
    passes_.enqueue({.in = in, .out = out, .work = work_.get()},
                    queue != nullptr ? queue : where_->queue());
}

std::size_t FftPlan::workspace_bytes() const
{
    return static_cast<std::size_t>(work_.bytes());
}

std::string FftPlan::describe_passes() const
{
    return fft::describe_passes(schedule_, workspace_bytes());
}

}  // namespace tobiuo::opencl
