// SPDX-License-Identifier: BSD-3-Clause
// How a flow run has ended, in a sentence and as an exit code.
#pragma once

#include <optional>
#include <string>

#include "app/errors.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/run/flow/time/flow_times.hpp"

namespace tobiuo {

[[nodiscard]] ExitCode exit_code_of(FlowStatus status);

/// "step 12 at time 0.5".
[[nodiscard]] std::string moment_text(const FlowTime& at);

/// Where the first velocity is that is not finite, if one was found, as a clause. The step after `at`
/// may have spread what the one before began.
[[nodiscard]] std::string trouble_text(const flow::Problem& problem,
                                       const std::optional<NotFiniteAt>& first, const FlowTime& at);

/// Logs how the run has ended, unless it ended as planned. `checkpoint` says what the newest
/// checkpoint is about; it is empty without one.
void tell_end(const FlowReport& report, const std::string& checkpoint);

}  // namespace tobiuo
