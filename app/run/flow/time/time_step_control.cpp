// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/time/time_step_control.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/time/flow_end.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

TimeStepControl::TimeStepControl(const FlowSetting& setting)
    : flow_{setting.flow}, problem_{setting.problem}, given_rate_{rate_of_faces(setting.problem)}
{
    for (const FlowSeries& series : series_of(setting.the_case, setting.flow)) {
        if (series.every) {
            intervals_.push_back(*series.every);
        }
    }
    for (const LineSection& line : setting.the_case.output.lines) {
        if (line.every) {
            intervals_.push_back(*line.every);
        }
    }
}

std::optional<double> TimeStepControl::next_output(const FlowTime& now) const
{
    std::optional<double> first;
    for (const double every : intervals_) {
        const double next = next_of_series(every, now.time, flow_.run.until);
        first = std::min(first.value_or(next), next);
    }
    return first;
}

FlowTime TimeStepControl::planned(const FlowTime& now, double rate) const
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double target =
        std::min(next_output(now).value_or(infinity), flow_.run.until.value_or(infinity));
    const double chosen = flow_.run.time_step ? *flow_.run.time_step
                                              : chosen_step(problem_, std::max(rate, given_rate_),
                                                            friction_, flow_.run.cfl, now);
    if (!std::isfinite(chosen) && !std::isfinite(target)) {
        throw InputError{flow_.time_step_at,
                         "run: nothing limits the time step (the fluid is at rest, without "
                         "viscosity and force): give time_step or until"};
    }
    return next_step(now, chosen, std::isfinite(target) ? std::optional{target} : std::nullopt);
}

void TimeStepControl::count(const FlowTime& now, double rate, double seconds)
{
    seconds_ += seconds;
    least_step_ = largest_step_ > 0.0 ? std::min(least_step_, now.time_step) : now.time_step;
    largest_step_ = std::max(largest_step_, now.time_step);
    if (warned_ || !flow_.run.time_step) {
        return;
    }
    if (const auto warning =
            long_step_warning(problem_, std::max(rate, given_rate_), friction_, now)) {
        warned_ = true;
        spdlog::warn("{}", *warning);
    }
}

double TimeStepControl::part(const FlowTime& now) const
{
    const FlowRun& run = flow_.run;
    return std::max(
        run.until ? part_of(now.time, *run.until) : 0.0,
        run.max_steps ? part_of(static_cast<double>(now.step), static_cast<double>(*run.max_steps))
                      : 0.0);
}

std::string TimeStepControl::text(const FlowTime& now, const flow::Observed& observed) const
{
    const double done = part(now);
    const auto own = static_cast<double>(now.step - first_step_);
    const double steps_left = done > 0.0 ? static_cast<double>(now.step) * (1.0 / done - 1.0) : 0.0;
    return fmt::format(
        "{:3.0f} %, {} left, step {}, time {:.4g}, dt {:.3g}, CFL {:.2f}, "
        "energy {:.4g}, div {:.0e}, {:.3g} ns a point",
        100.0 * done, time_text(seconds_ / own * steps_left), now.step, now.time, now.time_step,
        observed.largest_rate * now.time_step, observed.kinetic_energy, observed.largest_divergence,
        1e9 * seconds_ / own / static_cast<double>(flow::points(problem_)));
}

void TimeStepControl::fill(FlowReport& report) const
{
    report.first_step = first_step_;
    report.least_step = least_step_;
    report.largest_step = largest_step_;
    report.seconds = seconds_;
}

namespace {

/// "each axis", or those whose diffusion is not implicit.
std::string explicit_axes(const flow::Problem& problem)
{
    return problem.implicit_diffusion
               ? fmt::format("each axis but {}", "xyz"[*problem.implicit_diffusion])
               : "each axis";
}

std::string limit_text(const flow::Problem& problem, const flow::StepLimit& limit)
{
    return fmt::format(
        "{:.4g}, which {} sets", limit.seconds,
        limit.by_friction
            ? "viscosity or diffusivity (4 times it / dx^2 of " + explicit_axes(problem) + ")"
            : std::string{"the velocity (|u| / dx + |v| / dy + |w| / dz)"});
}

}  // namespace

void check_time_step(const FlowSetting& setting, double rate, double friction)
{
    if (!setting.flow.run.time_step) {
        return;
    }
    const flow::StepLimit limit =
        flow::step_limit(setting.problem, std::max(rate, rate_of_faces(setting.problem)),
                         flow::stable_courant(setting.problem), friction);
    if (*setting.flow.run.time_step > limit.seconds && limit.by_bounds) {
        throw InputError{
            setting.flow.time_step_at,
            fmt::format(
                "run.time_step: {:.4g} is beyond {:.4g}, the longest step in which the bounded "
                "scalar keeps its bounds at the start (a Courant number of 0.66 without "
                "diffusion): make it smaller, or give cfl",
                *setting.flow.run.time_step, limit.seconds)};
    }
    if (*setting.flow.run.time_step > limit.seconds) {
        throw InputError{
            setting.flow.time_step_at,
            fmt::format("run.time_step: {:.4g} is beyond the limit of stability at the start, {} "
                        "(errors would grow in each step): make it smaller, or give cfl",
                        *setting.flow.run.time_step, limit_text(setting.problem, limit))};
    }
}

std::optional<std::string> long_step_warning(const flow::Problem& problem, double rate,
                                             double friction, const FlowTime& at)
{
    const flow::StepLimit limit =
        flow::step_limit(problem, rate, flow::stable_courant(problem), friction);
    if (at.time_step <= limit.seconds) {
        return std::nullopt;
    }
    if (limit.by_bounds) {
        return fmt::format(
            "at step {} the time step of {:.4g} is beyond {:.4g}, the longest in which the bounded "
            "scalar keeps its bounds: it may leave them; make run.time_step smaller, or give cfl",
            at.step, at.time_step, limit.seconds);
    }
    return fmt::format(
        "at step {} the time step of {:.4g} is beyond the limit of stability, {}: the velocity may "
        "grow without bound; make run.time_step smaller, or give cfl",
        at.step, at.time_step, limit_text(problem, limit));
}

std::string stall_text(const FlowSetting& setting, const FlowTime& now, const FlowTime& next,
                       double rate, double friction)
{
    const FlowRun& run = setting.flow.run;
    const std::string why = run.time_step ? "which run.time_step gives"
                            : flow::step_limit(setting.problem, rate, run.cfl, friction).by_friction
                                ? "which viscosity or diffusivity sets"
                                : "which velocity, force or buoyancy sets";
    return fmt::format(
        "after {} (a step of {:.4g}, {}, is lost when it is added to {:.6g}): make the step "
        "longer, "
        "by other units or fewer cells",
        moment_text(now), next.chosen, why,
        run.until && !run.max_steps ? std::max(*run.until, now.time) : now.time);
}

}  // namespace tobiuo
