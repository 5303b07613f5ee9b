// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/ranks/messages.hpp"

#include <algorithm>

namespace tobiuo::ranks {

std::vector<std::string> gathered_texts(const Communicator& ranks, const std::string& mine)
{
    const std::vector<std::size_t> lengths = gathered(ranks, mine.size());
    std::vector<std::string> texts;
    texts.reserve(lengths.size());
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (std::size_t other = 0; other < lengths.size(); ++other) {
        std::string& text = texts.emplace_back(lengths[other], ' ');
        const auto number = static_cast<int>(other);
        if (!mine.empty()) {
            sends.push_back({.to = number, .data = mine.data(), .bytes = mine.size()});
        }
        if (!text.empty()) {
            receives.push_back({.from = number, .data = text.data(), .bytes = text.size()});
        }
    }
    ranks.exchange(sends, receives);
    return texts;
}

void sum_over_ranks(const Communicator& ranks, std::span<double> values)
{
    const std::vector<double> all = gathered(ranks, std::span<const double>{values});
    std::ranges::fill(values, 0.0);
    for (std::size_t at = 0; at < all.size(); ++at) {
        values[at % values.size()] += all[at];
    }
}

}  // namespace tobiuo::ranks
