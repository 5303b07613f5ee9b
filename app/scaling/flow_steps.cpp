// SPDX-License-Identifier: BSD-3-Clause
#include "app/scaling/flow_steps.hpp"

#include <algorithm>

#include <tobiuo/flow/solver.hpp>

#include "runtime/precision.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo::scaling {

FlowSteps flow_steps(const flow::Problem& problem, Backend backend, int ranks,
                     double one_rank_seconds)
{
    const std::int64_t planes = problem.grid.axes[2].cells;
    const std::int64_t points = flow::points(problem);
    FlowSteps steps{.planes = planes,
                    .plane_values = points / planes,
                    .value_bytes = static_cast<double>(bytes_per_value(problem.precision)),
                    .arrays = static_cast<int>(flow::step_values(problem) / points),
                    .stretched = problem.grid.axes[2].stretched(),
                    .squeezed = squeezed(problem.grid),
                    .one_rank_seconds = one_rank_seconds};
    steps.end_values = flow::end_values(problem);
    // The velocities both ways, three planes of the impulse that a solve finds; the scalar; the pressure so far, and the
    // ends of lines: one number of each to those above, two to those below.
    double quantities = 3.0;
    for (int number = 0; number < flow::scalar_count(problem); ++number) {
        const flow::Scalar& scalar = flow::scalar_of_number(problem, number);
        // A bounded one has two planes each way.
        quantities += scalar.advection == flow::ScalarAdvection::bounded ? 2.0 : 1.0;
    }
    steps.planes_of_stage = 2.0 * quantities + static_cast<double>(problem.projections);
    steps.solves = problem.projections;
    if (problem.implicit_diffusion) {
        steps.planes_of_stage += 1.0;
        steps.messages_of_stage += 1.0;
    }
    if (!problem.obstacles.empty()) {  // velocities and scalar once more
        steps.planes_of_stage += 2.0 * quantities;
        steps.messages_of_stage += 2.0;
    }
    if (problem.implicit_diffusion == 2) {
        steps.planes_of_stage += 3.0 * quantities;
        steps.messages_of_stage += 2.0;
    }
    const poisson::RankMethod way =
        flow::method_of_ranks(problem, backend, std::min(ranks, steps.most_ranks()));
    steps.by_slabs = way.by_slabs;
    steps.told_bytes = static_cast<double>(way.told_bytes);
    steps.chunks = way.chunks;
    return steps;
}

}  // namespace tobiuo::scaling
