// SPDX-License-Identifier: BSD-3-Clause
// Plans that store in one way, whatever the size.
#pragma once

#include <cstdlib>

#include "runtime/memory/caches.hpp"

namespace tobiuo::test {

/// Plans made, and stages of flows computed, during its life store as TOBIUO_STORES says here.
class ChosenStores {
public:
    explicit ChosenStores(memory::Stores stores)
    {
        setenv("TOBIUO_STORES", stores == memory::Stores::streaming ? "streaming" : "cached", 1);
    }
    ChosenStores(const ChosenStores&) = delete;
    ChosenStores& operator=(const ChosenStores&) = delete;
    ~ChosenStores() { unsetenv("TOBIUO_STORES"); }
};

}  // namespace tobiuo::test
