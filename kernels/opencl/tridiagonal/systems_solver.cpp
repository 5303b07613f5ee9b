// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/tridiagonal/systems_solver.hpp"

#include "kernels/opencl/tridiagonal/systems_text.hpp"

namespace tobiuo::opencl {

SystemsSolver::SystemsSolver(Precision precision, const Context& where)
    : kernel_{{.name = "tridiagonal systems", .source = systems_text(precision)},
              "tridiagonal_solve",
              where}
{
}

void SystemsSolver::enqueue(const SystemArrays& systems, cl_command_queue queue) const
{
    constexpr std::int64_t items = 64;
    const std::int64_t lines = systems.inner_count * systems.beyond_count;
    kernel_.launch({.groups = {static_cast<std::size_t>((lines + items - 1) / items), 1, 1},
                    .items = {static_cast<std::size_t>(items), 1, 1},
                    .queue = queue},
                   systems.data, systems.losses, systems.below, systems.above, systems.width,
                   systems.inner, systems.outer, systems.constant, systems.first_wall,
                   systems.last_wall, systems.scale, systems.count, systems.step,
                   systems.inner_count, systems.beside_step, systems.beyond_count,
                   systems.beyond_step);
}

}  // namespace tobiuo::opencl
