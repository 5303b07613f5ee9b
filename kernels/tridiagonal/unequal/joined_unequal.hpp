// SPDX-License-Identifier: BSD-3-Clause
// Slabs of unequal rows of which each of several devices has one. One code for device and host.
#pragma once

#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/unequal/unequal_slab.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::tridiagonal {

/// The rows of a joined slab from one before which its elimination is kept to the next one:
/// UnequalSlabSystems::kept_step.
inline constexpr long long joined_kept_step = 32;

/// Neighbouring rows of a slab: all of them, or a part.
template <typename T>
struct SlabPart {
    Slab<T> rows;
    long long begin = 0;  ///< the first one, counted from the first row of the slab
    /// What a part that has risen leaves to the next one: risen_doubles arrays of one number for
    /// each column. Null if the slab rises whole.
    double* risen = nullptr;
};
inline constexpr long long risen_doubles = 5;

/// What a device needs to know of the matrices of all columns, which do not change from solve to
/// solve. EliminatedRow::solved in the last row of a slab, and u in its first row, are sums: of
/// what its own right-hand sides make of them, of `solved` in the row before it, and of u in the
/// row behind it. These are the factors of the latter two. Every array holds planes of one number
/// for each column.
struct UnequalPassages {
    double* loss;      ///< [kept row]: EliminatedRow::loss of the row before it
    double* entered;   ///< [kept row]: `solved` of the row before it for 1 before the slab
    double* solved;    ///< [device]: `solved` in its last row for 1 before its slab
    double* returned;  ///< [device behind mine]: u in its first row for a `solved` of 1 before it
    double* passed;    ///< [device behind mine]: u in its first row for a u of 1 behind it
};

/// The layout of the passages in one array.
struct PassageLayout {
    long long columns;
    long long rows;  ///< of the slab
    long long devices;
    long long mine;

    [[nodiscard]] constexpr long long doubles() const
    {
        return (2 * kept_rows() + devices + 2 * behind()) * columns;
    }
    [[nodiscard]] constexpr UnequalPassages passages(double* all) const
    {
        double* const solved = all + 2 * kept_rows() * columns;
        double* const returned = solved + devices * columns;
        return {.loss = all,
                .entered = all + kept_rows() * columns,
                .solved = solved,
                .returned = returned,
                .passed = returned + behind() * columns};
    }

private:
    [[nodiscard]] constexpr long long kept_rows() const
    {
        return (rows + joined_kept_step - 1) / joined_kept_step;
    }
    /// The devices behind the one of the slab.
    [[nodiscard]] constexpr long long behind() const { return devices - 1 - mine; }
};

/// The work on one column of several devices, each of which has one slab, numbered in the whole
/// column. Once, prepare() finds the passages: each device eliminates the rows of all by itself. In
/// a solve, rise() eliminates the rows of the slab as if the one before it were solved to 0, and
/// adds up u in the first row as if u behind the slab were 0; devices tell each other these two
/// numbers; join() finds what enters the slab at both ends, and fall() replaces its rows by u.
///
/// SlabSums::forwards is `solved` in the last row after rise() and the one before the slab after
/// join(); SlabSums::again is u in the first row after rise() and the one behind the slab after
/// join(). SlabSums::line counts the rows of the slab from 0, and JoinedSlabs has no `first` and no
/// `last`. All factors are positive, since shifts are not: sums and products of them do not cancel.
///
/// Source    H. H. Wang, A Parallel Method for Tridiagonal Equations, ACM TOMS 7 (1981)
class JoinedUnequalColumn {
public:
    constexpr JoinedUnequalColumn(const UnequalSlabSystems& systems,
                                  const UnequalPassages& passages, long long column)
        : systems_{systems},
          rows_{systems.rows},
          passages_{passages},
          at_{column},
          shift_{systems.shift(column)}
    {
    }

    /// `joined`: the rows of all devices, without what they tell.
    constexpr void prepare(const JoinedSlabs& joined) const
    {
        if (is_zero_mode()) {
            return;
        }
        double loss = 1.0;  // u before the first row is 0
        long long first_row = 0;
        for (long long device = 0; device < joined.devices; ++device) {
            loss = prepare_device(joined, device, first_row, loss);
            first_row += joined.rows[device];
        }
    }

    /// Rises through the slab, or through its parts, the first one first. Copies a column of the zero
    /// mode to SlabSums::line.
    template <typename T>
    constexpr void rise(const SlabPart<T>& part, const SlabSums& sums) const
    {
        const Slab<T>& slab = part.rows;
        if (is_zero_mode()) {
            return keep_line(slab, at_, sums.line + part.begin);
        }
        T* value = slab.data + at_;
        EliminatedRow row{.loss = passages_.loss[at_], .solved = 0.0};
        FirstRow first;
        if (part.begin > 0) {
            row = {.loss = part.risen[at_], .solved = sums.forwards[at_]};
            first = FirstRow{part.begin, part.risen + systems_.columns + at_, systems_.columns};
        }
        for (long long k = 0; k < slab.rows; ++k) {
            const double right_side = systems_.scale * static_cast<double>(*value);
            row = eliminated(row_of(rows_, slab.first_row + k, shift_), right_side, row);
            *value = static_cast<T>(row.solved);
            first.add({.loss = row.loss, .solved = static_cast<double>(*value)});
            value += slab.step;
        }
        sums.forwards[at_] = row.solved;
        sums.again[at_] = first.value();
        if (part.risen != nullptr) {
            part.risen[at_] = row.loss;
            first.keep(part.risen + systems_.columns + at_, systems_.columns);
        }
    }

    constexpr void join(const JoinedSlabs& joined, const SlabSums& sums) const
    {
        if (is_zero_mode()) {
            return;
        }
        double solved = 0.0;  // before the device
        double behind = 0.0;
        double passed = 1.0;  // from the device back to the end of this slab
        for (long long device = 0; device < joined.devices; ++device) {
            const long long at = device * systems_.columns + at_;
            if (device == joined.mine) {
                sums.forwards[at_] = solved;
            } else if (device > joined.mine) {
                const long long place = place_behind(joined, device);
                behind += passed * (joined.backwards[at] + passages_.returned[place] * solved);
                passed *= passages_.passed[place];
            }
            solved = joined.forwards[at] + passages_.solved[at] * solved;
        }
        sums.again[at_] = behind;
    }

    /// Falls through the slab, or through its parts, the last one first. Copies a column of the zero
    /// mode back.
    template <typename T>
    constexpr void fall(const SlabPart<T>& part, const SlabSums& sums) const
    {
        const Slab<T>& slab = part.rows;
        if (is_zero_mode()) {
            return restore_line(sums.line + part.begin, slab, at_);
        }
        double behind = sums.again[at_];
        for (long long end = slab.rows; end > 0;) {
            const long long kept = (part.begin + end - 1) / joined_kept_step * joined_kept_step;
            const long long begin = kept > part.begin ? kept - part.begin : 0;
            behind =
                substitute(part, kept, {.begin = begin, .end = end}, sums.forwards[at_], behind);
            end = begin;
        }
        sums.again[at_] = behind;
    }

private:
    /// u in the first of some rows for a u of 0 behind them, and for a u of 1 there and rows that
    /// are solved to 0. The sums of pieces are summed: the rounding errors of longer sums would add
    /// up.
    class FirstRow {
    public:
        constexpr FirstRow() = default;
        /// Goes on after `rows` rows from what keep() has left.
        constexpr FirstRow(long long rows, const double* kept, long long step)
            : rows_{rows},
              before_{kept[0]},
              passed_before_{kept[step]},
              sum_{kept[2 * step]},
              passed_{kept[3 * step]}
        {
        }

        constexpr void keep(double* kept, long long step) const
        {
            kept[0] = before_;
            kept[step] = passed_before_;
            kept[2 * step] = sum_;
            kept[3 * step] = passed_;
        }

        /// Adds the next row.
        constexpr void add(const EliminatedRow& row)
        {
            if (rows_++ % joined_kept_step == 0) {
                before_ = value();
                passed_before_ = passed();
                sum_ = 0.0;
                passed_ = 1.0;
            }
            sum_ += passed_ * row.solved;
            passed_ -= row.loss * passed_;
        }
        [[nodiscard]] constexpr double value() const { return before_ + passed_before_ * sum_; }
        [[nodiscard]] constexpr double passed() const { return passed_before_ * passed_; }

    private:
        long long rows_ = 0;
        double before_ = 0.0;
        double passed_before_ = 1.0;
        double sum_ = 0.0;
        double passed_ = 1.0;
    };

    /// The rows [begin, end) of a part.
    struct Rows {
        long long begin;
        long long end;
    };

    [[nodiscard]] constexpr bool is_zero_mode() const { return at_ == systems_.zero_mode; }

    [[nodiscard]] constexpr long long place_behind(const JoinedSlabs& joined,
                                                   long long device) const
    {
        return (device - joined.mine - 1) * systems_.columns + at_;
    }

    /// Where the numbers of a row of the slab that is kept lie.
    [[nodiscard]] constexpr long long place_kept(long long row) const
    {
        return row / joined_kept_step * systems_.columns + at_;
    }

    /// Row k of the whole column, whose right-hand side is 0.
    [[nodiscard]] constexpr EliminatedRow next(long long k, const EliminatedRow& before) const
    {
        return eliminated(row_of(rows_, k, shift_), 0.0, before);
    }

    /// Eliminates the rows of a device; returns EliminatedRow::loss of the last one.
    constexpr double prepare_device(const JoinedSlabs& joined, long long device,
                                    long long first_row, double loss) const
    {
        EliminatedRow row{.loss = loss, .solved = 1.0};
        FirstRow first;
        for (long long k = 0; k < joined.rows[device]; ++k) {
            if (device == joined.mine && k % joined_kept_step == 0) {
                passages_.loss[place_kept(k)] = row.loss;
                passages_.entered[place_kept(k)] = row.solved;
            }
            row = next(first_row + k, row);
            first.add(row);
        }
        passages_.solved[device * systems_.columns + at_] = row.solved;
        if (device > joined.mine) {
            passages_.returned[place_behind(joined, device)] = first.value();
            passages_.passed[place_behind(joined, device)] = first.passed();
        }
        return row.loss;
    }

    /// Solves some rows of a part, at most joined_kept_step from row `kept` of the slab on, where
    /// `entering` is `solved` before the slab and `behind` is u behind these rows; returns u of the
    /// first one.
    template <typename T>
    constexpr double substitute(const SlabPart<T>& part, long long kept, Rows some, double entering,
                                double behind) const
    {
        const Slab<T>& slab = part.rows;
        const long long place = place_kept(kept);
        EliminatedRow rows[joined_kept_step];
        EliminatedRow row{.loss = passages_.loss[place],
                          .solved = entering * passages_.entered[place]};
        for (long long k = kept - part.begin; k < some.begin; ++k) {
            row = next(slab.first_row + k, row);
        }
        for (long long k = some.begin; k < some.end; ++k) {
            row = next(slab.first_row + k, row);
            rows[k - some.begin] = row;
        }
        T* value = slab.data + at_ + some.end * slab.step;
        for (long long k = some.end; k-- > some.begin;) {
            value -= slab.step;
            const EliminatedRow& here = rows[k - some.begin];
            behind = substituted(here.loss, static_cast<double>(*value) + here.solved, behind);
            *value = static_cast<T>(behind);
        }
        return behind;
    }

    const UnequalSlabSystems& systems_;
    const UnequalRows& rows_;
    const UnequalPassages& passages_;
    long long at_;
    double shift_;
};

/// What a column prepares once.
template <typename T>
struct JoinedUnequalPrepare {
    using Real = T;
    static constexpr runtime::ItemKind kind{
        .header = "kernels/tridiagonal/unequal/joined_unequal.hpp",
        .type = "tobiuo::tridiagonal::JoinedUnequalPrepare",
        .name = "joined-unequal-prepare",
        .threads = slab_threads,
        .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        JoinedUnequalColumn{systems, passages, column}.prepare(joined);
    }

    UnequalSlabSystems systems;
    UnequalPassages passages;
    JoinedSlabs joined;
};

/// The rise of a column through a part of the slab, which it reads and writes once.
template <typename T>
struct JoinedUnequalRise {
    using Real = T;
    static constexpr runtime::ItemKind kind{
        .header = "kernels/tridiagonal/unequal/joined_unequal.hpp",
        .type = "tobiuo::tridiagonal::JoinedUnequalRise",
        .name = "joined-unequal-rise",
        .threads = slab_threads,
        .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        JoinedUnequalColumn{systems, passages, column}.rise(part, sums);
    }

    UnequalSlabSystems systems;
    UnequalPassages passages;
    SlabSums sums;
    SlabPart<T> part;
};

/// What joins a column to those of other devices: it reads two to four doubles of each.
template <typename T>
struct JoinedUnequalJoin {
    using Real = T;
    static constexpr runtime::ItemKind kind{
        .header = "kernels/tridiagonal/unequal/joined_unequal.hpp",
        .type = "tobiuo::tridiagonal::JoinedUnequalJoin",
        .name = "joined-unequal-join",
        .threads = slab_threads,
        .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        JoinedUnequalColumn{systems, passages, column}.join(joined, sums);
    }

    UnequalSlabSystems systems;
    UnequalPassages passages;
    SlabSums sums;
    JoinedSlabs joined;
};

/// The fall of a column through a part of the slab, which it reads and writes once, and two doubles in
/// joined_kept_step of it.
template <typename T>
struct JoinedUnequalFall {
    using Real = T;
    static constexpr runtime::ItemKind kind{
        .header = "kernels/tridiagonal/unequal/joined_unequal.hpp",
        .type = "tobiuo::tridiagonal::JoinedUnequalFall",
        .name = "joined-unequal-fall",
        .threads = slab_threads,
        .nanoseconds = 100.0};

    constexpr void operator()(long long column) const
    {
        JoinedUnequalColumn{systems, passages, column}.fall(part, sums);
    }

    UnequalSlabSystems systems;
    UnequalPassages passages;
    SlabSums sums;
    SlabPart<T> part;
};

}  // namespace tobiuo::tridiagonal
