// The keys that `solver: flow` adds to a case.
#pragma once

#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {

[[nodiscard]] SolverKeys flow_keys();

}  // namespace tobiuo::casefile
