// SPDX-License-Identifier: BSD-3-Clause
// Slabs of unequal rows of which each of several devices solves one tile by tile, once it is known
// what enters at its ends. One code for device and host.
#pragma once

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/tile/level_rows.hpp"
#include "kernels/tridiagonal/tile/tile_systems.hpp"
#include "kernels/tridiagonal/tile/tile_thread.hpp"
#include "kernels/unrolled.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::tridiagonal {

/// What a slab needs besides its TileSystems, whose rows are those of the slab. Their widths and
/// conductances are part of those of all devices, which are numbered in the whole column: those of
/// other devices lie before and behind them.
struct TileSlab {
    /// `forwards` and `again` are what enters each column before and behind the slab, see
    /// TileThread; `line` counts the rows of the slab from 0.
    SlabSums sums;
    long long first_row;
    long long all_rows;
};

/// What a device needs to know of the matrices of all columns, which do not change from solve to
/// solve. With the losses l of the rows, see eliminated_row(), what passes through a device forwards
/// in sums and backwards in u keeps the same part, the product of all 1 - l.
template <typename T>
struct TilePassages {
    double* lost;       ///< [device]: 1 - that product
    double* returned;   ///< [device behind mine]: u in its first row for a sum of 1 that enters it
    double* last_loss;  ///< the loss before the row last_begin
    T* loss_before;     ///< TileSystems::loss_before
    /// The rows before this one are those on which u in the first row of the slab depends, if nothing
    /// enters: what comes from others is lost (lost_wave). 0 in the first device.
    int* first_end;
    /// The rows from this one on are those on which the sum behind the slab depends; no row is in the
    /// last device.
    int* last_begin;
};

/// The layout of the passages in one array.
struct TilePassageLayout {
    long long columns;
    long long parts;  ///< of the slab, see ColumnTiles::threads_per_column
    long long devices;
    long long mine;

    template <typename T>
    [[nodiscard]] constexpr long long bytes() const
    {
        return columns * (doubles() * static_cast<long long>(sizeof(double)) +
                          parts * static_cast<long long>(sizeof(T)) +
                          2 * static_cast<long long>(sizeof(int)));
    }
    template <typename T>
    [[nodiscard]] TilePassages<T> passages(double* all) const
    {
        T* const loss_before = reinterpret_cast<T*>(all + doubles() * columns);
        int* const first_end = reinterpret_cast<int*>(loss_before + parts * columns);
        return {.lost = all,
                .returned = all + devices * columns,
                .last_loss = all + (doubles() - 1) * columns,
                .loss_before = loss_before,
                .first_end = first_end,
                .last_begin = first_end + columns};
    }

private:
    [[nodiscard]] constexpr long long doubles() const { return devices + (devices - 1 - mine) + 1; }
};

/// The work on one column of several devices, each of which has one slab. Once, prepare() finds the
/// passages: each device eliminates the rows of all by itself. In a solve, tell() finds what the rows
/// of the slab add to the sum behind it and to u in its first row if nothing enters; devices tell each
/// other these two numbers; join() finds what enters the slab at both ends; and the kernel of
/// tile_slab.cuh solves its rows. The column of the zero mode is told row by row.
///
/// AllTold has no `first` and no `last`, and no `order`. All factors are positive, since shifts are
/// not: sums and products of them do not cancel.
///
/// Source    H. H. Wang, A Parallel Method for Tridiagonal Equations, ACM TOMS 7 (1981)
template <typename T>
class TileSlabColumn {
public:
    constexpr TileSlabColumn(const TileSystems<T>& systems, const TilePassages<T>& passages,
                             long long column)
        : systems_{systems}, passages_{passages}, at_{column}, decay_{systems.decay(column)}
    {
    }

    /// `joined`: the rows of all devices, without what they tell. `values`: rows of a part.
    constexpr void prepare(const AllTold<T>& joined, int values) const
    {
        long long row = 0;
        for (long long device = 0; device < joined.mine; ++device) {
            row -= joined.rows[device];
        }
        double loss = 1.0;  // u before the first row is 0
        for (long long device = 0; device < joined.devices; ++device) {
            if (device == joined.mine) {
                find_losses(systems_, at_, values, loss);
                find_near_rows(joined, loss);
            }
            loss = prepare_device(joined, device, row, loss);
            row += joined.rows[device];
        }
    }

    constexpr void tell(const ToldSums<T>& told) const
    {
        if (at_ == systems_.zero_mode) {
            return;
        }
        const int first_end = passages_.first_end[at_];
        const Told first = told_by(0, first_end, static_cast<double>(passages_.loss_before[at_]));
        const Told last =
            first_end == systems_.rows
                ? first
                : told_by(passages_.last_begin[at_], systems_.rows, passages_.last_loss[at_]);
        told.forwards[at_] = static_cast<T>(last.sum);
        told.again[at_] = static_cast<T>(first.value);
    }

    constexpr void join(const AllTold<T>& joined, const SlabSums& sums) const
    {
        double sum = 0.0;  // before the device
        double behind = 0.0;
        Decay between{0.0};  // from the device back to the end of this slab
        for (long long device = 0; device < joined.devices; ++device) {
            const long long at = device * systems_.columns + at_;
            if (device == joined.mine) {
                sums.forwards[at_] = sum;
            } else if (device > joined.mine) {
                behind += between.rest() * (static_cast<double>(joined.backwards[at]) +
                                            returned(joined, device) * sum);
                between = between * Decay{passages_.lost[at]};
            }
            sum += static_cast<double>(joined.forwards[at]) - passages_.lost[at] * sum;
        }
        sums.again[at_] = behind;
    }

private:
    /// Rows that a thread reads at once, before it computes with those read before.
    static constexpr int held = 16;

    /// The sum behind some rows and u in the first of them, if nothing enters.
    struct Told {
        double sum = 0.0;
        double value = 0.0;
    };

    struct HeldRows {
        T value[held];
    };

    [[nodiscard]] constexpr double& returned(const AllTold<T>& joined, long long device) const
    {
        return passages_.returned[(device - joined.mine - 1) * systems_.columns + at_];
    }

    [[nodiscard]] constexpr RowShares<double> next(long long k, double loss) const
    {
        return eliminated_in_double(systems_, k, decay_, loss);
    }

    /// Eliminates the rows of a device, of which the first one is number `row`, counted from the slab;
    /// returns the loss of the last one.
    constexpr double prepare_device(const AllTold<T>& joined, long long device, long long row,
                                    double loss) const
    {
        Decay passed{0.0};
        double value = 0.0;
        for (long long k = row; k < row + joined.rows[device]; ++k) {
            const auto shares = next(k, loss);
            loss = shares.loss;
            value += passed.rest() * passed.rest() * shares.share;
            passed = passed * Decay{loss};
        }
        passages_.lost[device * systems_.columns + at_] = passed.loss;
        if (device > joined.mine) {
            returned(joined, device) = value;
        }
        return loss;
    }

    /// `before` is the loss before the slab.
    constexpr void find_near_rows(const AllTold<T>& joined, double before) const
    {
        const auto rows = static_cast<int>(systems_.rows);
        double passed = 0.0;  // the exponent of the product of rows, with the opposite sign
        double loss = before;
        int first_end = rows;
        for (int k = 0; k < rows; ++k) {
            loss = next(k, loss).loss;
            passed += Decay{loss}.least_exponent();
            if (passed > lost_wave<T> && first_end == rows) {
                first_end = k + 1;
            }
        }
        passages_.first_end[at_] = joined.mine > 0 ? first_end : 0;
        passages_.last_begin[at_] = joined.mine + 1 < joined.devices ? 0 : rows;
        passages_.last_loss[at_] = loss = before;
        for (int k = 0; k < rows && passed > lost_wave<T> && joined.mine + 1 < joined.devices;
             ++k) {
            if (k % held == 0) {  // so that neighbouring threads begin with the same row
                passages_.last_begin[at_] = k;
                passages_.last_loss[at_] = loss;
            }
            loss = next(k, loss).loss;
            passed -= Decay{loss}.least_exponent();
        }
    }

    /// What the rows [begin, end) make of their right-hand sides. The sums of pieces are summed: the
    /// rounding errors of longer sums would add up.
    [[nodiscard]] constexpr Told told_by(long long begin, long long end, double loss) const
    {
        Told told;
        double passed_before = 1.0;
        HeldRows coming = held_from(begin, end);
        for (long long first = begin; first < end; first += held) {
            const HeldRows rows = coming;
            coming = held_from(first + held, end);
            double value = 0.0;
            double passed = 1.0;
            unrolled<held>([&](auto j) {
                const long long k = first + j;
                if (k < end) {
                    const auto shares = next(k, loss);
                    loss = shares.loss;
                    told.sum +=
                        static_cast<double>(systems_.width[k]) * static_cast<double>(rows.value[j]);
                    value += passed * (shares.share * told.sum);
                    told.sum -= loss * told.sum;
                    passed -= loss * passed;
                }
            });
            told.value += passed_before * value;
            passed_before *= passed;
        }
        return told;
    }

    [[nodiscard]] constexpr HeldRows held_from(long long first, long long end) const
    {
        const T* const column = systems_.data + systems_.offset(at_);
        HeldRows rows{};
        unrolled<held>([&](auto j) {
            if (first + j < end) {
                rows.value[j] = column[(first + j) * systems_.step];
            }
        });
        return rows;
    }

    const TileSystems<T>& systems_;
    const TilePassages<T>& passages_;
    long long at_;
    double decay_;
};

/// Replaces r by u in the column of the zero mode, all of whose rows are in SlabSums::line.
template <typename Team, typename T>
constexpr void solve_level_slab(const Team& team, const TileSystems<T>& systems,
                                const TileSlab& slab)
{
    TileSystems<T> whole = systems;
    whole.width -= slab.first_row;
    whole.conductance -= slab.first_row;
    whole.rows = slab.all_rows;
    double* const line = slab.sums.line - slab.first_row;
    const LevelRows<Team, T> level{team, whole, line};
    const double removed = level.run();
    if (team.rank == 0) {
        *slab.sums.constant = removed;
    }
    T* const column = systems.data + systems.offset(systems.zero_mode);
    for (long long row = level.begin(); row < level.end(); ++row) {
        const long long k = row - slab.first_row;
        if (k >= 0 && k < systems.rows) {
            column[k * systems.step] = static_cast<T>(line[row]);
        }
    }
}

/// What a column prepares once.
template <typename T>
struct TileSlabPrepare {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/tridiagonal/tile/tile_slab.hpp",
                                            .type = "tobiuo::tridiagonal::TileSlabPrepare",
                                            .name = "tile-slab-prepare",
                                            .threads = slab_threads,
                                            .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        TileSlabColumn<T>{systems, passages, column}.prepare(joined, values);
    }

    TileSystems<T> systems;
    TilePassages<T> passages;
    AllTold<T> joined;
    int values;
};

/// What a column tells, for which it reads the rows near both ends of the slab; and behind the items
/// of all columns one for each row of the zero mode.
template <typename T>
struct TileSlabTell {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/tridiagonal/tile/tile_slab.hpp",
                                            .type = "tobiuo::tridiagonal::TileSlabTell",
                                            .name = "tile-slab-tell",
                                            .threads = slab_threads,
                                            .nanoseconds = 100.0};

    [[nodiscard]] constexpr long long count() const
    {
        return systems.columns + (systems.zero_mode >= 0 ? systems.rows : 0);
    }
    constexpr void operator()(long long item) const
    {
        if (item < systems.columns) {
            TileSlabColumn<T>{systems, passages, item}.tell(told);
            return;
        }
        const long long row = item - systems.columns;
        line[row] = static_cast<double>(
            systems.data[systems.offset(systems.zero_mode) + row * systems.step]);
    }

    TileSystems<T> systems;
    TilePassages<T> passages;
    ToldSums<T> told;
    double* line;
};

/// What joins a column to those of other devices: it reads two numbers of each, and one or two doubles.
template <typename T>
struct TileSlabJoin {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/tridiagonal/tile/tile_slab.hpp",
                                            .type = "tobiuo::tridiagonal::TileSlabJoin",
                                            .name = "tile-slab-join",
                                            .threads = slab_threads,
                                            .nanoseconds = 20.0};

    constexpr void operator()(long long column) const
    {
        TileSlabColumn<T>{systems, passages, column}.join(joined, sums);
    }

    TileSystems<T> systems;
    TilePassages<T> passages;
    AllTold<T> joined;
    SlabSums sums;
};

}  // namespace tobiuo::tridiagonal
