// What a poisson run prints at its end.
#pragma once

#include <string>

#include "app/output/report/poisson_report.hpp"

namespace tobiuo {

/// A line that names the problem, and one for each thing that was found out.
[[nodiscard]] std::string summary_text(const PoissonReport& report);

}  // namespace tobiuo
