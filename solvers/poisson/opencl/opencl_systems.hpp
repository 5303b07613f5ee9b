// The systems along a stretched axis on an OpenCL device, with their data.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/opencl/buffer.hpp"
#include "kernels/opencl/context.hpp"
#include "kernels/opencl/tridiagonal/systems_solver.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

class OpenclSystems {
public:
    /// Throws DeviceError. `solve` has systems.
    OpenclSystems(const Problem& problem, const SolveSchedule& solve, const opencl::Context& where)
        : OpenclSystems{three_point(problem, solve.systems->axis), problem.precision, solve, where}
    {
    }

    /// `inner` and `outer` are the eigenvalues of the other axes.
    void enqueue(cl_mem u, cl_mem inner, cl_mem outer, cl_mem constant,
                 cl_command_queue queue) const
    {
        opencl::SystemArrays arrays = arrays_;
        arrays.data = u;
        arrays.inner = inner;
        arrays.outer = outer;
        arrays.constant = constant;
        solver_.enqueue(arrays, queue);
    }

private:
    OpenclSystems(const ThreePoint& points, Precision precision, const SolveSchedule& solve,
                  const opencl::Context& where)
        : below_{opencl::uploaded<double>(points.below, where)},
          above_{opencl::uploaded<double>(points.above, where)},
          width_{opencl::uploaded<double>(points.width, where)},
          losses_{static_cast<std::int64_t>(array_values(solve) * sizeof(double)), where},
          solver_{precision, where}
    {
        const SystemLines& lines = *solve.systems;
        const tridiagonal::UnequalRows rows = rows_of(points);
        arrays_ = {.losses = losses_.get(),
                   .below = below_.get(),
                   .above = above_.get(),
                   .width = width_.get(),
                   .first_wall = rows.first_wall,
                   .last_wall = rows.last_wall,
                   .scale = 1.0 / solve.round_trip,
                   .count = rows.count,
                   .step = lines.step,
                   .inner_count = lines.inner_count,
                   .beside_step = lines.beside_step,
                   .beyond_count = lines.beyond_count,
                   .beyond_step = lines.beyond_step};
    }

    opencl::Buffer below_;
    opencl::Buffer above_;
    opencl::Buffer width_;
    opencl::Buffer losses_;
    opencl::SystemsSolver solver_;
    opencl::SystemArrays arrays_;
};

}  // namespace tobiuo::poisson
