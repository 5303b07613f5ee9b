// SPDX-License-Identifier: BSD-3-Clause
// How far the waves of modes reach among ranks: which columns each tells the others.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "kernels/tridiagonal/slab/slab.hpp"
#include "solvers/poisson/ranks/rank_rows.hpp"

namespace tobiuo::poisson {

/// The ranks, in the order of their rows, to which a column of equal rows is told at most: those from
/// which its wave has passed fewer rows than it takes to be lost, exp(-lost) of what it was. They
/// count from 1, the neighbours.
[[nodiscard]] inline long long wave_reach(double sigma, long long least_rows, double lost,
                                          long long farthest)
{
    if (!(sigma > 0.0)) {
        return farthest;  // of the zero mode
    }
    const tridiagonal::Decay decay =
        tridiagonal::decay_of(sigma, std::sqrt(tridiagonal::discriminant(sigma)));
    const double slabs = lost / (-std::log1p(-decay.loss) * static_cast<double>(least_rows));
    return slabs < static_cast<double>(farthest)
               ? std::min(farthest, 1 + static_cast<long long>(slabs))
               : farthest;
}

/// The columns of a plane in the order in which ranks tell them, see tridiagonal::ToldOrder: those
/// that reach farthest first, and else as they are. All ranks find the same order, by the same
/// program from the same numbers.
class WaveOrder {
public:
    /// All columns are told to all ranks.
    WaveOrder() = default;
    /// `sigma` has the shift of each column, see tridiagonal::SlabSystems; lost waves are of the
    /// precision of the solve.
    WaveOrder(const RankRows& rows, std::span<const double> sigma, bool is_periodic, double lost)
        : is_periodic_{is_periodic}, devices_{rows.devices()}
    {
        const long long devices = rows.devices();
        const long long farthest = is_periodic ? devices / 2 : devices - 1;
        if (farthest < 2 || rows.mine < 0) {
            return;  // there are neighbours alone, or no planes
        }
        const long long least_rows = *std::ranges::min_element(rows.rows);
        std::vector<long long> reaches;
        reaches.reserve(sigma.size());
        for (const double one : sigma) {
            reaches.push_back(wave_reach(one, least_rows, lost, farthest));
        }
        counts_.assign(static_cast<std::size_t>(farthest) + 1, 0);
        for (const long long reach : reaches) {
            ++counts_[static_cast<std::size_t>(reach)];
        }
        for (std::size_t distance = counts_.size() - 1; distance-- > 0;) {
            counts_[distance] += counts_[distance + 1];
        }
        if (counts_.back() == std::ssize(reaches)) {
            return;  // all reach all
        }
        std::vector<long long> next(counts_.begin(),
                                    counts_.end());  // the place of the next column
        next.push_back(0);
        place_.resize(reaches.size());
        for (std::size_t column = 0; column < reaches.size(); ++column) {
            const auto behind = static_cast<std::size_t>(reaches[column]) + 1;
            place_[column] = static_cast<int>(next[behind]++);
        }
        long long begin = 0;
        for (int device = 0; device < rows.devices(); ++device) {
            begins_.push_back(begin);
            begin += count(device, rows.mine);
        }
        told_ = begin;
    }

    [[nodiscard]] bool is_used() const { return !place_.empty(); }
    [[nodiscard]] const std::vector<int>& place() const { return place_; }
    [[nodiscard]] const std::vector<long long>& counts() const { return counts_; }
    [[nodiscard]] const std::vector<long long>& begins() const { return begins_; }
    /// The columns that all ranks tell this one, its own included.
    [[nodiscard]] long long told() const { return told_; }

    /// The columns that two ranks tell each other.
    [[nodiscard]] long long count(int device, int other) const
    {
        const int apart = device < other ? other - device : device - other;
        return counts_[static_cast<std::size_t>(is_periodic_ ? std::min(apart, devices_ - apart)
                                                             : apart)];
    }

private:
    bool is_periodic_ = false;
    int devices_ = 0;
    std::vector<int> place_;
    std::vector<long long> counts_;
    std::vector<long long> begins_;
    long long told_ = 0;
};

}  // namespace tobiuo::poisson
