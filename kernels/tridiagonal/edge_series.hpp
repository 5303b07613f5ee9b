// SPDX-License-Identifier: BSD-3-Clause
// What enters the recurrences along a column at its edges. One code for device and host.
#pragma once

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/edge.hpp"

namespace tobiuo::tridiagonal {

/// The rows u[k-1] - (2 + sigma) u[k] + u[k+1] = g[k] factorise: with r the smaller root of
/// r^2 - (2 + sigma) r + 1,
///
///     p[k] = g[k] + r p[k-1],   q[k] = p[k] + r q[k+1],   u[k] = -r q[k],
///
/// where p[-1] and q[rows] follow from the edges, out of the results of the recurrences started
/// with zero. An odd edge does not come before an even one, and no edge before an unbounded one: see
/// is_better_reversed().
///
/// Source    the factorisation: D. Fischer, G. Golub, O. Hald, C. Leiva, O. Widlund, On
///           Fourier-Toeplitz methods for separable elliptic problems, Math. Comp. 28, 349 (1974);
///           the edges: geometric series of the images.
template <Edge first, Edge last>
class EdgeSeries {
public:
    EdgeSeries() = default;  // uninitialised: it lies in shared memory

    /// `decay` and `r` are the root r in two forms; `before_last` is r to the power of the rows
    /// before the last `last_rows` rows.
    constexpr EdgeSeries(Decay decay, double r, Decay before_last, int last_rows)
        : r_{r},
          decay_{decay},
          all_{before_last * power(decay, last_rows)},
          to_image_{before_last * up_to_image(decay, last_rows, last)}
    {
        const double period = (to_image_ * before_last * up_to_image(decay, last_rows, first)).loss;
        entry_ = entry(period);
        exit_ = exit();  // NOLINT(*-prefer-member-initializer): after the members that it uses
    }

    /// The root r.
    [[nodiscard]] constexpr double root() const { return r_; }
    [[nodiscard]] constexpr Decay decay() const { return decay_; }

    /// r to the power of the rows from the begin of the last `last_rows` to the image of the very
    /// last row.
    [[nodiscard]] static constexpr Decay up_to_image(Decay decay, long long last_rows, Edge edge)
    {
        return power(decay, last_rows - image_distance(edge));
    }

    /// p[-1]. `forwards`: p[rows - 1] of the recurrence started with zero. `backwards`: the result
    /// of the recurrence from the last row to the first; between odd edges instead the sum over k
    /// of (r^k - r^(m - k)) g[k] / (1 - r), where row m is the image of row 0 at the last edge,
    /// because a difference of the two results would cancel where r is almost 1. `first_row` and
    /// `last_row` are values of g.
    [[nodiscard]] constexpr double entering(double forwards, double backwards, double first_row,
                                            double last_row) const
    {
        if constexpr (first == Edge::unbounded) {
            return 0.0;
        } else if constexpr (first == Edge::periodic) {
            return entry_ * forwards;
        } else if constexpr (is_odd(first)) {
            return entry_ * backwards;
        } else {
            backwards -= first == Edge::even_whole ? first_row : 0.0;
            forwards -= last == Edge::even_whole ? last_row : 0.0;
            forwards -= to_image_.loss * forwards;
            return entry_ * (is_odd(last) ? backwards - forwards : backwards + forwards);
        }
    }

    /// q[rows]. `backwards`: q[0] of the recurrence started with zero; the others are as in
    /// entering().
    [[nodiscard]] constexpr double leaving(double entering, double forwards, double backwards,
                                           double last_row) const
    {
        if constexpr (last == Edge::periodic) {
            return exit_ * backwards;
        } else if constexpr (last == Edge::odd_whole) {
            return 0.0;
        } else {
            const double p = forwards + entering - all_.loss * entering;
            return exit_ * (p + (last == Edge::even_whole ? r_ * r_ * p - last_row : 0.0));
        }
    }

private:
    /// The factor between the sum over the rows and their images and p[-1]; 1 - `period` is r to
    /// the power of the rows and images of a period.
    [[nodiscard]] constexpr double entry(double period) const
    {
        if constexpr (first == Edge::open || first == Edge::unbounded) {
            return 0.0;
        } else if constexpr (first == Edge::periodic) {
            return 1.0 / all_.loss;
        } else if constexpr (is_odd(first)) {
            return -(first == Edge::odd_whole ? r_ : 1.0) * decay_.loss / period;
        } else {
            return 1.0 / ((first == Edge::even_whole ? r_ : 1.0) *
                          (is_odd(last) ? 2.0 - period : period));
        }
    }

    /// The factor between the corresponding sum and q[rows].
    [[nodiscard]] constexpr double exit() const
    {
        switch (last) {
            case Edge::periodic:
                return 1.0 / all_.loss;
            case Edge::even_half:
                return 1.0 / decay_.loss;
            case Edge::even_whole:
                return 1.0 / (r_ * (decay_ * decay_).loss);
            case Edge::odd_half:
                return -1.0 / (1.0 + r_);
            case Edge::unbounded:  // beyond it p decays, too: r p + r^3 p + ...
                return r_ / (decay_ * decay_).loss;
            case Edge::odd_whole:
            case Edge::open:
                break;
        }
        return 0.0;
    }

    double r_;
    Decay decay_;
    Decay all_;       ///< r to the power of the rows
    Decay to_image_;  ///< r to the power of the rows between the first one and the last one's image
    double entry_;
    double exit_;
};

}  // namespace tobiuo::tridiagonal
