// What is known of a whole column while its threads solve it. One code for device and host.
#pragma once

#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/toeplitz_form.hpp"

namespace tobiuo::tridiagonal {

/// The rows u[k-1] - (2 + sigma) u[k] + u[k+1] = g[k] factorise: with r the smaller root of
/// r^2 - (2 + sigma) r + 1,
///
///     p[k] = g[k] + r p[k-1],   q[k] = p[k] + r q[k+1],   u[k] = -r q[k],
///
/// where p[-1] and q[rows] follow from how g and u go on beyond the edges. Threads first run both
/// recurrences from nothing over the rows that they hold, their parts; what parts before and behind
/// add, and what enters at the edges, is summed up here, in double precision.
///
/// Source    the factorisation: R. W. Hockney and J. W. Eastwood, Computer Simulation Using Particles
///           (1981), section 6-5-1; the edges: geometric series of the images.
template <ToeplitzForm form, typename T>
class ToeplitzColumn {
public:
    ToeplitzColumn() = default;  // in shared memory

    /// `root`: of discriminant(sigma); sigma is positive.
    constexpr ToeplitzColumn(double sigma, double root)
        : r_{1.0 / (1.0 + 0.5 * sigma + root)},
          decay_{decay_of(sigma, root)},
          part_{power(decay_, form.values)},
          last_part_{power(decay_, form.last_values())}
    {
        const Decay before_last = power(part_, form.lanes - 1);
        all_ = before_last * last_part_;
        to_image_ = before_last * up_to_image(form.last);
        const double period = (to_image_ * before_last * up_to_image(form.first)).loss;
        entry_ = entry(period);
        exit_ = exit();
    }

    /// 1 - r.
    [[nodiscard]] constexpr T loss() const { return static_cast<T>(decay_.loss); }
    /// u is this many times q.
    [[nodiscard]] constexpr T factor(double scale) const { return static_cast<T>(-r_ * scale); }

    /// What is left of p[-1] before each part, and of q[rows] behind it, at [l * tile]. `lanes`, here
    /// and below: form.lanes, but not as a constant, because unrolled loops would need many registers.
    constexpr void spread(T* before, T* behind, int lanes) const
    {
        Decay left{0.0};
        for (int lane = 0; lane < lanes; ++lane) {
            before[lane * form.tile] = static_cast<T>(left.rest());
            left = left * part_;
        }
        left = Decay{0.0};
        for (int lane = lanes; lane-- > 0;) {
            behind[lane * form.tile] = static_cast<T>(left.rest());
            left = left * (lane == lanes - 1 ? last_part_ : part_);
        }
    }

    /// Between odd edges, p[-1] is in proportion to the sum over k of (r^k - r^(m - k)) g[k], where row m
    /// is the image of row 0 at the last edge. Divided by 1 - r, which may be tiny, a part's share of
    /// that is its tilt and this many times what leaves it forwards.
    constexpr void weigh(T* weight, int lanes) const
    {
        const double per_loss = 1.0 / decay_.loss;
        const Decay two_parts = part_ * part_;
        Decay to_image = up_to_image(form.last);
        for (int lane = lanes; lane-- > 0;) {
            weight[lane * form.tile] = static_cast<T>(to_image.loss * per_loss);
            to_image = to_image * (lane == lanes - 1 ? part_ * last_part_ : two_parts);
        }
    }

    /// Replaces what leaves each part, at [l * tile], by what comes out of all before it; returns what
    /// comes out of all.
    [[nodiscard]] constexpr double gather_forwards(T* parts, int lanes) const
    {
        double sum = 0.0;
        for (int lane = 0; lane < lanes; ++lane) {
            sum = through(parts[lane * form.tile], sum, lane == lanes - 1 ? last_part_ : part_);
        }
        return sum;
    }

    /// The same from the last part to the first.
    [[nodiscard]] constexpr double gather_backwards(T* parts, int lanes) const
    {
        double sum = 0.0;
        for (int lane = lanes; lane-- > 0;) {
            sum = through(parts[lane * form.tile], sum, lane == lanes - 1 ? last_part_ : part_);
        }
        return sum;
    }

    /// p[-1]. `forwards`: what comes out of all parts; `backwards`: likewise, or of shares between odd
    /// edges; `first` and `last`: rows of g.
    [[nodiscard]] constexpr double entering(double forwards, double backwards, T first,
                                            T last) const
    {
        if constexpr (form.first == Edge::periodic) {
            return entry_ * forwards;
        } else if constexpr (is_odd(form.first)) {
            return entry_ * backwards;
        } else {
            backwards -= form.first == Edge::even_whole ? static_cast<double>(first) : 0.0;
            forwards -= form.last == Edge::even_whole ? static_cast<double>(last) : 0.0;
            forwards -= to_image_.loss * forwards;
            return entry_ * (is_odd(form.last) ? backwards - forwards : backwards + forwards);
        }
    }

    /// q[rows]. `backwards`: what comes out of all parts of p; the others as above.
    [[nodiscard]] constexpr double leaving(double entering, double forwards, double backwards,
                                           T last) const
    {
        if constexpr (form.last == Edge::periodic) {
            return exit_ * backwards;
        } else if constexpr (form.last == Edge::odd_whole) {
            return 0.0;
        } else {
            const double p = forwards + entering - all_.loss * entering;
            const double beside =
                form.last == Edge::even_whole ? r_ * r_ * p - static_cast<double>(last) : 0.0;
            return exit_ * (p + beside);
        }
    }

private:
    /// Puts `sum` in a part's place, and returns what comes out of that.
    [[nodiscard]] static constexpr double through(T& part, double sum, const Decay& decay)
    {
        const double out = sum + static_cast<double>(part) - decay.loss * sum;
        part = static_cast<T>(sum);
        return out;
    }

    /// To the power of the rows from the begin of the last part to the image of its last row.
    [[nodiscard]] constexpr Decay up_to_image(Edge edge) const
    {
        return power(decay_, form.last_values() - image_distance(edge));
    }

    /// What the sum over the rows and their images is multiplied by to give p[-1]; 1 - `period` is r to
    /// the power of the rows and images of a period.
    [[nodiscard]] constexpr double entry(double period) const
    {
        if constexpr (form.first == Edge::periodic) {
            return 1.0 / all_.loss;
        } else if constexpr (is_odd(form.first)) {
            return -(form.first == Edge::odd_whole ? r_ : 1.0) * decay_.loss / period;
        } else {
            return 1.0 / ((form.first == Edge::even_whole ? r_ : 1.0) *
                          (is_odd(form.last) ? 2.0 - period : period));
        }
    }

    /// Likewise of q[rows].
    [[nodiscard]] constexpr double exit() const
    {
        switch (form.last) {
            case Edge::periodic:
                return 1.0 / all_.loss;
            case Edge::even_half:
                return 1.0 / decay_.loss;
            case Edge::even_whole:
                return 1.0 / (r_ * (decay_ * decay_).loss);
            case Edge::odd_half:
                return -1.0 / (1.0 + r_);
            case Edge::odd_whole:
                break;
        }
        return 0.0;
    }

    double r_;
    Decay decay_;
    Decay part_;  ///< r to the power of the rows of a part
    Decay last_part_;
    Decay all_;
    Decay to_image_;  ///< of the rows between the first one and the image of the last
    double entry_;
    double exit_;
};

}  // namespace tobiuo::tridiagonal
