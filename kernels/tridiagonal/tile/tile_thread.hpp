// SPDX-License-Identifier: BSD-3-Clause
// What one thread does for a tile of columns of unequal rows, from barrier to barrier. One code for
// device and host.
#pragma once

#include "kernels/tridiagonal/eliminated_row.hpp"
#include "kernels/tridiagonal/tile/tile_systems.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::tridiagonal {

/// What the threads of a tile share; the values of a part are at [thread].
template <typename T>
struct TileSums {
    T* loss;      ///< 1 - the product of all 1 - loss of the part
    T* forward;   ///< what the part passes on to the next one, then what the parts before it do
    T* backward;  ///< the value at the first row, then the value behind the last row
};

/// The work of one thread: its members run one after the other, with a barrier between any two.
///
/// Method    the elimination of a column runs over parts of it at the same time. The losses before
///           each part are known (find_losses()); what passes on from part to part is linear in what
///           enters, and one thread a column adds it up in double precision.
/// Source    the parts: H. H. Wang, ACM Trans. Math. Software 7, 170 (1981)
template <int values, int tile, typename T, bool last_unbounded = false>
class TileThread {
public:
    constexpr TileThread(const TileSystems<T>& systems, const TileSums<T>& sums, long long number,
                         int thread, int threads)
        : systems_{systems},
          sums_{sums},
          thread_{thread},
          parts_{threads / tile},
          part_{thread / tile},
          column_{number * tile + thread % tile},
          first_{static_cast<long long>(part_) * values}
    {
    }

    constexpr void load()
    {
        if (!is_there()) {
            return;
        }
        const T* row = place();
        unrolled<values>([&](auto j) {
            value_[j] = has(j) ? *row : T{};
            row += systems_.step;
        });
        decay_ = static_cast<T>(systems_.decay(column_));
        loss_before_ = systems_.loss_before[part_ * systems_.columns + column_];
        if constexpr (last_unbounded) {
            last_above_ = systems_.loss_behind[column_] * systems_.conductance[systems_.rows];
        }
    }

    /// Eliminates the rows, as if nothing came from the part before; `inverse` is 1 / x.
    template <typename Inverse>
    constexpr void eliminate(const Inverse& inverse)
    {
        T loss = loss_before_;
        T passed{};
        T loss_of_part{};
        unrolled<values>([&](auto j) {
            const T width = systems_.width[first_ + j];
            const auto row = eliminated_row(systems_.conductance[first_ + j], loss, decay_ * width,
                                            above(j), inverse);
            // Places behind the last row pass on what enters them.
            loss = has(j) ? row.loss : T{};
            number_[j] = has(j) ? row.share : T{};
            value_[j] *= width;
            passed += value_[j];
            passed -= loss * passed;
            loss_of_part += loss - loss * loss_of_part;
        });
        sums_.forward[thread_] = passed;
        sums_.loss[thread_] = loss_of_part;
    }

    /// `before`: what enters the first row of each column; null: nothing.
    constexpr void gather_forwards(const double* before) const
    {
        if (part_ == 0) {
            double sum = entering(before);
            for (int part = 0; part < parts_; ++part) {
                sum = through(sums_.forward, part, sum);
            }
        }
    }

    /// Substitutes forwards from what has come from the parts before, and backwards as if the row
    /// behind the part were 0.
    constexpr void substitute()
    {
        T loss = loss_before_;
        T passed = sums_.forward[thread_];
        unrolled<values>([&](auto j) {
            const T own =
                systems_.conductance[first_ + j] * loss + decay_ * systems_.width[first_ + j];
            loss = own * number_[j];
            passed += value_[j];
            value_[j] = passed * number_[j];
            passed -= loss * passed;
            number_[j] = loss;
        });
        T behind{};
        unrolled<values>([&](auto back) { behind = value_before(behind, back); });
        sums_.backward[thread_] = behind;
    }

    /// `behind`: u behind the last row of each column, without the factor of store(); null: 0.
    constexpr void gather_backwards(const double* behind) const
    {
        if (part_ == 0) {
            double sum = entering(behind);
            for (int part = parts_; part-- > 0;) {
                sum = through(sums_.backward, part, sum);
            }
        }
    }

    constexpr void store() const
    {
        if (!is_there() || column_ == systems_.zero_mode) {
            return;
        }
        const auto factor = static_cast<T>(-systems_.square * systems_.scale);
        T behind = sums_.backward[thread_];
        T* row = place() + (values - 1) * systems_.step;
        unrolled<values>([&](auto back) {
            behind = value_before(behind, back);
            if (has(values - 1 - back)) {
                *row = factor * behind;
            }
            row -= systems_.step;
        });
    }

private:
    [[nodiscard]] constexpr bool is_there() const { return column_ < systems_.columns; }
    [[nodiscard]] constexpr bool has(int j) const { return first_ + j < systems_.rows; }
    /// What row j passes to the next one, or loses to what is beyond the last one.
    [[nodiscard]] constexpr T above(int j) const
    {
        if constexpr (last_unbounded) {
            if (first_ + j + 1 == systems_.rows) {
                return last_above_;
            }
        }
        return systems_.conductance[first_ + j + 1];
    }
    [[nodiscard]] constexpr T* place() const
    {
        return systems_.data + systems_.offset(column_) + first_ * systems_.step;
    }
    /// u of the row `back` before the last one of the part, from u of the row behind it.
    [[nodiscard]] constexpr T value_before(T behind, int back) const
    {
        const int j = values - 1 - back;
        return substituted(number_[j], value_[j], behind);
    }

    /// The number of this column, of an array with one for each.
    [[nodiscard]] constexpr double entering(const double* numbers) const
    {
        return numbers != nullptr && is_there() ? numbers[column_] : 0.0;
    }

    /// Stores `sum`, which enters a part, in the place of what the part adds; returns what leaves.
    [[nodiscard]] constexpr double through(T* added, int part, double sum) const
    {
        const int at = part * tile + thread_;
        const double leaving =
            sum - static_cast<double>(sums_.loss[at]) * sum + static_cast<double>(added[at]);
        added[at] = static_cast<T>(sum);
        return leaving;
    }

    const TileSystems<T>& systems_;
    const TileSums<T>& sums_;
    int thread_;
    int parts_;
    int part_;
    long long column_;
    long long first_;
    T decay_ = T{1};
    T loss_before_{};
    T last_above_{};
    T value_[values]{};
    T number_[values]{};  ///< of each row its share, after substitute() its loss
};

/// Eliminates row k of a column in double precision.
template <typename T>
[[nodiscard]] constexpr RowShares<double> eliminated_in_double(const TileSystems<T>& systems,
                                                               long long k, double decay,
                                                               double loss_before)
{
    return eliminated_row(static_cast<double>(systems.conductance[k]), loss_before,
                          decay * static_cast<double>(systems.width[k]),
                          static_cast<double>(systems.conductance[k + 1]),
                          [](double number) { return 1.0 / number; });
}

/// What u loses from the first (0) or the last row (1) of a column to the one beyond an end: 1 at a
/// wall, where it is 0.
template <typename T, typename Root>
[[nodiscard]] constexpr double loss_at_end(const TileSystems<T>& systems, long long column, int end,
                                           const Root& root)
{
    if (!(end == 0 ? systems.first_unbounded : systems.loss_behind != nullptr)) {
        return 1.0;
    }
    const auto conductance = static_cast<double>(systems.conductance[end == 0 ? 0 : systems.rows]);
    const double coupling = conductance * conductance;
    return lost_beyond(coupling, systems.decay(column), root) / coupling;
}

/// Stores the losses before each part of a column, from those of its rows in double precision, where
/// `loss` is that before its first row: 1 if u is 0 there.
template <typename T>
constexpr void find_losses(const TileSystems<T>& systems, long long column, int values,
                           double loss = 1.0)
{
    const double decay = systems.decay(column);
    for (long long k = 0; k < systems.rows; ++k) {
        if (k % values == 0) {
            systems.loss_before[k / values * systems.columns + column] = static_cast<T>(loss);
        }
        loss = eliminated_in_double(systems, k, decay, loss).loss;
    }
}

/// Stores the losses of a column that has all rows.
template <typename T, typename Root>
constexpr void find_all_losses(const TileSystems<T>& systems, long long column, int values,
                               const Root& root)
{
    find_losses(systems, column, values, loss_at_end(systems, column, 0, root));
    if (systems.loss_behind != nullptr) {
        systems.loss_behind[column] = static_cast<T>(loss_at_end(systems, column, 1, root));
    }
}

}  // namespace tobiuo::tridiagonal
