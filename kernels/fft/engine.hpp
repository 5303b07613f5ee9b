// SPDX-License-Identifier: BSD-3-Clause
// What each back end makes of the transforms of fft::Plan, fft::PointwisePlan and fft::R2rPlan.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include <tobiuo/fft/pointwise_plan.hpp>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/r2r_schedule.hpp"

namespace tobiuo::fft {

/// A transform that is ready to be executed on one back end. Copies share its arrays and kernels.
struct Engine {
    /// Implements Plan::execute_untyped(); the functions, if there are some, receive `data`.
    std::function<void(void* in, void* out, Stream stream, const WorkspaceView& workspace,
                       const FunctionData& data)>
        execute;
    /// Transforms arrays in host memory where execute() takes others; otherwise empty.
    std::function<void(void* in, void* out)> execute_on_host = {};
    std::size_t workspace_bytes = 0;  ///< of the work array, owned or supplied
    std::string words = {};           ///< the passes or the library, without the transform

    /// Transforms the arrays of a typed call. With OpenCL they are in host memory and are copied.
    void execute_typed(void* in, void* out, Stream stream) const
    {
        if (execute_on_host) {
            execute_on_host(in, out);
        } else {
            execute(in, out, stream, {}, {});
        }
    }
};

/// What makes the engines of a back end, for its current or chosen device. Problems are valid. All
/// throw std::invalid_argument for what the back end has no plan of, or DeviceError.
struct Engines {
    Engine (*make)(const Problem& problem, const PlanOptions& options, Axes axes);
    /// Null where no functions of users are compiled.
    Engine (*make_pointwise)(const Problem& problem, const Pointwise& function,
                             const PlanOptions& options);
    /// `threads`: as PlanOptions has them.
    Engine (*make_r2r)(const R2rProblem& problem, int threads);

    /// Throw as those above do, but compile and allocate nothing.
    void (*check)(const Problem& problem);
    void (*check_pointwise)(const Problem& problem);
    void (*check_r2r)(const R2rProblem& problem);
};

/// The engines of a back end. Throws DeviceError if this machine does not have it.
[[nodiscard]] const Engines& engines_of(Backend backend);

/// Tiles of lines where they suit, else FFTW.
[[nodiscard]] const Engines& host_engines();
/// DevicePlan; a build without a CUDA toolkit throws DeviceError.
[[nodiscard]] const Engines& cuda_engines();
/// opencl::FftPlan, whose arrays are buffers (cl_mem) and whose stream is a queue
/// (cl_command_queue), both as addresses; a build without OpenCL's headers throws DeviceError.
[[nodiscard]] const Engines& opencl_engines();

}  // namespace tobiuo::fft
