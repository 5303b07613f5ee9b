// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/time/flow_end.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {

ExitCode exit_code_of(FlowStatus status)
{
    switch (status) {
        case FlowStatus::done:
            return ExitCode::done;
        case FlowStatus::diverged:
            return ExitCode::diverged;
        case FlowStatus::interrupted:
            return ExitCode::interrupted;
        case FlowStatus::out_of_steps:
        case FlowStatus::stalled:
            return ExitCode::not_converged;
    }
    return ExitCode::internal;
}

std::string moment_text(const FlowTime& at)
{
    return fmt::format("step {} at time {:.6g}", at.step, at.time);
}

std::string trouble_text(const flow::Problem& problem, const std::optional<NotFiniteAt>& first,
                         const FlowTime& at)
{
    std::string text = "after " + moment_text(at);
    if (first) {
        std::vector<std::string> names{"u", "v", "w"};
        std::ranges::copy(scalar_names(problem), std::back_inserter(names));
        const auto place = [&](int axis) {
            return flow::velocity_position(problem, std::min(first->component, no_component), axis,
                                           first->cell.at(static_cast<std::size_t>(axis)));
        };
        text += fmt::format(" (first {} at x = {:.4g}, y = {:.4g}, z = {:.4g})",
                            names.at(static_cast<std::size_t>(first->component)), place(0),
                            place(1), place(2));
    }
    return text;
}

void tell_end(const FlowReport& report, const std::string& checkpoint)
{
    const FlowRun& run = report.flow.run;
    if (report.status == FlowStatus::diverged) {
        spdlog::error(
            "the flow is no longer finite {}: the time step is too long or the grid too coarse for "
            "it; make {}, or give it more cells or a higher viscosity (or diffusivity){}",
            report.trouble,
            run.time_step ? fmt::format("run.time_step ({:.4g}) smaller", *run.time_step)
                          : fmt::format("run.cfl ({:.4g}) smaller", run.cfl),
            checkpoint.empty() ? "" : "; --restart goes on from the checkpoint of " + checkpoint);
    } else if (report.status == FlowStatus::stalled) {
        spdlog::error("time no longer goes on {}; writing what is there", report.trouble);
    } else if (report.status == FlowStatus::out_of_steps) {
        spdlog::warn(
            "run.max_steps = {} was reached at time {:.6g} before run.until = {:.6g}; "
            "writing what is there",
            *run.max_steps, report.time, *run.until);
    } else if (report.status == FlowStatus::interrupted) {
        spdlog::warn("stopped by {} after step {} at time {:.6g}; writing what is there",
                     report.by_wall_time ? "run.wall_time = " + run.wall_time->text
                                         : std::string{stop_signal_name()},
                     report.steps, report.time);
    } else if (report.steady_at) {
        spdlog::info(
            "the flow is steady at time {:.6g}: it changes by {:.3g} of its largest value "
            "in a unit of time, and run.steady is {:.4g}",
            *report.steady_at, report.change.value_or(0.0), *run.steady);
    } else if (run.steady) {
        spdlog::warn(
            "the flow is not steady{}, and run.steady is {:.4g}: make run.{} larger and "
            "go on from a checkpoint, or begin anew",
            report.change ? fmt::format(" (it changes by {:.3g} of its largest value in a "
                                        "unit of time)",
                                        *report.change)
                          : "",
            *run.steady, run.until ? "until" : "max_steps");
    } else if (stop_requested()) {
        spdlog::info("{} came, but all steps are done: the results are complete",
                     stop_signal_name());
    }
}

}  // namespace tobiuo
