// The keys that `solver: himeno` adds to a case.
#pragma once

#include <vector>

#include "app/case/keys.hpp"

namespace tobiuo::casefile {

[[nodiscard]] std::vector<Key> himeno_keys();

}  // namespace tobiuo::casefile
