// `solver: himeno` made ready to run.
#pragma once

#include <memory>

#include "app/command/job.hpp"

namespace tobiuo {

[[nodiscard]] std::unique_ptr<Job> make_himeno_job(Case the_case, HimenoCase himeno);

}  // namespace tobiuo
