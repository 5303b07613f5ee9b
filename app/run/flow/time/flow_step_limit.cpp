#include "app/run/flow/time/flow_step_limit.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/time/flow_end.hpp"

namespace tobiuo {
namespace {

/// The Courant number at which three stages lose stability, see flow::step_limit().
constexpr double stable_courant = 1.7320508075688772;

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

void check_time_step(const FlowSetting& setting, double rate)
{
    if (!setting.flow.run.time_step) {
        return;
    }
    const flow::StepLimit limit = flow::step_limit(
        setting.problem, std::max(rate, rate_of_faces(setting.problem)), stable_courant);
    if (*setting.flow.run.time_step > limit.seconds) {
        throw InputError{
            setting.flow.time_step_at,
            fmt::format("run.time_step: {:.4g} is beyond the limit of stability at the start, {} "
                        "(errors would grow in each step): make it smaller, or give cfl",
                        *setting.flow.run.time_step, limit_text(setting.problem, limit))};
    }
}

std::optional<std::string> long_step_warning(const flow::Problem& problem, double rate,
                                             const FlowTime& at)
{
    const flow::StepLimit limit = flow::step_limit(problem, rate, stable_courant);
    if (at.time_step <= limit.seconds) {
        return std::nullopt;
    }
    return fmt::format(
        "at step {} the time step of {:.4g} is beyond the limit of stability, {}: the velocity may "
        "grow without bound; make run.time_step smaller, or give cfl",
        at.step, at.time_step, limit_text(problem, limit));
}

std::string stall_text(const FlowSetting& setting, const FlowTime& now, const FlowTime& next,
                       double rate)
{
    const FlowRun& run = setting.flow.run;
    const std::string why = run.time_step ? "which run.time_step gives"
                            : flow::step_limit(setting.problem, rate, run.cfl).by_friction
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
