// SPDX-License-Identifier: BSD-3-Clause
// The communicator of a program that runs alone.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>

#include <tobiuo/communicator.hpp>

namespace tobiuo::ranks {

/// One rank, which sends to itself only.
class OneRank final : public Communicator {
public:
    [[nodiscard]] int rank() const override { return 0; }
    [[nodiscard]] int size() const override { return 1; }
    void exchange(std::span<const Outgoing> sends,
                  std::span<const Incoming> receives) const override
    {
        if (sends.size() != receives.size()) {
            throw std::runtime_error{"a message to a rank alone has no place"};
        }
        for (std::size_t at = 0; at < sends.size(); ++at) {
            std::memmove(receives[at].data, sends[at].data, sends[at].bytes);
        }
    }
};

}  // namespace tobiuo::ranks
