// SPDX-License-Identifier: BSD-3-Clause
// The column of the zero mode, whose sigma is 0: u[k-1] - 2 u[k] + u[k+1] = g[k]. One code for
// device and host.
#pragma once

#include "kernels/compensated_sum.hpp"
#include "kernels/tridiagonal/edge.hpp"

namespace tobiuo::tridiagonal {

/// The plain sum of the few rows that a thread of a large team has.
class PlainSum {
public:
    PlainSum() = default;
    constexpr explicit PlainSum(double start) : sum_{start} {}
    constexpr PlainSum& operator+=(double term)
    {
        sum_ += term;
        return *this;
    }
    [[nodiscard]] constexpr double value() const { return sum_; }

private:
    double sum_ = 0.0;
};

/// A team of one thread, which adds up all rows.
struct OneThread {
    using Sum = CompensatedSum;
    static constexpr int size = 1;
    int rank = 0;

    [[nodiscard]] static constexpr double sum(double value) { return value; }
    [[nodiscard]] static constexpr double sum_before(double /*value*/) { return 0.0; }
};

/// The recurrences of EdgeSeries with r = 1, which are sums; what enters at the edges is the limit
/// of the series of the images. Where rows are unbounded and no odd edge is there, that limit is
/// infinite if g has a sum; the column then is the sum of |k - k'| g[k'] / 2, with the images at an even
/// edge.
///
/// A team of threads runs it, each with neighbouring rows. Team has `size`, the `rank` of this
/// thread, sum(x) over all threads, sum_before(x) over those of a lower rank, and Sum, which adds
/// up the values of one thread.
template <Edge first, Edge last, typename Team>
class LevelColumn {
public:
    /// `values` holds g and then u; a thread touches its own rows only. `rows` is not a constant,
    /// because unrolled loops would make the kernel large.
    constexpr LevelColumn(const Team& team, double* values, int rows)
        : team_{team},
          value_{values},
          rows_{rows},
          begin_{smaller(rows, team.rank * share(rows))},
          end_{smaller(rows, begin_ + share(rows))}
    {
    }

    /// Solves the column; returns the mean that is removed if the system is singular, else 0.
    constexpr double run() const
    {
        const double removed = are_level(first, last) ? remove_mean() : 0.0;
        const double behind = behind_last();
        const double sum = sum_forwards();
        if constexpr (first == Edge::periodic) {
            static_cast<void>(remove_mean());
        }
        sum_backwards(last == Edge::odd_half ? -0.5 * sum : behind);
        if constexpr (are_level(first, last)) {
            static_cast<void>(remove_mean());
        }
        return removed;
    }

    [[nodiscard]] constexpr int begin() const { return begin_; }
    [[nodiscard]] constexpr int end() const { return end_; }

private:
    using Sum = typename Team::Sum;

    [[nodiscard]] static constexpr int smaller(int a, int b) { return a < b ? a : b; }
    [[nodiscard]] static constexpr int share(int rows)
    {
        return (rows + Team::size - 1) / Team::size;
    }

    /// The sum over all rows of weight(k) times a value.
    template <typename Weight>
    [[nodiscard]] constexpr double sum(const Weight& weight) const
    {
        Sum mine;
        for (int k = begin_; k < end_; ++k) {
            mine += weight(k) * value_[k];
        }
        return team_.sum(mine.value());
    }

    /// The sum over the rows of this thread.
    [[nodiscard]] constexpr double mine() const
    {
        Sum sum;
        for (int k = begin_; k < end_; ++k) {
            sum += value_[k];
        }
        return sum.value();
    }

    /// Removes the mean; a row on a wall counts half.
    constexpr double remove_mean() const
    {
        constexpr bool half_first = first == Edge::even_whole;
        constexpr bool half_last = last == Edge::even_whole;
        const double total = sum([&](int k) {
            return (half_first && k == 0) || (half_last && k == rows_ - 1) ? 0.5 : 1.0;
        });
        const double mean = total / (rows_ - 0.5 * (half_first + half_last));
        for (int k = begin_; k < end_; ++k) {
            value_[k] -= mean;
        }
        return mean;
    }

    /// Replaces g by p; returns the last p.
    constexpr double sum_forwards() const
    {
        const double before = before_first();
        const double all = mine();
        Sum p{before + team_.sum_before(all)};
        for (int k = begin_; k < end_; ++k) {
            p += value_[k];
            value_[k] = p.value();
        }
        return before + team_.sum(all);
    }

    /// Replaces p by u; `behind` is q behind the last row.
    constexpr void sum_backwards(double behind) const
    {
        const double all = mine();
        Sum q{behind + team_.sum(all) - team_.sum_before(all) - all};
        for (int k = end_; k-- > begin_;) {
            q += value_[k];
            value_[k] = -q.value();
        }
    }

    /// The value p[-1].
    [[nodiscard]] constexpr double before_first() const
    {
        if constexpr (is_odd(first)) {
            const int beyond = 2 * rows_ - image_distance(last);
            const int period = beyond - image_distance(first);
            return -sum([&](int k) { return beyond - 1.0 - 2.0 * k; }) / period;
        } else if constexpr (first == Edge::unbounded && !is_odd(last)) {
            // The slope that the charges have on both sides, or on the only one.
            const int end = rows_ - 1;
            return -sum([&](int k) {
                return last == Edge::unbounded || (last == Edge::even_whole && k == end) ? 0.5
                                                                                         : 1.0;
            });
        } else if constexpr (first == Edge::even_whole) {
            return -sum([](int k) { return k == 0 ? 0.5 : 0.0; });
        } else {
            return 0.0;
        }
    }

    /// q behind the last row from the g of all rows, where the edges are unbounded and even.
    [[nodiscard]] constexpr double behind_last() const
    {
        if constexpr (first == Edge::unbounded && last == Edge::unbounded) {
            return -0.5 * sum([&](int k) { return static_cast<double>(rows_ - k); });
        } else if constexpr (first == Edge::unbounded && last == Edge::even_half) {
            return -sum([&](int k) { return rows_ - k - 0.5; });
        } else if constexpr (first == Edge::unbounded && last == Edge::even_whole) {
            const int end = rows_ - 1;
            return -sum([&](int k) { return k == end ? 0.5 : static_cast<double>(end - k); });
        } else {
            return 0.0;
        }
    }

    const Team& team_;
    double* value_;
    int rows_;
    int begin_;
    int end_;
};

}  // namespace tobiuo::tridiagonal
