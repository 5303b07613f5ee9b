// SPDX-License-Identifier: BSD-3-Clause
// What the threads of a column share while they solve it. One code for device and host.
#pragma once

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/edge_series.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"

namespace tobiuo::tridiagonal {

/// The recurrences of EdgeSeries over a column whose rows several threads hold, a part each. Each
/// thread first runs both recurrences over its part, started with zero; this class adds, in double
/// precision, what the other parts and the edges contribute.
template <ToeplitzForm form, typename T>
class ToeplitzColumn {  // NOLINT(*-pro-type-member-init): it lies in shared memory
public:
    using Edges = EdgeSeries<form.first, form.last>;

    ToeplitzColumn() = default;  // uninitialised: it lies in shared memory

    /// `root` is the root of discriminant(sigma); sigma is positive.
    constexpr ToeplitzColumn(double sigma, double root)
        : part_{power(decay_of(sigma, root), form.values)},
          last_part_{power(decay_of(sigma, root), form.last_values())},
          edges_{decay_of(sigma, root), smaller_root(sigma, root),
                 power(part_, form.threads_per_column - 1), form.last_values()}
    {
    }

    [[nodiscard]] constexpr const Edges& edges() const { return edges_; }
    /// 1 - r.
    [[nodiscard]] constexpr T loss() const { return static_cast<T>(edges_.decay().loss); }
    /// u is this many times q.
    [[nodiscard]] constexpr T factor(double scale) const
    {
        return static_cast<T>(-edges_.root() * scale);
    }

    /// Stores, at [l * tile], the factor by which p[-1] has decayed before part l, and that of
    /// q[rows] behind it. `threads_per_column`, here and below, is form.threads_per_column, but not
    /// as a constant, because unrolled loops would need many registers.
    constexpr void spread(T* before, T* behind, int threads_per_column) const
    {
        Decay left{0.0};
        for (int thread_in_column = 0; thread_in_column < threads_per_column; ++thread_in_column) {
            before[thread_in_column * form.tile] = static_cast<T>(left.rest());
            left = left * part_;
        }
        left = Decay{0.0};
        for (int thread_in_column = threads_per_column; thread_in_column-- > 0;) {
            behind[thread_in_column * form.tile] = static_cast<T>(left.rest());
            left = left * (thread_in_column == threads_per_column - 1 ? last_part_ : part_);
        }
    }

    /// Stores the weights of the sum between odd edges: a part's share is its tilt plus its weight
    /// times its result forwards.
    constexpr void weigh(T* weight, int threads_per_column) const
    {
        const double per_loss = 1.0 / edges_.decay().loss;
        const Decay two_parts = part_ * part_;
        Decay to_image = Edges::up_to_image(edges_.decay(), form.last_values(), form.last);
        for (int thread_in_column = threads_per_column; thread_in_column-- > 0;) {
            weight[thread_in_column * form.tile] = static_cast<T>(to_image.loss * per_loss);
            to_image = to_image * (thread_in_column == threads_per_column - 1 ? part_ * last_part_
                                                                              : two_parts);
        }
    }

    /// Replaces the result of each part, at [l * tile], by the sum over all parts before it;
    /// returns the sum over all parts.
    [[nodiscard]] constexpr double gather_forwards(T* parts, int threads_per_column) const
    {
        double sum = 0.0;
        for (int thread_in_column = 0; thread_in_column < threads_per_column; ++thread_in_column) {
            sum = through(parts[thread_in_column * form.tile], sum,
                          thread_in_column == threads_per_column - 1 ? last_part_ : part_);
        }
        return sum;
    }

    /// Does the work of gather_forwards() from the last part to the first.
    [[nodiscard]] constexpr double gather_backwards(T* parts, int threads_per_column) const
    {
        double sum = 0.0;
        for (int thread_in_column = threads_per_column; thread_in_column-- > 0;) {
            sum = through(parts[thread_in_column * form.tile], sum,
                          thread_in_column == threads_per_column - 1 ? last_part_ : part_);
        }
        return sum;
    }

private:
    /// Stores `sum`, the value before the part, in `part` and returns the value behind it.
    [[nodiscard]] static constexpr double through(T& part, double sum, const Decay& decay)
    {
        const double out = sum - decay.loss * sum + static_cast<double>(part);
        part = static_cast<T>(sum);
        return out;
    }

    Decay part_;  ///< r to the power of the rows of a part
    Decay last_part_;
    Edges edges_;
};

}  // namespace tobiuo::tridiagonal
