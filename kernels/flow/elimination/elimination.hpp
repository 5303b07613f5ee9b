// Elimination of the systems of implicit diffusion. For host and device.
#pragma once

#include "kernels/flow/implicit_stage.hpp"
#include "kernels/tridiagonal/decay.hpp"

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
};

/// What rows make of next_part of the row before them: (a p + b) / (c p + d).
struct PivotMap {
    double a = 1.0;
    double b = 0.0;
    double c = 0.0;
    double d = 1.0;

    [[nodiscard]] constexpr double operator()(double p) const { return (a * p + b) / (c * p + d); }
};

/// Eliminates one system of an Elimination in `parts` parts. Each has a map of its rows, from which
/// follows in turn what is before each part; then each is eliminated row by row. One part is the
/// plain elimination.
///
/// Accuracy  in double, whatever T is. Errors of a map grow by a factor of its rows at most.
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

    [[nodiscard]] PivotMap map_of(int part) const
    {
        constexpr double small = 0x1p-300;
        PivotMap map;
        for (long long k = first(part); k < first(part + 1); ++k) {
            const double reciprocal = 1.0 / diagonal(k);
            const double below = reciprocal * lower(k);
            const double above = reciprocal * upper(k);
            map = {.a = above * map.c,
                   .b = above * map.d,
                   .c = map.c - below * map.a,
                   .d = map.d - below * map.b};
            if (map.d < small) {
                map = {
                    .a = map.a / small, .b = map.b / small, .c = map.c / small, .d = map.d / small};
            }
        }
        return map;
    }

    /// What is before each part.
    static void link(const PivotMap* maps, int parts, double* before)
    {
        before[0] = 0.0;
        for (int part = 1; part < parts; ++part) {
            before[part] = maps[part - 1](before[part - 1]);
        }
    }

    /// Writes the rows of a part.
    void eliminate(int part, double before) const
    {
        const Closing closing{all_, upper(0)};
        for (long long k = first(part); k < first(part + 1); ++k) {
            double reciprocal = 1.0 / (diagonal(k) - lower(k) * before);
            before = upper(k) * reciprocal;
            if (all_.periodic && k == last()) {
                reciprocal = 1.0 / (1.0 + (lower(k) + upper(k)) * closing.missing());
            }
            const double values[arrays_of_system] = {lower(k), upper(k), reciprocal, before,
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
            : count_{all.periodic ? all.count : 0},
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

    [[nodiscard]] long long last() const { return all_.count - 1; }
    [[nodiscard]] double lower(long long k) const { return time_ * static_cast<double>(lower_[k]); }
    [[nodiscard]] double upper(long long k) const { return time_ * static_cast<double>(upper_[k]); }

    [[nodiscard]] double diagonal(long long k) const
    {
        double value = 1.0 + lower(k) + upper(k);
        if (!all_.periodic) {
            value -= k == 0 ? lower(k) * static_cast<double>(all_.factors[kind_][0]) : 0.0;
            value -= k == last() ? upper(k) * static_cast<double>(all_.factors[kind_][1]) : 0.0;
        }
        return value;
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
