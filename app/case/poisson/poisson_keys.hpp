// The keys that `solver: poisson` adds to a case.
#pragma once

#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {

[[nodiscard]] SolverKeys poisson_keys();

}  // namespace tobiuo::casefile
