// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows that are solved slab by slab. One code for device and host.
#pragma once

#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/systems.hpp"
#include "kernels/tridiagonal/unequal_rows.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::tridiagonal {

/// The systems of all columns, which have the same rows and the right-hand sides scale g[k]; the
/// shift of column i + j inner_count is inner[i] + outer[j].
struct UnequalSlabSystems {
    UnequalRows rows;  ///< of all slabs
    const double* inner;
    long long inner_count;
    const double* outer;
    double scale;
    long long columns;
    long long zero_mode;  ///< the column whose matrix is singular; -1: none
    long long kept_step;  ///< from row to row before which the elimination is kept

    [[nodiscard]] constexpr double shift(long long column) const
    {
        return inner[column % inner_count] + outer[column / inner_count];
    }

    /// How many rows of the elimination are kept of each column.
    [[nodiscard]] constexpr long long kept_rows() const
    {
        return (rows.count + kept_step - 1) / kept_step;
    }
};

/// One number for each column in `loss` and `solved`, kept_rows() of them in `kept`, one for each
/// row in `line` and `heights`, and one in `constant`.
struct UnequalSlabSums {
    double* loss;      ///< of the last row that was eliminated
    double* solved;    ///< of that row; in fall() u of the last row that was solved
    double* kept;      ///< `loss` before the rows that are multiples of kept_step
    double* line;      ///< the column of the zero mode; null if there is none
    double* heights;   ///< for its solution; null if there is none
    double* constant;  ///< the mean that it loses; may be null
};

/// Copies the rows of a column to `line`.
template <typename T>
constexpr void keep_line(const Slab<T>& slab, long long column, double* line)
{
    for (long long k = 0; k < slab.rows; ++k) {
        line[k] = static_cast<double>(slab.data[column + k * slab.step]);
    }
}

/// Inverts keep_line().
template <typename T>
constexpr void restore_line(const double* line, const Slab<T>& slab, long long column)
{
    for (long long k = 0; k < slab.rows; ++k) {
        slab.data[column + k * slab.step] = static_cast<T>(line[k]);
    }
}

/// What one thread does for one column of slabs that follow each other. rise() of all slabs, the
/// first one first, eliminates; fall() of all slabs, the last one first, replaces the rows by u.
/// Losses are not stored: fall() computes them again, from a row that was kept.
class UnequalSlabColumn {
public:
    constexpr UnequalSlabColumn(const UnequalSlabSystems& systems, const UnequalSlabSums& sums,
                                long long column)
        : systems_{systems}, sums_{sums}, at_{column}, shift_{systems.shift(column)}
    {
    }

    /// Copies a column of the zero mode to UnequalSlabSums::line, see zero_line().
    template <typename T>
    constexpr void rise(const Slab<T>& slab) const
    {
        if (at_ == systems_.zero_mode) {
            return keep_line(slab, at_, sums_.line + slab.first_row);
        }
        T* value = slab.data + at_;
        EliminatedRow row;
        if (slab.first_row > 0) {
            row = {.loss = sums_.loss[at_], .solved = sums_.solved[at_]};
        }
        for (long long k = slab.first_row; k < slab.first_row + slab.rows; ++k) {
            if (k % systems_.kept_step == 0) {
                kept(k) = row.loss;
            }
            const double right_side = systems_.scale * static_cast<double>(*value);
            row = eliminated(row_of(systems_.rows, k, shift_), right_side, row);
            *value = static_cast<T>(row.solved);
            value += slab.step;
        }
        sums_.loss[at_] = row.loss;
        sums_.solved[at_] = row.solved;
    }

    template <typename T>
    constexpr void fall(const Slab<T>& slab) const
    {
        if (at_ == systems_.zero_mode) {
            return restore_line(sums_.line + slab.first_row, slab, at_);
        }
        T* const first = slab.data + at_;
        const bool is_last = slab.first_row + slab.rows == systems_.rows.count;
        double behind = is_last ? 0.0 : sums_.solved[at_];
        for (long long end = slab.rows; end > 0;) {
            const long long begin = end > piece ? end - piece : 0;
            behind = substitute(first + begin * slab.step, slab.step, slab.first_row + begin,
                                end - begin, behind);
            end = begin;
        }
        sums_.solved[at_] = behind;
    }

private:
    /// Rows whose losses a thread holds at a time.
    static constexpr long long piece = 32;

    [[nodiscard]] constexpr double& kept(long long row) const
    {
        return sums_.kept[row / systems_.kept_step * systems_.columns + at_];
    }

    [[nodiscard]] constexpr double next_loss(long long row, double loss) const
    {
        return eliminated(row_of(systems_.rows, row, shift_), 0.0, {.loss = loss}).loss;
    }

    /// Solves `count` rows from `row` on, which begin at `value`; returns u of the first one.
    template <typename T>
    constexpr double substitute(T* value, long long step, long long row, long long count,
                                double behind) const
    {
        double loss = kept(row);
        for (long long k = row - row % systems_.kept_step; k < row; ++k) {
            loss = next_loss(k, loss);
        }
        double all[piece] = {};
        for (long long k = 0; k < count; ++k) {
            loss = next_loss(row + k, loss);
            all[k] = loss;
        }
        for (long long k = count; k-- > 0;) {
            behind = substituted(all[k], static_cast<double>(value[k * step]), behind);
            value[k * step] = static_cast<T>(behind);
        }
        return behind;
    }

    const UnequalSlabSystems& systems_;
    const UnequalSlabSums& sums_;
    long long at_;
    double shift_;
};

/// The column of the zero mode in UnequalSlabSums::line, as UnequalSlabColumn::rise() has left it:
/// a system of one line, which is solved in place.
[[nodiscard]] constexpr Systems<double> zero_line(const UnequalSlabSystems& systems,
                                                  const UnequalSlabSums& sums)
{
    return {.rows = systems.rows,
            .inner = systems.inner + systems.zero_mode % systems.inner_count,
            .outer = systems.outer + systems.zero_mode / systems.inner_count,
            .scale = systems.scale,
            .data = sums.line,
            .losses = sums.heights,
            .constant = sums.constant,
            .step = 1,
            .inner_count = 1,
            .beside_step = 0,
            .beyond_count = 1,
            .beyond_step = 0};
}

/// The rise of a column. Both steps read and write the slab once, and one double in kept_step of it.
template <typename T>
struct UnequalSlabRise {
    using Real = T;
    static constexpr runtime::ItemKind kind{
        .header = "kernels/tridiagonal/unequal/unequal_slab.hpp",
        .type = "tobiuo::tridiagonal::UnequalSlabRise",
        .name = "unequal-slab-rise",
        .threads = slab_threads,
        .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        UnequalSlabColumn{systems, sums, column}.rise(slab);
    }

    UnequalSlabSystems systems;
    UnequalSlabSums sums;
    Slab<T> slab;
};

/// The fall of a column.
template <typename T>
struct UnequalSlabFall {
    using Real = T;
    static constexpr runtime::ItemKind kind{
        .header = "kernels/tridiagonal/unequal/unequal_slab.hpp",
        .type = "tobiuo::tridiagonal::UnequalSlabFall",
        .name = "unequal-slab-fall",
        .threads = slab_threads,
        .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        UnequalSlabColumn{systems, sums, column}.fall(slab);
    }

    UnequalSlabSystems systems;
    UnequalSlabSums sums;
    Slab<T> slab;
};

}  // namespace tobiuo::tridiagonal
