// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/time/flow_outlook.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/errors.hpp"
#include "app/run/flow/bulk_force.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/progress.hpp"
#include "runtime/threads.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

constexpr double many_steps = 1e9;

/// The largest size of an expression at some points of its grid; 0 if it is not finite at one, which
/// the start of the run tells.
double size_of(const FieldExpression& expression, Grid points)
{
    constexpr std::int64_t most_points = 32;  // along an axis: an outlook needs no more
    for (Axis& axis : points.axes) {
        if (axis.cells > most_points) {
            axis = {.cells = most_points, .lower = axis.lower, .upper = axis.upper};
        }
    }
    try {
        double largest = 0.0;
        for (const double value : sampled(expression, "initial", points)) {
            largest = std::max(largest, std::abs(value));
        }
        return largest;
    } catch (const InputError&) {
        return 0.0;
    }
}

/// The largest size of what a field begins with; 0 of a file.
double size_at_start(const FieldSource& given, const Grid& points)
{
    const auto* expression = std::get_if<FieldExpression>(&given);
    return expression == nullptr ? 0.0 : size_of(*expression, points);
}

/// What limits the first step, but for what a file gives.
double rate_at_start(const FlowCase& flow, const flow::Problem& problem)
{
    double rate = 0.0;
    for (std::size_t c = 0; c < 3 && !flow.initial_file; ++c) {
        if (!is_absent(problem, c)) {
            const double size =
                size_at_start(flow.initial.at(c), points_of(problem, static_cast<int>(c)));
            rate += (size + flow.noise.amplitude) / least_width(problem.grid.axes.at(c));
        }
    }
    std::vector<double> differences;
    for (int number = 0; number < scalar_count(flow); ++number) {
        differences.push_back(size_at_start(scalar_of_number(flow, number).initial,
                                            points_of(problem, no_component)) +
                              std::abs(flow::scalar_of_number(problem, number).reference));
    }
    const double difference =
        std::max(difference_on_faces(problem), joint_difference(problem, differences));
    std::array<double, 3> force{};
    for (std::size_t c = 0; c < 3; ++c) {
        force.at(c) = size_of(flow.force.at(c), points_of(problem, static_cast<int>(c)));
    }
    return std::max({rate, rate_of_faces(problem), rate_of_buoyancy(problem, difference),
                     rate_of_force(problem, force, difference), rate_of_bulk(flow, problem)});
}

/// The wall time of a step, by the order of magnitude: a point takes so long on one thread, or on a
/// GPU, which takes some time for each step, too.
double seconds_of_step(const flow::Problem& problem, const Place& place)
{
    constexpr double of_a_thread = 300e-9;
    constexpr double of_a_gpu = 1e-9;
    constexpr double of_launches = 50e-6;
    // A projection around closed obstacles takes five or so solves.
    constexpr double of_closed = 4.0;
    const double more = flow::has_closed_obstacles(problem) ? of_closed : 1.0;
    const double points = more * static_cast<double>(flow::points(problem));
    if (!place.is_cpu()) {
        return more * of_launches + points * of_a_gpu;
    }
    const int threads = threads_for(flow::points(problem), 1e9 * of_a_thread / 10.0);
    return points * of_a_thread / static_cast<double>(std::max(threads, 1));
}

/// "0:12", or years where hours are too many.
std::string span_text(double seconds)
{
    constexpr double day = 86400.0;
    constexpr double year = 365.0 * day;
    return seconds > year      ? fmt::format("{:.2g} years", seconds / year)
           : seconds > 2 * day ? fmt::format("{:.0f} days", seconds / day)
                               : time_text(seconds);
}

}  // namespace

FlowOutlook flow_outlook(const FlowCase& flow, const flow::Problem& problem, const Place& place)
{
    const FlowRun& run = flow.run;
    FlowOutlook outlook;
    const flow::StepLimit limit = flow::step_limit(problem, rate_at_start(flow, problem), run.cfl);
    outlook.by_friction = limit.by_friction;
    outlook.time_step = run.time_step.value_or(limit.seconds);
    outlook.is_exact = run.time_step.has_value() || !run.until;
    const auto most = static_cast<double>(run.max_steps.value_or(0));
    outlook.steps = most;
    if (run.until) {
        const double steps = std::max(1.0, std::ceil(*run.until / outlook.time_step * (1 - 1e-9)));
        outlook.steps = run.max_steps ? std::min(steps, most) : steps;
    }
    outlook.seconds = outlook.steps * seconds_of_step(problem, place);
    return outlook;
}

std::string outlook_text(const FlowOutlook& outlook)
{
    const std::string step = std::isfinite(outlook.time_step)
                                 ? fmt::format(" of {:.4g}", outlook.time_step)
                                 : std::string{};
    return fmt::format("{}{:.6g} steps{}{}, about {}", outlook.is_exact ? "" : "about ",
                       outlook.steps, step, outlook.is_exact ? "" : " at the start",
                       span_text(outlook.seconds));
}

std::string many_steps_warning(const FlowCase& flow, const FlowOutlook& outlook)
{
    if (outlook.steps <= many_steps) {
        return {};
    }
    const std::string cure = flow.run.time_step ? "make run.time_step longer"
                             : outlook.by_friction
                                 ? "check the units of viscosity and diffusivity, or give fewer "
                                   "cells or method.implicit_diffusion"
                                 : "check the units of velocities, force and buoyancy, or give "
                                   "fewer cells";
    return fmt::format("the run takes {} (more than {:.0e} steps): {}, or give run.max_steps",
                       outlook_text(outlook), many_steps, cure);
}

bool stands_still(const FlowRun& run, const FlowTime& now, const FlowTime& next)
{
    const double end = run.until && !run.max_steps ? std::max(*run.until, now.time) : now.time;
    return !(next.time > now.time) || !(end + next.chosen > end);
}

}  // namespace tobiuo
