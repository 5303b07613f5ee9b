// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/solid_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "runtime/each_at_once.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::flow {

std::vector<unsigned char> solid_cells(const Problem& problem, const Slab& slab)
{
    if (problem.obstacles.empty()) {
        return {};
    }
    const Axis& x = problem.grid.axes[0];
    const Axis& y = problem.grid.axes[1];
    const Axis& z = problem.grid.axes[2];
    std::vector<unsigned char> solid(static_cast<std::size_t>(x.cells * y.cells * slab.count));
    constexpr double nanoseconds = 50.0;  // of one thread for a cell
    each_at_once(y.cells * slab.count, threads_for(std::ssize(solid), nanoseconds),
                 [&](std::int64_t row) {
                     const double at_y = y.centre(row % y.cells);
                     const double at_z = z.centre(slab.first + row / y.cells);
                     for (std::int64_t i = 0; i < x.cells; ++i) {
                         const bool is_solid =
                             std::ranges::any_of(problem.obstacles, [&](const Obstacle& obstacle) {
                                 return obstacle.inside(x.centre(i), at_y, at_z);
                             });
                         solid[static_cast<std::size_t>(row * x.cells + i)] = is_solid ? 1 : 0;
                     }
                 });
    return solid;
}

}  // namespace tobiuo::flow
