// A case of `solver: himeno` made ready to run.
#pragma once

#include <memory>

#include "app/case/case.hpp"
#include "app/run/job.hpp"

namespace tobiuo {

[[nodiscard]] std::unique_ptr<Job> make_himeno_job(Case the_case, HimenoCase himeno,
                                                   const JobOptions& options);

}  // namespace tobiuo
