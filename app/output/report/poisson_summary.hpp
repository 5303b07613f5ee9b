// What a poisson run prints at its end.
#pragma once

#include <string>

#include "app/output/report/poisson_report.hpp"

namespace tobiuo {

/// The summary: a line that names the problem, and one for each result.
[[nodiscard]] std::string summary_text(const PoissonReport& report);

}  // namespace tobiuo
