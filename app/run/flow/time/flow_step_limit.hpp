// Time steps of a case that are beyond the limit of stability.
#pragma once

#include <optional>
#include <string>

#include "app/run/flow/flow_setting.hpp"
#include "app/run/flow/time/flow_times.hpp"

namespace tobiuo {

/// Throws InputError if the time step of the case is beyond the limit of stability for a velocity
/// of this rate.
void check_time_step(const FlowSetting& setting, double rate);

/// A sentence that warns if the last step was beyond the limit of stability for a velocity of this
/// rate; else nothing.
[[nodiscard]] std::optional<std::string> long_step_warning(const flow::Problem& problem,
                                                           double rate, const FlowTime& at);

/// Where and why time no longer goes on, as a clause, for a velocity of this rate.
[[nodiscard]] std::string stall_text(const FlowSetting& setting, const FlowTime& now,
                                     const FlowTime& next, double rate);

}  // namespace tobiuo
