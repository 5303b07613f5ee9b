// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/device/stage_launch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/flow/implicit_stage.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::flow {
namespace {

/// Threads that a multiprocessor holds at a time: each needs 128 registers.
constexpr int resident_threads = 512;

/// Shared memory of a multiprocessor, and what each block of it takes beside its own.
constexpr int shared_bytes = 228 * 1024;
constexpr int shared_bytes_of_block = 1024;

int shared_bytes_of(const StageForm& form)
{
    return form.shared_values() * 16 / form.piece + shared_bytes_of_block;
}

constexpr int most_width = 512;
constexpr int least_width = 32;
constexpr int most_planes = 128;
constexpr int least_planes = 4;

/// The time of a launch in microseconds. The blocks that the device holds at a time go from plane
/// to plane in about the time of their memory traffic, or, where they are few, of a block alone. The
/// numbers are fitted to the times of launches on an H200 (validation/performance/design_choices.md).
double cost_of(const StageProblem& problem, const StageLaunch& launch, int multiprocessors)
{
    constexpr double bytes_per_microsecond = 40e3;  // of each multiprocessor where all are busy
    const double words = problem.varies ? 11.0 : 10.0;
    // Microseconds from one plane to the next in a block alone, and more for a larger one.
    constexpr double least_step = 1.6;
    constexpr double step_per_thread = 0.24 / resident_threads;
    constexpr double ends = 18.0;  // points that the ends of a row of a tile cost
    // Rows that the rows on either side cost; more where a viscosity comes with them.
    const double sides = problem.varies ? 1.0 : 0.16;
    constexpr double starting_planes = 2.0;
    const long long blocks = parts_of<long long>(problem.counts[0], launch.width) *
                             parts_of<long long>(problem.counts[1], launch.rows) *
                             parts_of<long long>(problem.counts[2], launch.planes);
    const long long resident =
        multiprocessors * blocks_per_multiprocessor(tile_form(problem, launch));
    const double bytes_of_plane = words * static_cast<double>(bytes_per_value(problem.precision)) *
                                  (launch.width + ends) * (launch.rows + sides);
    const double step = least_step + step_per_thread * tile_form(problem, launch).threads();
    const auto time_of = [&](long long at_a_time) {
        const double traffic = static_cast<double>(at_a_time) * bytes_of_plane /
                               (bytes_per_microsecond * multiprocessors);
        // The sum is a little more than the greater one; where they are alike, each hides only a
        // part of the other.
        return std::pow(std::pow(step, 4) + std::pow(traffic, 4), 0.25);
    };
    const double last = blocks % resident > 0 ? time_of(blocks % resident) : 0.0;
    return (launch.planes + starting_planes) *
           (static_cast<double>(blocks / resident) * time_of(resident) + last);
}

}  // namespace

int blocks_per_multiprocessor(const StageForm& form)
{
    return std::max(
        1, std::min(resident_threads / form.threads(), shared_bytes / shared_bytes_of(form)));
}

StageForm tile_form(const StageProblem& problem, const StageLaunch& launch)
{
    StageForm form;
    form.piece = piece_of(problem.precision);
    form.width = launch.width;
    form.rows = launch.rows;
    form.varies = problem.varies;
    return form;
}

StageLaunch choose_launch(const StageProblem& problem, int multiprocessors)
{
    StageLaunch best;
    double least = std::numeric_limits<double>::infinity();
    constexpr int least_threads = resident_threads / 4;
    const long long cells = problem.counts[2];  // across planes
    for (int threads = resident_threads; threads >= least_threads; threads /= 2) {
        for (int width = most_width; width >= least_width; width /= 2) {
            if (width > least_width && width / 2 >= problem.counts[0]) {
                continue;
            }
            const int rows = threads / (width / piece_of(problem.precision));
            for (int planes = most_planes; rows > 0 && planes >= least_planes; planes /= 2) {
                // Blocks of equal depth, of no more planes than these.
                const long long layers = parts_of<long long>(cells, planes);
                const StageLaunch launch{.width = width,
                                         .rows = rows,
                                         .planes = static_cast<int>(parts_of(cells, layers))};
                const double cost = cost_of(problem, launch, multiprocessors);
                if (cost < least && shared_bytes_of(tile_form(problem, launch)) <= shared_bytes) {
                    least = cost;
                    best = launch;
                }
            }
        }
    }
    return best;
}

// Measured on an H100, see validation/performance/design_choices.md.
int parts_of_line(const StageProblem& problem, int multiprocessors)
{
    constexpr long long enough_lines = 128;  // of all velocities, on each multiprocessor
    const long long values = problem.counts[problem.implicit_axis];
    const long long parts = parts_of<long long>(values, part_rows);
    const long long lines = problem.counts[0] * problem.counts[1] * problem.counts[2] / values;
    const bool are_few = 3 * lines <= enough_lines * multiprocessors;
    return are_few && parts <= most_parts ? static_cast<int>(parts) : 0;
}

}  // namespace tobiuo::flow
