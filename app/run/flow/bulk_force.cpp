// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/bulk_force.hpp"

#include <cmath>
#include <cstddef>

#include "app/run/flow/flow_input.hpp"

namespace tobiuo {

std::array<double, 3> force_to_hold(const BulkForce& last, const std::array<double, 3>& bulk,
                                    const flow::Problem& problem, double time_step)
{
    std::array<double, 3> force{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (problem.faces.at(axis).lower.kind != flow::FaceKind::periodic) {
            continue;
        }
        const double drag = last.drag.at(axis);
        const double before = last.mean.at(axis) + last.time_step * (last.force.at(axis) - drag);
        force.at(axis) = drag + (bulk.at(axis) - before) / time_step;
    }
    return force;
}

void note_step(BulkForce& last, const std::array<double, 3>& mean,
               const std::array<double, 3>& force, double time_step)
{
    if (last.time_step > 0.0) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            last.drag.at(axis) =
                last.force.at(axis) - (mean.at(axis) - last.mean.at(axis)) / last.time_step;
        }
    }
    last.force = force;
    last.mean = mean;
    last.time_step = time_step;
}

double rate_of_bulk(const FlowCase& flow, const flow::Problem& problem)
{
    double rate = 0.0;
    for (std::size_t axis = 0; flow.bulk_velocity && axis < 3; ++axis) {
        rate += is_absent(problem, axis) ? 0.0
                                         : std::abs(flow.bulk_velocity->at(axis)) /
                                               least_width(problem.grid.axes.at(axis));
    }
    return rate;
}

}  // namespace tobiuo
