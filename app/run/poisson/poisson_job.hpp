// A case of `solver: poisson` made ready to run.
#pragma once

#include <memory>

#include "app/case/case.hpp"
#include "app/run/job.hpp"

namespace tobiuo {

/// Makes a job as make_job() does.
[[nodiscard]] std::unique_ptr<Job> make_poisson_job(Case the_case, PoissonCase poisson,
                                                    const JobOptions& options);

}  // namespace tobiuo
