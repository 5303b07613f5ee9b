// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows that are solved slab by slab. One code for device and host.
#pragma once

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/edge.hpp"
#include "kernels/tridiagonal/edge_series.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::tridiagonal {

inline constexpr int slab_threads = 128;  ///< threads of a block, each with one column

/// What has decayed by exp(-this) is below the rounding of what it is added to: log(4 / epsilon).
template <typename T>
inline constexpr double lost_wave = sizeof(T) == sizeof(float) ? 17.4 : 37.5;

/// The systems of all columns; column i + j inner_count has
///
///     diffusion (u[k-1] - 2 u[k] + u[k+1]) + (inner[i] + outer[j]) u[k] = scale g[k]
///
/// where every sum inner[i] + outer[j] is negative, except one that may be 0. Rows are numbered so
/// that no odd edge comes before an even one: see is_better_reversed().
struct SlabSystems {
    const double* inner;
    long long inner_count;
    const double* outer;
    double diffusion;  ///< 1 / length squared
    double scale;
    long long columns;
    long long rows;       ///< of all slabs
    long long zero_mode;  ///< the column whose sum is 0, which SlabColumn leaves out; -1: none

    [[nodiscard]] constexpr double sigma(long long column) const
    {
        return -(inner[column % inner_count] + outer[column / inner_count]) / diffusion;
    }
};

/// Neighbouring rows of all columns.
template <typename T>
struct Slab {
    T* data;              ///< the first row of column 0; columns are neighbours
    long long step;       ///< from row to row; negative where rows are numbered downwards
    long long rows;       ///< of this slab
    long long first_row;  ///< its number in the whole column
};

/// The slab of `rows` planes of `columns` values, whose first plane in memory is at `values`.
/// `reversed`: rows are numbered from the last plane in memory on.
template <typename T>
[[nodiscard]] constexpr Slab<T> slab_of(T* values, long long columns, long long rows,
                                        long long first_row, bool reversed)
{
    return {.data = reversed ? values + (rows - 1) * columns : values,
            .step = reversed ? -columns : columns,
            .rows = rows,
            .first_row = first_row};
}

/// One number for each column in every array, one for each row in `line`, and one in `constant`.
struct SlabSums {
    double* forwards;  ///< p at the last row so far; after turn() p before the first row
    double* again;     ///< sum over the rows k so far of r^k p[k]; after turn() q, see fall()
    double* first;     ///< g of the first row of all, where the edge needs it; else null
    double* last;      ///< g of the last row of all, where the edge needs it; else null
    double* line;      ///< the column of the zero mode; null if there is none
    double* constant;  ///< the mean that it loses, see UniformLine; may be null
};

/// The order in which devices tell each other numbers of columns: those first that reach farther.
/// A wave decays over the rows of the devices that it passes, and is not told beyond those behind
/// which it is lost (lost_wave): for most columns that are the neighbours.
struct ToldOrder {
    const int* place = nullptr;  ///< of each column; null: all are told to all, in their order
    /// [distance]: how many columns are told to the devices that are so far away, the first ones.
    const long long* counts = nullptr;
    const long long* begins = nullptr;  ///< [device]: where AllTold has what it has told

    [[nodiscard]] constexpr long long at(long long column) const
    {
        return place != nullptr ? place[column] : column;
    }
};

/// What one of several devices tells the others of its rows: the numbers of SlabSums after rise(),
/// where each device counts its rows from 0.
///
/// Accuracy  devices that solve in single precision in one pass may tell them in single: their
///           rounding adds to u what that of a solve in one piece does, because this sums parts of a
///           column in single, too.
template <typename Number>
struct ToldSums {
    Number* forwards;
    Number* again;
    Number* first;
    Number* last;
    ToldOrder order = {};
};

/// What several devices have told each other, of which each has rows of all columns that follow
/// those of the one before.
template <typename Number>
struct AllTold {
    /// ToldSums::forwards of all devices, [device][column], or as `order` says.
    const Number* forwards;
    const Number* backwards;  ///< ToldSums::again, in the same order
    const Number* first;      ///< ToldSums::first of the first device, where the edge needs it
    const Number* last;       ///< ToldSums::last of the last device, where the edge needs it
    const long long* rows;    ///< of each device
    long long devices;
    long long mine;  ///< the number of the device for which they are joined
    ToldOrder order = {};
};
using JoinedSlabs = AllTold<double>;

/// The work on one column of slabs that follow each other. rise() of all slabs, the first one
/// first, leaves in each slab the p of EdgeSeries for a column that is entered at zero; turn()
/// finds what enters at the edges; fall() of all slabs, the last one first, replaces p by u. So
/// every row is read and written twice, and slabs tell each other two numbers a column.
///
/// A device that solves its rows in one pass (a ToeplitzForm with open edges) has tell() in place of
/// rise(): the two numbers depend on the rows near both edges only, because all else decays.
///
/// The sum over r^k g[k] that EdgeSeries needs follows from the two numbers,
///
///     sum of r^k g[k] = (1 - r^2) again + r^(rows + 1) forwards,
///
/// without cancellation, because the first product is the larger one where they differ in sign.
template <Edge first, Edge last>
class SlabColumn {
public:
    /// `root` is the root of discriminant(sigma); sigma is positive.
    constexpr SlabColumn(double sigma, double root)
        : r_{smaller_root(sigma, root)}, decay_{decay_of(sigma, root)}
    {
    }

    template <typename T>
    constexpr void rise(const Slab<T>& slab, long long column, long long rows,
                        const SlabSums& sums) const
    {
        T* value = slab.data + column;
        if (slab.first_row == 0) {
            sums.forwards[column] = 0.0;
            sums.again[column] = 0.0;
            if constexpr (needs_first) {
                sums.first[column] = static_cast<double>(*value);
            }
        }
        const bool ends = slab.first_row + slab.rows == rows;
        if (needs_last && ends) {
            sums.last[column] = static_cast<double>(value[(slab.rows - 1) * slab.step]);
        }
        for (long long k = 0; k < slab.rows; k += piece) {
            const long long left = slab.rows - k;
            rise_piece(value + k * slab.step, slab.step, left < piece ? left : piece,
                       slab.first_row + k, column, sums);
        }
    }

    /// After rise() of all slabs, `rows` rows.
    constexpr void turn(long long column, long long rows, const SlabSums& sums) const
    {
        const Waves waves =
            at_edges(rows, sums.forwards[column], sums.again[column],
                     needs_first ? sums.first[column] : 0.0, needs_last ? sums.last[column] : 0.0);
        sums.forwards[column] = waves.entering;
        sums.again[column] = waves.leaving;
    }

    /// The turn of one of several devices, after rise() of its slabs with rows that count from 0,
    /// before fall() of them; `columns` columns.
    template <typename Number>
    constexpr void turn(long long column, long long columns, const AllTold<Number>& joined,
                        const SlabSums& sums) const
    {
        const Heard heard = heard_by(joined, column);
        double forwards = 0.0;
        double again = 0.0;
        long long rows = 0;
        Decay before{0.0};  // r to the power of the rows before a device
        for (long long n = 0; n < heard.count; ++n) {
            const long long device = heard.device(n, joined);
            const Part part = part_of(joined, device, columns, column);
            again += before.rest() * (part.backwards + forwards * returned(part.all));
            forwards = part.forwards + forwards * part.all.rest();
            before = before * part.all;
            rows += joined.rows[device];
        }
        const Waves waves = at_ends(heard, joined, column, rows, forwards, again);
        double entering = waves.entering;
        double leaving = 0.0;
        bool is_behind = false;
        Decay between{0.0};  // r to the power of the rows between this device and another one
        for (long long n = 0; n < heard.count; ++n) {
            const long long device = heard.device(n, joined);
            const Part part = part_of(joined, device, columns, column);
            if (device == joined.mine) {
                sums.forwards[column] = entering;
                is_behind = true;
            } else if (is_behind) {
                leaving += between.rest() * (part.backwards + entering * returned(part.all));
                between = between * part.all;
            }
            entering = part.forwards + entering * part.all.rest();
        }
        sums.again[column] = leaving + between.rest() * waves.leaving;
    }

    /// u is `factor` times q.
    template <typename T>
    constexpr void fall(const Slab<T>& slab, long long column, double factor,
                        const SlabSums& sums) const
    {
        double entered = sums.forwards[column] * power(decay_, slab.first_row + 1).rest();
        T* value = slab.data + column;
        for (long long k = 0; k < slab.rows; ++k) {
            *value = static_cast<T>(static_cast<double>(*value) + entered);
            entered = next(entered, 0.0);
            value += slab.step;
        }
        double q = sums.again[column];
        for (long long k = 0; k < slab.rows; ++k) {
            value -= slab.step;
            q = next(q, static_cast<double>(*value));
            *value = static_cast<T>(factor * q);
        }
        sums.again[column] = q;
    }

    /// Finds what is told of a slab whose rows count from 0, without changing it.
    template <typename T, typename Number>
    constexpr void tell(const Slab<T>& slab, long long column, const ToldSums<Number>& told) const
    {
        const T* const rows = slab.data + column;
        const long long depth = reach<T>(slab.rows);
        double forwards = 0.0;
        double again = 0.0;
        for (long long k = 0; k < depth; k += Held::rows) {
            Held held{rows + k * slab.step, slab.step, depth - k};
            forwards = held.rise(*this, forwards);
            again += power(decay_, k).rest() * held.fall(*this);
        }
        if (depth < slab.rows) {
            forwards = 0.0;
            for (long long k = slab.rows - depth; k < slab.rows; k += Held::rows) {
                forwards =
                    Held{rows + k * slab.step, slab.step, slab.rows - k}.rise(*this, forwards);
            }
        }
        const long long at = told.order.at(column);
        told.forwards[at] = static_cast<Number>(forwards);
        told.again[at] = static_cast<Number>(again);
        if constexpr (needs_first) {
            told.first[at] = static_cast<Number>(*rows);
        }
        if constexpr (needs_last) {
            told.last[at] = static_cast<Number>(rows[(slab.rows - 1) * slab.step]);
        }
    }

    /// The same after rise() of the slab.
    template <typename Number>
    constexpr void tell(long long column, const SlabSums& sums, const ToldSums<Number>& told) const
    {
        const long long at = told.order.at(column);
        told.forwards[at] = static_cast<Number>(sums.forwards[column]);
        told.again[at] = static_cast<Number>(sums.again[column]);
        if constexpr (needs_first) {
            told.first[at] = static_cast<Number>(sums.first[column]);
        }
        if constexpr (needs_last) {
            told.last[at] = static_cast<Number>(sums.last[column]);
        }
    }

    [[nodiscard]] constexpr double factor(const SlabSystems& systems) const
    {
        return -r_ * systems.scale / systems.diffusion;
    }

private:
    /// Rows that are summed at a time: the rounding errors of longer sums would add up.
    static constexpr int piece = 32;
    static constexpr bool needs_first = first == Edge::even_whole;
    static constexpr bool needs_last = last == Edge::even_whole;

    /// p before the first row of all, and q behind the last one.
    struct Waves {
        double entering;
        double leaving;
    };

    /// `again` is the sum over all rows k of r^k p[k] of a column that is entered at zero.
    [[nodiscard]] constexpr Waves at_edges(long long rows, double forwards, double again,
                                           double first_row, double last_row) const
    {
        const EdgeSeries<first, last> edges{decay_, r_, power(decay_, rows - 1), 1};
        const Decay all = power(decay_, rows);
        const double entering =
            edges.entering(forwards, backwards(forwards, again, all), first_row, last_row);
        return {.entering = entering,
                .leaving =
                    edges.leaving(entering, forwards, again + entering * returned(all), last_row)};
    }

    /// The devices that tell one of a column, with itself: neighbours in the order of their rows, round the
    /// end of a period.
    struct Heard {
        long long begin;
        long long count;
        bool has_first_edge;
        bool has_last_edge;

        template <typename Number>
        [[nodiscard]] constexpr long long device(long long n, const AllTold<Number>& joined) const
        {
            const long long at = begin + n;
            return at < joined.devices ? at : at - joined.devices;
        }
    };

    template <typename Number>
    [[nodiscard]] constexpr Heard heard_by(const AllTold<Number>& joined, long long column) const
    {
        const long long devices = joined.devices;
        const Heard all{0, devices, true, true};
        if (joined.order.place == nullptr) {
            return all;
        }
        const long long farthest = first == Edge::periodic ? devices / 2 : devices - 1;
        long long reach = 0;
        while (reach < farthest && joined.order.place[column] < joined.order.counts[reach + 1]) {
            ++reach;
        }
        if constexpr (first == Edge::periodic) {
            return reach == farthest ? all
                                     : Heard{(joined.mine - reach + devices) % devices,
                                             2 * reach + 1, false, false};
        } else {
            const long long begin = joined.mine > reach ? joined.mine - reach : 0;
            const long long end = joined.mine + reach < devices ? joined.mine + reach + 1 : devices;
            return {begin, end - begin, begin == 0, end == devices};
        }
    }

    /// What enters the devices that are heard at their ends: nothing where others are beyond, whose
    /// waves are lost.
    template <typename Number>
    [[nodiscard]] constexpr Waves at_ends(const Heard& heard, const AllTold<Number>& joined,
                                          long long column, long long rows, double forwards,
                                          double again) const
    {
        const long long at = joined.order.at(column);
        double first_row = 0.0;
        double last_row = 0.0;
        if constexpr (needs_first) {
            first_row = heard.has_first_edge ? static_cast<double>(joined.first[at]) : 0.0;
        }
        if constexpr (needs_last) {
            last_row = heard.has_last_edge ? static_cast<double>(joined.last[at]) : 0.0;
        }
        if (heard.has_first_edge || !heard.has_last_edge) {
            const Waves waves = heard.has_first_edge
                                    ? at_edges(rows, forwards, again, first_row, last_row)
                                    : Waves{0.0, 0.0};
            return {waves.entering, heard.has_last_edge ? waves.leaving : 0.0};
        }
        const EdgeSeries<Edge::open, last> edges{decay_, r_, power(decay_, rows - 1), 1};
        return {0.0, edges.leaving(0.0, forwards, again, last_row)};
    }

    /// What a device tells of a column, and r to the power of its rows.
    struct Part {
        double forwards;
        double backwards;
        Decay all;
    };

    template <typename Number>
    [[nodiscard]] constexpr Part part_of(const AllTold<Number>& joined, long long device,
                                         long long columns, long long column) const
    {
        const long long at = joined.order.place == nullptr
                                 ? device * columns + column
                                 : joined.order.begins[device] + joined.order.place[column];
        return {.forwards = static_cast<double>(joined.forwards[at]),
                .backwards = static_cast<double>(joined.backwards[at]),
                .all = power(decay_, joined.rows[device])};
    }

    /// q at the first of some rows for a p before it of 1, where nothing enters behind them; `all`
    /// is r to the power of the rows.
    [[nodiscard]] constexpr double returned(Decay all) const
    {
        return r_ * (all * all).loss / (decay_ * decay_).loss;
    }

    template <typename T>
    constexpr void rise_piece(T* value, long long step, long long rows, long long first_row,
                              long long column, const SlabSums& sums) const
    {
        double p = sums.forwards[column];
        for (long long k = 0; k < rows; ++k) {
            p = next(p, static_cast<double>(*value));
            *value = static_cast<T>(p);
            value += step;
        }
        double backwards = 0.0;
        for (long long k = 0; k < rows; ++k) {
            value -= step;
            backwards = next(backwards, static_cast<double>(*value));
        }
        sums.forwards[column] = p;
        sums.again[column] += power(decay_, first_row).rest() * backwards;
    }

    /// The number of rows from an edge, of `rows`, on which a number depends there.
    template <typename T>
    [[nodiscard]] constexpr long long reach(long long rows) const
    {
        const double depth = lost_wave<T> / decay_.least_exponent();
        return depth < static_cast<double>(rows - 1) ? static_cast<long long>(depth) + 1 : rows;
    }

    /// Rows that a thread holds, which it reads all at once.
    class Held {
    public:
        static constexpr int rows = 16;

        /// Reads `count` rows, or as many as it holds.
        template <typename T>
        constexpr Held(const T* row, long long step, long long count)
            : count_{count < rows ? static_cast<int>(count) : rows}
        {
            unrolled<rows>(
                [&](auto j) { value_[j] = j < count_ ? static_cast<double>(row[j * step]) : 0.0; });
        }

        /// Replaces g by p, of which `before` is the value before these rows; returns that of the
        /// last one.
        constexpr double rise(const SlabColumn& column, double before)
        {
            unrolled<rows>([&](auto j) {
                before = j < count_ ? column.next(before, value_[j]) : before;
                value_[j] = j < count_ ? before : 0.0;
            });
            return before;
        }

        /// q at the first row, where nothing enters behind the last one.
        [[nodiscard]] constexpr double fall(const SlabColumn& column) const
        {
            double q = 0.0;
            unrolled<rows>(
                [&](auto back) { q = column.next(q, value_[rows - 1 - decltype(back)::value]); });
            return q;
        }

    private:
        int count_;
        double value_[rows]{};
    };

    /// r sum + g; the product with 1 - r is rounded relative to itself.
    [[nodiscard]] constexpr double next(double sum, double g) const
    {
        return sum - decay_.loss * sum + g;
    }

    /// The sum that EdgeSeries::entering() calls backwards; `all` is r to the power of the rows.
    [[nodiscard]] constexpr double backwards(double forwards, double again, Decay all) const
    {
        if constexpr (first == Edge::periodic) {
            return 0.0;
        } else if constexpr (is_odd(first)) {
            const double image = last == Edge::odd_half ? all.rest() : 0.0;
            return (1.0 + r_) * again - image * forwards;
        } else {
            return (decay_ * decay_).loss * again + r_ * all.rest() * forwards;
        }
    }

    double r_;
    Decay decay_;
};

}  // namespace tobiuo::tridiagonal
