#include "app/run/flow/time/time_step_control.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/time/flow_step_limit.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

TimeStepControl::TimeStepControl(const FlowSetting& setting)
    : flow_{setting.flow},
      problem_{setting.problem},
      every_{setting.the_case.output.every},
      given_rate_{rate_of_faces(setting.problem)}
{
}

std::optional<double> TimeStepControl::next_output(const FlowTime& now) const
{
    return every_ ? std::optional{next_of_series(*every_, now.time, flow_.run.until)}
                  : std::nullopt;
}

FlowTime TimeStepControl::planned(const FlowTime& now, double rate) const
{
    const double infinity = std::numeric_limits<double>::infinity();
    const double target =
        std::min(next_output(now).value_or(infinity), flow_.run.until.value_or(infinity));
    const double chosen = flow_.run.time_step ? *flow_.run.time_step
                                              : chosen_step(problem_, std::max(rate, given_rate_),
                                                            flow_.run.cfl, now);
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
    if (const auto warning = long_step_warning(problem_, std::max(rate, given_rate_), now)) {
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

}  // namespace tobiuo
