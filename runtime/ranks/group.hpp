// SPDX-License-Identifier: BSD-3-Clause
// Some of the ranks of a communicator.
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include <tobiuo/communicator.hpp>

namespace tobiuo::ranks {

/// Ranks that share an array, in the order of their parts. This rank is number `own` of them.
struct Group {
    std::vector<int> members;
    int own{};

    [[nodiscard]] int size() const { return static_cast<int>(members.size()); }
    /// The rank of the communicator that is number `number` of these.
    [[nodiscard]] int member(int number) const { return members[static_cast<std::size_t>(number)]; }
};

[[nodiscard]] inline Group everyone(int rank, int size)
{
    std::vector<int> members(static_cast<std::size_t>(size));
    std::iota(members.begin(), members.end(), 0);
    return {.members = std::move(members), .own = rank};
}

[[nodiscard]] inline Group everyone(const Communicator& ranks)
{
    return everyone(ranks.rank(), ranks.size());
}

}  // namespace tobiuo::ranks
