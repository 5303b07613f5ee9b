// SPDX-License-Identifier: BSD-3-Clause
// The passes of a schedule on an OpenCL device: compiled, with their tables, ready to be launched.
#pragma once

#include <CL/cl.h>

#include <functional>
#include <vector>

#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/opencl/context.hpp"

namespace tobiuo::opencl {

/// The arrays of one execution.
struct PassArrays {
    cl_mem in{};
    cl_mem out{};
    cl_mem work{};

    [[nodiscard]] cl_mem at(fft::Array array) const
    {
        return array == fft::Array::input ? in : array == fft::Array::output ? out : work;
    }
};

/// fft::Symbol with its arrays on the device: Eigenvalue of the pass, and a value of the data's
/// precision.
struct SymbolArrays {
    cl_mem inner{};
    cl_mem outer{};
    cl_mem along{};
    cl_mem constant{};
};

/// Enqueues one step on the device.
using CompiledStep = std::function<void(const PassArrays& arrays, cl_command_queue queue)>;

/// The steps of a schedule in one precision.
///
/// Order     enqueue() enqueues all steps on the queue, which runs them in order; it neither
///           allocates nor waits.
/// Sharing   several executions at a time, with other arrays.
class Passes {
public:
    /// The arrays of `symbol` outlive the steps; only passes that solve need them. The schedule has
    /// no merged steps, whose blocks wait for each other: OpenCL promises no order of work groups.
    /// Throws DeviceError, or std::invalid_argument (what OpenCL has not).
    Passes(const fft::Schedule& schedule, Precision precision, const SymbolArrays& symbol = {},
           const Context& where = context());

    void enqueue(const PassArrays& arrays, cl_command_queue queue) const;

private:
    std::vector<CompiledStep> steps_;
};

}  // namespace tobiuo::opencl
