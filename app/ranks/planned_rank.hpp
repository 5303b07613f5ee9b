// SPDX-License-Identifier: BSD-3-Clause
// One of several ranks, for plans that are made to learn what they take.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include <tobiuo/communicator.hpp>

namespace tobiuo {

/// A rank without the others: instead of them, whatever it sends to one comes back from that one,
/// as if all ranks said the same. A plan can be made with it, without waiting for anyone, but not
/// be executed.
class PlannedRank final : public Communicator {
public:
    PlannedRank(int rank, int size) : rank_{rank}, size_{size} {}

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }
    void exchange(std::span<const Outgoing> sends,
                  std::span<const Incoming> receives) const override
    {
        std::vector<Outgoing> left{sends.begin(), sends.end()};
        for (const Incoming& message : receives) {
            const auto found = std::ranges::find(left, message.from, &Outgoing::to);
            if (found != left.end() && found->bytes == message.bytes) {
                std::memmove(message.data, found->data, message.bytes);
                left.erase(found);
            } else {
                std::memset(message.data, 0, message.bytes);
            }
        }
    }

private:
    int rank_;
    int size_;
};

}  // namespace tobiuo
