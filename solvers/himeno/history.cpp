// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/himeno/history.hpp"

#include <cstddef>

namespace tobiuo::himeno {

void History::append(std::span<const double> gosa)
{
    auto& [stride, sweeps, kept, last] = state_;
    for (const double value : gosa) {
        ++sweeps;
        last = {.sweep = sweeps, .gosa = value};
        if ((sweeps - 1) % stride != 0) {
            continue;
        }
        while (static_cast<std::int64_t>(kept.size()) >= limit_) {
            std::size_t to = 0;
            for (std::size_t from = 0; from < kept.size(); from += 2) {
                kept[to++] = kept[from];
            }
            kept.resize(to);
            stride *= 2;
        }
        if ((sweeps - 1) % stride == 0) {
            kept.push_back(*last);
        }
    }
}

std::vector<History::Row> History::rows() const
{
    std::vector<Row> all = state_.kept;
    if (state_.last && (all.empty() || all.back().sweep != state_.last->sweep)) {
        all.push_back(*state_.last);
    }
    return all;
}

}  // namespace tobiuo::himeno
