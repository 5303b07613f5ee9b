// Runs one case of the flow solver.
#pragma once

#include <memory>

#include "app/run/job.hpp"

namespace tobiuo {

/// Makes a job as make_job() does. Throws InputError on several ranks, too.
[[nodiscard]] std::unique_ptr<Job> make_flow_job(Case the_case, FlowCase flow,
                                                 const JobOptions& options);

}  // namespace tobiuo
