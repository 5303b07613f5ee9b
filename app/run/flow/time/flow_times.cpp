// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/time/flow_times.hpp"

#include <algorithm>
#include <cmath>

namespace tobiuo {

double chosen_step(const flow::Problem& problem, double rate, double friction, double cfl,
                   const FlowTime& now)
{
    const double limit = flow::step_limit(problem, rate, cfl, friction).seconds;
    return now.chosen > 0.0 ? std::min(limit, most_growth * now.chosen) : limit;
}

FlowTime next_step(const FlowTime& now, double chosen, std::optional<double> target)
{
    FlowTime next = now;
    next.step = now.step + 1;
    next.chosen = chosen;
    if (!target) {
        next.time_step = chosen;
        next.time = now.time + chosen;
        return next;
    }
    constexpr double rounding = 1e-9;  // of the number of steps
    const double left = *target - now.time;
    const double steps = std::max(1.0, std::ceil(left / chosen * (1.0 - rounding)));
    next.time_step = left / steps;
    next.time = steps > 1.0 ? now.time + next.time_step : *target;
    next.chosen = std::isfinite(chosen) ? chosen : left;
    return next;
}

namespace {

constexpr double series_rounding = 1e-9;  // of an interval

}  // namespace

double next_of_series(double every, double now, std::optional<double> until)
{
    const double time = every * (std::floor(now / every + series_rounding) + 1.0);
    return until && std::abs(time - *until) < series_rounding * every ? *until : time;
}

bool meets_series(double every, double before, double now, std::optional<double> until)
{
    // Multiples of several intervals may be the same time but for rounding: one step hits the first.
    return now >= next_of_series(every, before, until) - series_rounding * every;
}

}  // namespace tobiuo
