#include "app/run/himeno/himeno_end.hpp"

#include <spdlog/spdlog.h>

#include <string>
#include <variant>

#include "app/run/duration_monitor.hpp"
#include "app/run/signals.hpp"

namespace tobiuo {
namespace {

void log_time(const himeno::Result& result, const himeno::StopRule& rule)
{
    if (const auto* target = std::get_if<himeno::TargetSeconds>(&rule)) {
        const std::string sentence = DurationMonitor::verdict(target->seconds, result.run.seconds);
        if (!sentence.empty()) {
            spdlog::warn("{}", sentence);
        }
    }
}

}  // namespace

void tell_end(const himeno::Result& result, const himeno::StopRule& rule)
{
    switch (result.status) {
        case himeno::Status::done:
            log_time(result, rule);
            break;
        case himeno::Status::not_converged:
            spdlog::warn("not converged: gosa is {:.6e} after {} sweeps; raise run.max_sweeps",
                         result.run.gosa, result.run.sweeps);
            break;
        case himeno::Status::diverged:
            spdlog::error(
                "diverged: gosa is not finite within the first {} sweeps; check the "
                "coefficients (the sweep must contract) and method.omega",
                result.total_sweeps);
            break;
        case himeno::Status::interrupted:
            spdlog::warn("stopped by {} after {} sweeps; writing what is there", stop_signal_name(),
                         result.total_sweeps);
            break;
    }
}

ExitCode exit_code_of(himeno::Status status)
{
    switch (status) {
        case himeno::Status::done:
            return ExitCode::done;
        case himeno::Status::not_converged:
            return ExitCode::not_converged;
        case himeno::Status::diverged:
            return ExitCode::diverged;
        case himeno::Status::interrupted:
            return ExitCode::interrupted;
    }
    return ExitCode::internal;
}

}  // namespace tobiuo
