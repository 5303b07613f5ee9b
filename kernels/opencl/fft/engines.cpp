// SPDX-License-Identifier: BSD-3-Clause
// The engines of fft::Plan and fft::R2rPlan with OpenCL.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "kernels/fft/engine.hpp"
#include "kernels/opencl/fft/device_limits.hpp"
#include "kernels/opencl/fft/fft_plan.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "runtime/opencl/buffer.hpp"

namespace tobiuo::opencl {
namespace {

/// The arrays of a call.
struct ArrayBytes {
    std::int64_t read{};
    std::int64_t written{};
    bool in_place = true;  ///< whether one buffer serves for both
};

/// An engine of enqueue(in, out, queue) on buffers. Host arrays are copied to buffers and back if
/// validate(in, out) does not refuse them.
template <typename Enqueue, typename Validate>
fft::Engine engine_of(const ArrayBytes& arrays, Enqueue enqueue, Validate validate)
{
    return {
        .execute =
            [enqueue](void* in, void* out, Stream stream, const fft::WorkspaceView& /*workspace*/,
                      const fft::FunctionData& /*data*/) {
                enqueue(static_cast<cl_mem>(in), static_cast<cl_mem>(out),
                        reinterpret_cast<cl_command_queue>(stream));
            },
        .execute_on_host =
            [arrays, enqueue, validate](void* in, void* out) {
                validate(in, out);
                cl_command_queue queue = context().queue();
                const Buffer source{arrays.read};
                const Buffer sink = arrays.in_place ? Buffer{} : Buffer{arrays.written};
                cl_mem result = arrays.in_place ? source.get() : sink.get();
                write_and_wait(source.get(), 0, in, arrays.read, queue);
                enqueue(source.get(), result, queue);
                read_and_wait(out, result, 0, arrays.written, queue);
            }};
}

fft::Engine transform_engine(const fft::Problem& problem, const fft::PlanOptions& options,
                             fft::Axes axes)
{
    if (options.workspace == fft::Workspace::supplied) {
        throw std::invalid_argument{
            "the plan is to have no work array of its own (with OpenCL plans own theirs): choose "
            "Workspace::owned"};
    }
    const auto plan = std::make_shared<const FftPlan>(problem, FftPlanOptions{.axes = axes});
    fft::Engine engine = engine_of(
        {.read = input_bytes(problem),
         .written = output_bytes(problem),
         .in_place = problem.placement == fft::Placement::in_place},
        [plan](cl_mem in, cl_mem out, cl_command_queue queue) { plan->execute(in, out, queue); },
        [problem](const void* in, const void* out) { validate_arrays(problem, in, out); });
    engine.workspace_bytes = plan->workspace_bytes();
    engine.words = plan->describe_passes();
    return engine;
}

fft::Schedule schedule_of(const fft::R2rProblem& problem)
{
    const DeviceInfo& device = chosen_device();
    require_precision(device, problem.precision);
    return make_r2r_schedule(problem, limits_of(device), choices_for(device));
}

fft::Engine r2r_engine(const fft::R2rProblem& problem, int /*threads*/)
{
    std::int64_t bytes = problem.batch * bytes_per_value(problem.precision);
    for (const fft::R2rAxis& axis : problem.axes) {
        bytes *= axis.points;
    }
    const fft::Schedule schedule = schedule_of(problem);
    const auto passes = std::make_shared<const Passes>(schedule, problem.precision);
    fft::Engine engine = engine_of(
        {.read = bytes, .written = bytes},
        [passes](cl_mem in, cl_mem out, cl_command_queue queue) {
            passes->enqueue({.in = in, .out = out}, queue != nullptr ? queue : context().queue());
        },
        [](const void* /*in*/, const void* /*out*/) {});
    engine.words = describe_passes(schedule);
    return engine;
}

void check(const fft::Problem& problem)
{
    const DeviceInfo& device = chosen_device();
    require_precision(device, problem.precision);
    require_buffer(device, std::max(input_bytes(problem), output_bytes(problem)));
    static_cast<void>(make_opencl_schedule(problem, limits_of(device), choices_for(device)));
}

void check_r2r(const fft::R2rProblem& problem)
{
    static_cast<void>(schedule_of(problem));
}

}  // namespace
}  // namespace tobiuo::opencl

namespace tobiuo::fft {

const Engines& opencl_engines()
{
    static constexpr Engines engines{.make = opencl::transform_engine,
                                     .make_pointwise = nullptr,
                                     .make_r2r = opencl::r2r_engine,
                                     .check = opencl::check,
                                     .check_pointwise = nullptr,
                                     .check_r2r = opencl::check_r2r};
    return engines;
}

}  // namespace tobiuo::fft
