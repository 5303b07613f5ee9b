// The engine of fft::Plan, fft::PointwisePlan and fft::R2rPlan on each back end.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <tobiuo/fft/pointwise_plan.hpp>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/r2r_schedule.hpp"

namespace tobiuo::fft {

class Engine {
public:
    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    /// Implements Plan::execute_untyped(); the functions, if there are some, receive `data`.
    virtual void execute(void* in, void* out, Stream stream, const WorkspaceView& workspace,
                         const FunctionData& data) const = 0;

    /// Transforms the arrays of a typed call. With OpenCL they are in host memory and are copied.
    virtual void execute_typed(void* in, void* out, Stream stream) const
    {
        execute(in, out, stream, {}, {});
    }

    /// Bytes of the work array, owned or supplied.
    [[nodiscard]] virtual std::size_t workspace_bytes() const { return 0; }

    /// The passes or the library, without the transform.
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// Makes an engine on `threads` threads, a HostTiledDft where it suits, else a HostPlan. Throws as
/// HostPlan does.
[[nodiscard]] std::unique_ptr<const Engine> make_host_engine(const Problem& problem, int threads,
                                                             Axes axes = Axes::all);

/// Makes an engine of cosine and sine transforms that calls FFTW on `threads` threads, 0 for as
/// many as the size is worth.
[[nodiscard]] std::unique_ptr<const Engine> make_host_engine(const R2rProblem& problem,
                                                             int threads);

/// Makes a DevicePlan for the current device, with the work array and the functions of the options.
/// Throws std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const Engine> make_device_engine(const Problem& problem,
                                                               const PlanOptions& options,
                                                               Axes axes = Axes::all);
/// Makes a DevicePointwisePlan for the current device. Throws std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const Engine> make_device_engine(const Problem& problem,
                                                               const Pointwise& function,
                                                               const PlanOptions& options);
/// Makes an engine of cosine and sine transforms for the current device. Throws
/// std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const Engine> make_device_engine(const R2rProblem& problem);

/// Makes an opencl::FftPlan for the chosen OpenCL device, whose arrays are buffers (cl_mem) and
/// whose stream is a queue (cl_command_queue), both as addresses. Throws std::invalid_argument or
/// DeviceError.
[[nodiscard]] std::unique_ptr<const Engine> make_opencl_engine(const Problem& problem,
                                                               Workspace workspace);
/// Makes an engine of cosine and sine transforms for the chosen OpenCL device. Throws
/// std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const Engine> make_opencl_engine(const R2rProblem& problem);

/// Throws std::invalid_argument if the chosen OpenCL device has no plan of the problem, or
/// DeviceError.
void validate_by_opencl(const Problem& problem);
void validate_by_opencl(const R2rProblem& problem);

/// Throws std::invalid_argument if the current device has no plan of the problem (the last
/// one: with a function), or DeviceError.
void validate_on_device(const Problem& problem);
void validate_on_device(const R2rProblem& problem);
void validate_pointwise_on_device(const Problem& problem);

}  // namespace tobiuo::fft
