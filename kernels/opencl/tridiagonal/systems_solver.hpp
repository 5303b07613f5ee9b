// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems on an OpenCL device: the kernel, compiled and ready.
#pragma once

#include <CL/cl.h>

#include <cstdint>

#include "runtime/opencl/context.hpp"
#include "runtime/opencl/kernel.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// tridiagonal::Systems with its arrays on the device.
struct SystemArrays {
    cl_mem data{};
    cl_mem losses{};
    cl_mem below{};
    cl_mem above{};
    cl_mem width{};
    cl_mem inner{};
    cl_mem outer{};
    cl_mem constant{};  ///< null if no system is singular
    double first_wall{};
    double last_wall{};
    double scale{};
    std::int64_t count{};
    std::int64_t step{};
    std::int64_t inner_count{};
    std::int64_t beside_step{};
    std::int64_t beyond_count{};
    std::int64_t beyond_step{};
};

class SystemsSolver {
public:
    /// Throws DeviceError.
    explicit SystemsSolver(Precision precision, const Context& where = context());

    /// Enqueues the solution of all systems.
    void enqueue(const SystemArrays& systems, cl_command_queue queue) const;

private:
    Kernel kernel_;
};

}  // namespace tobiuo::opencl
