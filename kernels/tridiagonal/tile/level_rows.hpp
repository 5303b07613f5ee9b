// SPDX-License-Identifier: BSD-3-Clause
// The column of the zero mode of unequal rows: sources add up to fluxes, and fluxes to values. One
// code for device and host.
#pragma once

#include "kernels/tridiagonal/tile/tile_systems.hpp"

namespace tobiuo::tridiagonal {

/// A team of threads solves the column, each with neighbouring rows; for Team see LevelColumn.
template <typename Team, typename T>
class LevelRows {
public:
    /// The rows of `systems`. `values` holds r and then u; a thread touches its own ones only.
    constexpr LevelRows(const Team& team, const TileSystems<T>& systems, double* values)
        : team_{team}, systems_{systems}, value_{values}
    {
        const long long share = (systems.rows + Team::size - 1) / Team::size;
        begin_ = smaller(systems.rows, team.rank * share);
        end_ = smaller(systems.rows, begin_ + share);
    }

    /// Solves the column; returns the mean that is removed, 0 with an unbounded end.
    constexpr double run() const
    {
        const bool unbounded = systems_.is_unbounded();
        const double removed = unbounded ? 0.0 : mean();
        const Start start = unbounded ? start_of_unbounded() : Start{};
        Sum own;
        for (long long k = begin_; k < end_; ++k) {
            own += width(k) * (value_[k] - removed);
        }
        Sum flux{start.slope + team_.sum_before(own.value())};
        Sum own_rise;
        for (long long k = begin_; k < end_; ++k) {
            flux += width(k) * (value_[k] - removed);
            value_[k] = k + 1 < systems_.rows
                            ? flux.value() / static_cast<double>(systems_.conductance[k + 1])
                            : 0.0;
            own_rise += value_[k];
        }
        Sum height{start.height + team_.sum_before(own_rise.value())};
        for (long long k = begin_; k < end_; ++k) {
            const double rise = value_[k];
            value_[k] = height.value();
            height += rise;
        }
        const double level = unbounded ? 0.0 : mean();
        const double factor = systems_.square * systems_.scale;
        for (long long k = begin_; k < end_; ++k) {
            value_[k] = factor * (value_[k] - level);
        }
        return removed;
    }

    [[nodiscard]] constexpr long long begin() const { return begin_; }
    [[nodiscard]] constexpr long long end() const { return end_; }

private:
    using Sum = typename Team::Sum;

    [[nodiscard]] static constexpr long long smaller(long long a, long long b)
    {
        return a < b ? a : b;
    }
    [[nodiscard]] constexpr double width(long long k) const
    {
        return static_cast<double>(systems_.width[k]);
    }
    /// The slope before the first row, and its height.
    struct Start {
        double slope = 0.0;
        double height = 0.0;
    };
    [[nodiscard]] constexpr Start start_of_unbounded() const
    {
        Sum own_length;
        for (long long k = begin_; k < end_; ++k) {
            own_length += step_above(k);
        }
        Sum distance{team_.sum_before(own_length.value())};
        Sum own_charge;
        Sum own_moment;
        for (long long k = begin_; k < end_; ++k) {
            own_charge += width(k) * value_[k];
            own_moment += distance.value() * width(k) * value_[k];
            distance += step_above(k);
        }
        const double charge = team_.sum(own_charge.value());
        const double moment = team_.sum(own_moment.value());
        const UnboundedLevel& level = systems_.level;
        return {.slope = level.slope * charge,
                .height = level.height * charge + level.moment * moment};
    }
    /// The distance to the next row.
    [[nodiscard]] constexpr double step_above(long long k) const
    {
        return k + 1 < systems_.rows ? 1.0 / static_cast<double>(systems_.conductance[k + 1]) : 0.0;
    }
    /// The mean of all values, weighted by the widths of the rows.
    [[nodiscard]] constexpr double mean() const
    {
        Sum length;
        Sum sum;
        for (long long k = begin_; k < end_; ++k) {
            length += width(k);
            sum += width(k) * value_[k];
        }
        return team_.sum(sum.value()) / team_.sum(length.value());
    }

    const Team& team_;
    const TileSystems<T>& systems_;
    double* value_;
    long long begin_;
    long long end_;
};

/// Replaces r by u in the column of the zero mode of systems; `values` has room for the rows.
template <typename Team, typename T>
constexpr void solve_level_rows(const Team& team, const TileSystems<T>& systems, double* values)
{
    const LevelRows<Team, T> level{team, systems, values};
    T* const column = systems.data + systems.offset(systems.zero_mode);
    for (long long k = level.begin(); k < level.end(); ++k) {
        values[k] = static_cast<double>(column[k * systems.step]);
    }
    const double removed = level.run();
    if (team.rank == 0 && systems.constant != nullptr) {
        *systems.constant = static_cast<T>(removed);
    }
    for (long long k = level.begin(); k < level.end(); ++k) {
        column[k * systems.step] = static_cast<T>(values[k]);
    }
}

}  // namespace tobiuo::tridiagonal
