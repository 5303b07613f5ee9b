// What a himeno run says on stdout, and in summary.txt.
#pragma once

#include <string>

#include "app/output/report/himeno_report.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// The lines that the official C program prints last, for scripts that parse them.
[[nodiscard]] std::string official_closing_lines(const himeno::Measurement& run,
                                                 const stencil::Shape& shape);

/// These lines, then the case, the machine, the kernel and what was reached, for people.
[[nodiscard]] std::string summary_text(const HimenoReport& report);

}  // namespace tobiuo
