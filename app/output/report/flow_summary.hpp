// The summary of a flow run for its user.
#pragma once

#include <string>

#include "app/output/report/flow_report.hpp"

namespace tobiuo {

[[nodiscard]] std::string summary_text(const FlowReport& report);

}  // namespace tobiuo
