// How a Himeno run has ended, in a sentence and as an exit code.
#pragma once

#include "app/errors.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// Logs how the run has ended, unless it ended as planned.
void tell_end(const himeno::Result& result, const himeno::StopRule& rule);

[[nodiscard]] ExitCode exit_code_of(himeno::Status status);

}  // namespace tobiuo
