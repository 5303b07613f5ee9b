// SPDX-License-Identifier: BSD-3-Clause
// What one thread does for a tile of columns, from barrier to barrier. One code for device and
// host.
#pragma once

#include "kernels/tridiagonal/slab/slab.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_column.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_part.hpp"

namespace tobiuo::tridiagonal {

/// The systems of a slab, whose first value in memory is at `data`.
template <typename T>
[[nodiscard]] constexpr ToeplitzSystems<T> toeplitz_systems(const SlabSystems& slab, T* data)
{
    return {.data = data,
            .inner = slab.inner,
            .inner_count = slab.inner_count,
            .outer = slab.outer,
            .diffusion = slab.diffusion,
            .scale = slab.scale,
            .zero_mode = slab.zero_mode,
            .constant = nullptr};
}

/// What the threads of a tile share in shared memory. Values of a part are at [thread * tile +
/// column].
template <ToeplitzForm form, typename T>
struct ToeplitzTile {
    ToeplitzColumn<form, T> column[form.tile];
    double forwards[form.tile];
    double backwards[form.tile];
    double again[form.tile];  ///< the backwards sum over p
    T loss[form.tile];
    T factor[form.tile];
    T first[form.tile];
    T last[form.tile];
    T before[form.threads()];
    T behind[form.threads()];
    T weight[form.threads()];
    T forward[form.threads()];
    T backward[form.threads()];
};

/// The work of one thread: its members run one after the other, with a barrier between any two.
template <ToeplitzForm form, typename T>
class ToeplitzThread {
public:
    /// `threads` is form.threads(), but not as a constant: see ToeplitzColumn.
    constexpr ToeplitzThread(const ToeplitzSystems<T>& systems, ToeplitzTile<form, T>& tile,
                             long long number, int thread, int threads)
        : systems_{systems},
          tile_{tile},
          thread_{thread},
          threads_per_column_{threads / form.tile},
          at_{thread % form.tile},
          column_{number * form.tile + at_},
          part_{thread / form.tile}
    {
    }

    /// Reads the rows; `root` is the function sqrt. The powers of r are computed while the loads
    /// are in flight. `sums` gives what enters a slab, and is not used otherwise.
    template <typename Root>
    constexpr void load(const Root& root, const SlabSums& sums)
    {
        if (is_there()) {
            part_.load(systems_.data + first_row<form>(column_, thread_in_column()));
        }
        if (thread_in_column() == 0) {
            const double sigma = this->sigma();
            const ToeplitzColumn<form, T> column{sigma, root(discriminant(sigma))};
            tile_.column[at_] = column;
            tile_.loss[at_] = column.loss();
            tile_.factor[at_] = column.factor(systems_.scale / systems_.diffusion);
            column.spread(tile_.before + at_, tile_.behind + at_, threads_per_column_);
            if constexpr (form.is_slab()) {
                tile_.forwards[at_] = is_there() ? sums.forwards[column_] : 0.0;
                tile_.backwards[at_] = is_there() ? sums.again[column_] : 0.0;
            }
            if constexpr (is_odd(form.first)) {
                column.weigh(tile_.weight + at_, threads_per_column_);
            }
        }
    }

    constexpr void reduce() const
    {
        const T loss = tile_.loss[at_];
        const T forward = part_.forwards(loss);
        tile_.forward[thread_] = forward;
        if constexpr (is_odd(form.first)) {
            tile_.backward[thread_] = part_.tilt(loss) + tile_.weight[thread_] * forward;
        } else if constexpr (form.needs_backwards()) {
            tile_.backward[thread_] = part_.backwards(loss);
        }
        if (thread_in_column() == 0) {
            tile_.first[at_] = part_.first();
        }
        if (is_last()) {
            tile_.last[at_] = part_.last();
        }
    }

    constexpr void gather() const
    {
        if (thread_in_column() == 0) {
            const double sum = column().gather_forwards(tile_.forward + at_, threads_per_column_);
            if constexpr (!form.is_slab()) {
                tile_.forwards[at_] = sum;
            }
        }
        if (form.needs_backwards() && is_last()) {
            tile_.backwards[at_] =
                column().gather_backwards(tile_.backward + at_, threads_per_column_);
        }
    }

    constexpr void sweep_forwards()
    {
        const T loss = tile_.loss[at_];
        part_.sweep_forwards(
            tile_.forward[thread_] + tile_.before[thread_] * static_cast<T>(entering()), loss);
        tile_.backward[thread_] = part_.backwards(loss);
    }

    constexpr void gather_again() const
    {
        if (thread_in_column() == 0) {
            tile_.again[at_] = column().gather_backwards(tile_.backward + at_, threads_per_column_);
        }
    }

    /// Puts the rows of the zero mode, which are solved in SlabSums::line, into a slab.
    constexpr void place_zero_mode(const SlabSums& sums) const
    {
        if (is_there() && column_ == systems_.zero_mode) {
            ToeplitzPart<form, T>::place(
                sums.line + static_cast<long long>(thread_in_column()) * form.values,
                thread_in_column(), systems_.data + first_row<form>(column_, thread_in_column()));
        }
    }

    constexpr void sweep_backwards() const
    {
        if (is_there() && column_ != systems_.zero_mode) {
            part_.sweep_backwards(
                tile_.backward[thread_] + tile_.behind[thread_] * static_cast<T>(leaving()),
                tile_.loss[at_], tile_.factor[at_],
                systems_.data + first_row<form>(column_, thread_in_column()));
        }
    }

private:
    [[nodiscard]] constexpr const ToeplitzColumn<form, T>& column() const
    {
        return tile_.column[at_];
    }
    [[nodiscard]] constexpr double entering() const
    {
        if constexpr (form.is_slab()) {
            return tile_.forwards[at_];
        } else {
            return column().edges().entering(tile_.forwards[at_], tile_.backwards[at_],
                                             static_cast<double>(tile_.first[at_]),
                                             static_cast<double>(tile_.last[at_]));
        }
    }
    [[nodiscard]] constexpr double leaving() const
    {
        if constexpr (form.is_slab()) {
            return tile_.backwards[at_];
        } else {
            return column().edges().leaving(entering(), tile_.forwards[at_], tile_.again[at_],
                                            static_cast<double>(tile_.last[at_]));
        }
    }
    [[nodiscard]] constexpr bool is_last() const
    {
        return thread_in_column() == form.threads_per_column - 1;
    }
    [[nodiscard]] constexpr int thread_in_column() const { return thread_ / form.tile; }
    [[nodiscard]] constexpr bool is_there() const { return column_ < form.columns; }

    /// sigma of the column; an arbitrary value for a column that is not solved.
    [[nodiscard]] constexpr double sigma() const
    {
        if (!is_there() || column_ == systems_.zero_mode) {
            return 1.0;
        }
        const double shift = systems_.inner[column_ % systems_.inner_count] +
                             systems_.outer[column_ / systems_.inner_count];
        return -shift / systems_.diffusion;
    }

    const ToeplitzSystems<T>& systems_;
    ToeplitzTile<form, T>& tile_;
    int thread_;
    int threads_per_column_;
    int at_;
    long long column_;
    ToeplitzPart<form, T> part_;
};

}  // namespace tobiuo::tridiagonal
