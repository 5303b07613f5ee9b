// The keys that `solver: himeno` adds to a case.
#pragma once

#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {

[[nodiscard]] SolverKeys himeno_keys();

}  // namespace tobiuo::casefile
