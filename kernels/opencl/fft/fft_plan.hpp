// SPDX-License-Identifier: BSD-3-Clause
// Transforms arrays in the memory of an OpenCL device: planned once, executed many times.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <optional>
#include <string>

#include "kernels/fft/problem.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/opencl/fft/passes.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/context.hpp"

namespace tobiuo::opencl {

struct FftPlanOptions {
    /// If not given, those of the context's device: limits_of().
    std::optional<fft::DeviceLimits> limits = {};
    fft::Axes axes = fft::Axes::all;
    /// Tuned configurations; if null, those that are known for the device.
    const fft::TunedTable* table = nullptr;
};

/// The schedule of a problem for OpenCL: that of a CUDA device with the same limits; `choices` are
/// those of choices_for(). Throws std::invalid_argument as fft::make_schedule() does.
[[nodiscard]] fft::Schedule make_opencl_schedule(const fft::Problem& problem,
                                                 const fft::DeviceLimits& limits,
                                                 const fft::Choices& choices,
                                                 fft::Axes axes = fft::Axes::all);

/// A transform on the device of a context, as kernels that are compiled for the problem.
///
/// Shapes    as fft::Problem says; the arrays begin where their buffers begin.
/// Order     execute() enqueues on the queue; it neither allocates nor waits.
/// Sharing   one execution at a time if the plan owns a work array.
/// Twin      fft::HostPlan.
class FftPlan {
public:
    /// Throws std::invalid_argument (what is wrong with the problem, or what the device has not),
    /// or DeviceError.
    explicit FftPlan(const fft::Problem& problem, const FftPlanOptions& options = {},
                     const Context& where = context());

    /// Transforms `in` to `out`, which are the same buffer in place; c2r may overwrite its input.
    /// A null queue is that of the context.
    void execute(cl_mem in, cl_mem out, cl_command_queue queue = nullptr) const;

    /// Bytes of the work array that the plan owns.
    [[nodiscard]] std::size_t workspace_bytes() const;
    /// The passes in words: "3 passes: 512=...; no work array".
    [[nodiscard]] std::string describe_passes() const;
    [[nodiscard]] const fft::Schedule& schedule() const { return schedule_; }

private:
    fft::Problem problem_;
    const Context* where_;
    fft::Schedule schedule_;
    Passes passes_;
    Buffer work_;
};

}  // namespace tobiuo::opencl
