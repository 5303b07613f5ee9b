// SPDX-License-Identifier: BSD-3-Clause
// Elimination of the systems of implicit diffusion. For host and device.
#pragma once

#include "kernels/flow/implicit_stage.hpp"
#include "kernels/tridiagonal/decay.hpp"
#include "kernels/tridiagonal/eliminated_row.hpp"

namespace tobiuo::flow {

/// Which values along a line have neighbours at which distances.
enum class LineKind {
    along,   ///< the velocity along the axis, on faces across it
    across,  ///< the other velocities
    scalar
};
inline constexpr int line_kinds = 3;
inline constexpr int line_systems = stages_of_step * line_kinds;
inline constexpr int arrays_of_system = 5;    ///< of a LineSystem
inline constexpr int elimination_parts = 32;  ///< of a system on a device, a thread each

/// Makes the LineSystems of all stages of a step for its length.
template <typename T>
struct Elimination {
    long long count = 0;            ///< values of a line
    const T* exchanges = nullptr;   ///< [kind][lower, upper][count], of LineSystem without beta dt
    T* tables = nullptr;            ///< [stage][kind][array][count], in the order of LineSystem
    T* made_for = nullptr;          ///< [stage][kind], the time step of which the tables are
    T factors[line_kinds][2] = {};  ///< of the mirror images beyond the lower and the upper face
    T time_step = 0;
    bool periodic = false;  ///< all cells are equal then
    /// A periodic line that slabs divide, which JoinLine closes: all of its rows are alike.
    bool endless = false;
};

/// What rows make of the loss of the row before them: (a l + b) / (c l + d). No number is negative.
struct LossMap {
    double a = 1.0;
    double b = 0.0;
    double c = 0.0;
    double d = 1.0;

    [[nodiscard]] constexpr double operator()(double l) const { return (a * l + b) / (c * l + d); }
};

/// Eliminates one system of an Elimination in `parts` parts. Each has a map of its rows, from which
/// follows in turn what is before each part; then each is eliminated row by row. One part is the
/// plain elimination.
///
/// Accuracy  in double, whatever T is. Losses and their maps are sums of positive numbers, see
///           eliminated_row(), so that a constant stays one however long the step is. Errors of a map
///           grow by a factor of its rows at most.
/// Source    H. S. Stone, J. ACM 20, 27 (1973), for pivots as a product of matrices; the closed
///           form on a periodic axis is the solution c_k = (r^(k+1) + r^(n-1-k)) / (1 + r^n) of
///           c_k = s (c_{k-1} + c_{k+1} - 2 c_k) with c_{-1} = c_{n-1} = 1, where s is beta dt nu
///           over the square of the width and r < 1 is a root of s r^2 - (1 + 2 s) r + s.
template <typename T, typename Root>
class SystemElimination {
public:
    /// `number` counts [stage][kind].
    SystemElimination(const Elimination<T>& all, int number, int parts)
        : all_{all},
          number_{number},
          kind_{number % line_kinds},
          rows_of_part_{(all.count + parts - 1) / parts},
          time_{beta_of(number / line_kinds) * static_cast<double>(all.time_step)},
          lower_{all.exchanges + 2 * kind_ * all.count},
          upper_{lower_ + all.count},
          to_{all.tables + static_cast<long long>(arrays_of_system) * number * all.count}
    {
    }

    /// Whether the tables are those of the time step already.
    [[nodiscard]] bool is_made() const { return all_.made_for[number_] == all_.time_step; }
    /// Notes that they are: after all parts.
    void note() const { all_.made_for[number_] = all_.time_step; }

    [[nodiscard]] LossMap map_of(int part) const
    {
        constexpr double small = 0x1p-300;
        LossMap map;
        for (long long k = first(part); k < first(part + 1); ++k) {
            const double scale = 1.0 / (below(k) + decay(k) + above(k));
            const double passed = scale * below(k);
            const double lost = scale * decay(k);
            const double kept = scale * above(k);
            const double a = passed * map.a + lost * map.c;
            const double b = passed * map.b + lost * map.d;
            map = {.a = a, .b = b, .c = a + kept * map.c, .d = b + kept * map.d};
            if (map.d < small) {
                map = {
                    .a = map.a / small, .b = map.b / small, .c = map.c / small, .d = map.d / small};
            }
        }
        return map;
    }

    /// The loss of the row before each part: before the first one there is no value, or on a
    /// periodic axis one that is taken for 0 so far; an endless line has one loss.
    void link(const LossMap* maps, int parts, double* before) const
    {
        before[0] = all_.endless ? Closing::loss_of(upper(0)) : 1.0;
        for (int part = 1; part < parts; ++part) {
            before[part] = maps[part - 1](before[part - 1]);
        }
    }

    /// Writes the rows of a part, before which the loss is `before`.
    void eliminate(int part, double before) const
    {
        const Closing closing{all_, upper(0)};
        const auto inverse = [](double x) { return 1.0 / x; };
        for (long long k = first(part); k < first(part + 1); ++k) {
            auto [loss, share] =
                tridiagonal::eliminated_row(below(k), before, decay(k), above(k), inverse);
            before = loss;
            if (closes() && k == last()) {
                share = 1.0 / (1.0 + (lower(k) + upper(k)) * closing.missing());
            }
            const double values[arrays_of_system] = {lower(k), upper(k), share, loss,
                                                     closing.at(k)};
            for (int array = 0; array < arrays_of_system; ++array) {
                to_[array * all_.count + k] = static_cast<T>(values[array]);
            }
        }
    }

private:
    /// What the last value of a periodic line adds to each other one.
    class Closing {
    public:
        Closing(const Elimination<T>& all, double s)
            : count_{all.periodic && !all.endless ? all.count : 0},
              base_{root_of(s)},
              whole_{1.0 + power_of(count_).rest()}
        {
        }

        [[nodiscard]] double at(long long k) const
        {
            return k + 1 < count_
                       ? (power_of(k + 1).rest() + power_of(count_ - 1 - k).rest()) / whole_
                       : 0.0;
        }

        /// 1 - r, which is the loss of each row where all are alike.
        [[nodiscard]] static double loss_of(double s) { return root_of(s).loss; }

        /// 1 - at(0), which is 1 - at(count - 2).
        [[nodiscard]] double missing() const
        {
            return base_.loss * power_of(count_ - 1).loss / whole_;
        }

    private:
        /// r.
        [[nodiscard]] static tridiagonal::Decay root_of(double s)
        {
            const double root = Root{}(1.0 + 4.0 * s);
            return {(1.0 + root) / (1.0 + 2.0 * s + root)};
        }

        [[nodiscard]] tridiagonal::Decay power_of(long long exponent) const
        {
            return tridiagonal::power(base_, exponent);
        }

        long long count_;
        tridiagonal::Decay base_;
        double whole_;
    };

    /// Without an index that only run time knows: a device has no array of stages.
    [[nodiscard]] static constexpr double beta_of(int stage)
    {
        return stage == 0 ? stages[0].beta : stage == 1 ? stages[1].beta : stages[2].beta;
    }

    [[nodiscard]] bool closes() const { return all_.periodic && !all_.endless; }
    [[nodiscard]] long long last() const { return all_.count - 1; }
    [[nodiscard]] double lower(long long k) const { return time_ * static_cast<double>(lower_[k]); }
    [[nodiscard]] double upper(long long k) const { return time_ * static_cast<double>(upper_[k]); }

    [[nodiscard]] bool is_first(long long k) const { return k == 0 && !all_.periodic; }
    [[nodiscard]] bool is_last(long long k) const { return k == last() && !all_.periodic; }

    /// The coupling to the value before; one beyond a face is a multiple of the row's own.
    [[nodiscard]] double below(long long k) const { return is_first(k) ? 0.0 : lower(k); }
    [[nodiscard]] double above(long long k) const { return is_last(k) ? 0.0 : upper(k); }

    /// What the diagonal has beside both couplings.
    [[nodiscard]] double decay(long long k) const
    {
        const auto* const factors = all_.factors[kind_];
        const double at_lower = is_first(k) ? lower(k) * (1.0 - double{factors[0]}) : 0.0;
        const double at_upper = is_last(k) ? upper(k) * (1.0 - double{factors[1]}) : 0.0;
        return 1.0 + at_lower + at_upper;
    }

    [[nodiscard]] long long first(int part) const
    {
        const long long row = part * rows_of_part_;
        return row < all_.count ? row : all_.count;
    }

    const Elimination<T>& all_;
    int number_;
    int kind_;
    long long rows_of_part_;
    double time_;  ///< beta dt
    const T* lower_;
    const T* upper_;
    T* to_;
};

}  // namespace tobiuo::flow
