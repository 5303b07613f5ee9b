// What a himeno run prints to stdout and writes to summary.txt.
#pragma once

#include <string>

#include "app/output/report/himeno_report.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// The last lines that the official C program prints, for scripts that parse them.
[[nodiscard]] std::string official_closing_lines(const himeno::Measurement& run,
                                                 const stencil::Shape& shape);

/// The official lines, then the case, the machine, the kernel and the results, for people.
[[nodiscard]] std::string summary_text(const HimenoReport& report);

}  // namespace tobiuo
