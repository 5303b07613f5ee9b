// SPDX-License-Identifier: BSD-3-Clause
// What ranks tell each other besides their planes: numbers, texts, and whether all agree.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <tobiuo/communicator.hpp>

namespace tobiuo::ranks {

/// The values of all ranks, in their order. Collective; all give as many values.
template <typename T>
[[nodiscard]] std::vector<T> gathered(const Communicator& ranks, std::span<const T> mine)
{
    static_assert(std::is_trivially_copyable_v<T>);
    const auto size = static_cast<std::size_t>(ranks.size());
    std::vector<T> all(size * mine.size());
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (std::size_t other = 0; other < size && !mine.empty(); ++other) {
        sends.push_back(
            {.to = static_cast<int>(other), .data = mine.data(), .bytes = mine.size_bytes()});
        receives.push_back({.from = static_cast<int>(other),
                            .data = all.data() + other * mine.size(),
                            .bytes = mine.size_bytes()});
    }
    ranks.exchange(sends, receives);
    return all;
}

/// One value of each rank.
template <typename T>
[[nodiscard]] std::vector<T> gathered(const Communicator& ranks, const T& mine)
{
    return gathered(ranks, std::span<const T>{&mine, 1});
}

/// The texts of all ranks, in their order. Collective.
[[nodiscard]] std::vector<std::string> gathered_texts(const Communicator& ranks,
                                                      const std::string& mine);

/// Gives all ranks the values of rank 0, as many as each has. Collective.
template <typename T>
void take_from_first(const Communicator& ranks, std::span<T> values)
{
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    if (ranks.rank() > 0) {
        receives.push_back({.from = 0, .data = values.data(), .bytes = values.size_bytes()});
    } else {
        for (int other = 1; other < ranks.size(); ++other) {
            sends.push_back({.to = other, .data = values.data(), .bytes = values.size_bytes()});
        }
    }
    ranks.exchange(sends, receives);
}

/// The value of rank 0. Collective.
template <typename T>
[[nodiscard]] T from_first(const Communicator& ranks, T mine)
{
    take_from_first(ranks, std::span<T>{&mine, 1});
    return mine;
}

/// Calls timed(), which returns seconds, on all ranks, which begin together; the most that it returns.
/// Collective.
template <typename Timed>
[[nodiscard]] double slowest(const Communicator& ranks, const Timed& timed)
{
    static_cast<void>(gathered(ranks, 0));  // returns once all ranks are here
    return std::ranges::max(gathered(ranks, timed()));
}

/// The sums over all ranks, added in their order. Collective.
void sum_over_ranks(const Communicator& ranks, std::span<double> values);

}  // namespace tobiuo::ranks
