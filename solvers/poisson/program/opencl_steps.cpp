// SPDX-License-Identifier: BSD-3-Clause
// Solves on an OpenCL device: none of the passes is merged, the last axis is transformed as the
// others are, and systems are eliminated in double precision.
#include <CL/cl.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "kernels/opencl/tridiagonal/systems_solver.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/context.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/program/ready_step.hpp"

namespace tobiuo::poisson {
namespace on_opencl {
namespace {

/// Throws std::invalid_argument for what the passes of transforms cannot do.
void validate_transforms(const Problem& problem)
{
    int present = 0;
    int last = 0;
    for (int axis = 0; axis < 3; ++axis) {
        present += is_absent(problem, axis) ? 0 : 1;
        last = is_absent(problem, axis) ? last : axis;
    }
    if (present == 1 && !stretched_axis(problem) &&
        solved_axis(problem, last).pairs.is_type_one()) {
        throw std::invalid_argument{
            "a single line of nodes between two equal walls is not solved with OpenCL (its "
            "DCT-I or DST-I adds up differences, and errors of rounding with them): use the CPU"};
    }
}

SolveProgram plan(const Problem& problem, const SolveChoices& choices)
{
    const opencl::DeviceInfo& device = opencl::context().device();
    require_precision(device, problem.precision);
    refuse_open_ends(problem, "devices with OpenCL");
    refuse_own_rows(problem, "devices with OpenCL");
    validate_transforms(problem);
    const SolveSchedule solve =
        make_solve_schedule(problem, choices.limits ? *choices.limits : opencl::limits_of(device),
                            opencl::choices_for(device, choices.table), LastAxis::transforms);
    require_buffer(device, std::max(points(problem) * bytes_per_value(problem.precision),
                                    solve.forward.work_values * complex_bytes(problem.precision)));
    if (!device.has_fp64 && (solve.systems || solve.wide_symbol)) {
        throw std::invalid_argument{
            "the OpenCL device " + device.name +
            " does not compute in double precision (a stretched axis or a positive lambda needs "
            "it): choose another device by " +
            opencl::device_variable + ", or the CPU"};
    }
    return program_of(problem, solve);
}

cl_mem buffer_of(const void* array)
{
    // NOLINTNEXTLINE(*-const-cast): a handle, to a buffer that steps do not change
    return static_cast<cl_mem>(const_cast<void*>(array));
}

cl_command_queue queue_of(Stream stream)
{
    return stream != nullptr ? reinterpret_cast<cl_command_queue>(stream)
                             : opencl::context().queue();
}

class ReadyPasses final : public ReadyStep {
public:
    ReadyPasses(const fft::Schedule& schedule, const StepContext& context)
        : passes_{schedule,
                  context.program.precision,
                  {.inner = buffer_of(context.address(ArrayName::inner)),
                   .outer = buffer_of(context.address(ArrayName::outer)),
                   .along = buffer_of(context.address(ArrayName::along)),
                   .constant = buffer_of(context.constant())}}
    {
        opencl::finish(opencl::context().queue());  // solves may be on other queues
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        passes_.enqueue(
            {.in = buffer_of(arrays.f), .out = buffer_of(arrays.u), .work = buffer_of(arrays.work)},
            queue_of(stream));
    }

private:
    opencl::Passes passes_;
};

class ReadyLines final : public ReadyStep {
public:
    ReadyLines(const WholeLines& step, const StepContext& context)
        : systems_{.data = nullptr,
                   .losses = buffer_of(context.address(ArrayName::losses)),
                   .below = buffer_of(context.address(ArrayName::below)),
                   .above = buffer_of(context.address(ArrayName::above)),
                   .width = buffer_of(context.address(ArrayName::width)),
                   .inner = buffer_of(context.address(ArrayName::inner)),
                   .outer = buffer_of(context.address(ArrayName::outer)),
                   .constant = buffer_of(context.constant()),
                   .first_wall = step.rows.first_wall,
                   .last_wall = step.rows.last_wall,
                   .scale = 1.0 / context.program.round_trip,
                   .count = step.rows.count,
                   .step = step.lines.step,
                   .inner_count = step.lines.inner_count,
                   .beside_step = step.lines.beside_step,
                   .beyond_count = step.lines.beyond_count,
                   .beyond_step = step.lines.beyond_step},
          solver_{context.program.precision}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        opencl::SystemArrays systems = systems_;
        systems.data = buffer_of(arrays.between());
        solver_.enqueue(systems, queue_of(stream));
    }

private:
    opencl::SystemArrays systems_;
    opencl::SystemsSolver solver_;
};

std::unique_ptr<const ReadyStep> prepare(const SolveStep& step, const StepContext& context)
{
    if (const auto* passes = std::get_if<fft::Schedule>(&step)) {
        return std::make_unique<ReadyPasses>(*passes, context);
    }
    if (const auto* lines = std::get_if<WholeLines>(&step)) {
        return std::make_unique<ReadyLines>(*lines, context);
    }
    throw std::logic_error{"a step that no OpenCL device takes is in a program for one"};
}

}  // namespace
}  // namespace on_opencl

const SolveBackEnd& solve_on_opencl()
{
    static constexpr SolveBackEnd back_end{.plan = on_opencl::plan,
                                           .prepare = on_opencl::prepare,
                                           .alignment = 0,
                                           .host_arrays = HostArrays::copied,
                                           .prepares_side_by_side = false};
    return back_end;
}

}  // namespace tobiuo::poisson
