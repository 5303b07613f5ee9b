// SPDX-License-Identifier: BSD-3-Clause
// What a rank sends to the others and receives from them in one exchange.
#pragma once

#include <vector>

#include <tobiuo/communicator.hpp>

namespace tobiuo::poisson {

struct Messages {
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
};

}  // namespace tobiuo::poisson
