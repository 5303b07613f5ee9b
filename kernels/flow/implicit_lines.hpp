// SPDX-License-Identifier: BSD-3-Clause
// Implicit diffusion along neighbouring lines of a box. For host and device.
#pragma once

#include "kernels/flow/implicit_stage.hpp"
#include "kernels/tridiagonal/eliminated_row.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::flow {

/// What neighbouring lines of a slab keep.
template <typename T, int lanes, bool is_slab>
struct SlabLines {
};
template <typename T, int lanes>
struct SlabLines<T, lanes, true> {
    double first_row[lanes] = {};  ///< x of the first row, as far as the values so far make it
    double passed = 1.0;           ///< of x of the next value in it
    T entering[lanes];             ///< y before the slab
};

/// Solves the systems of one quantity along up to `lanes` neighbouring lines, see ImplicitStage.
///
/// Lines     are counted [slower][faster] over a face across the axis; neighbours are so along the
///           faster axis.
/// Traffic   one pass upwards reads `next`, the quantity before the stage and, for a velocity,
///           impulse and pressure, and writes `next`; one pass downwards reads and writes `next`.
///           On a periodic axis another pass does so, too.
///
/// Waits     a single line, as a GPU's thread has it, loads `batch` values before it computes with
///           the first one; many lines hide their waits behind each other.
/// Bits      Projection(velocity, per_gap, difference) is the velocity less a gradient with the
///           rounding of the other kernels of the back end, so that a flow that goes on from a
///           projected velocity takes the same steps.
/// Slabs     `is_slab`: the lines go on in the slabs of other ranks, as Box::joined says. In place of
///           solve() there is rise(), and fall() when ImplicitSlabs has joined the ends; passes and
///           traffic are those of a line that is not periodic.
template <typename T, int axis, int lanes, typename Projection, bool is_slab = false>
class ImplicitLines {
    static constexpr int fast = faster_axis(axis);
    static constexpr int slow = slower_axis(axis);
    /// Values of a single line that are loaded together: it would wait for one after the other.
    static constexpr int batch = 8;
    /// What adds nothing that is not lost in rounding.
    static constexpr double lost_passage = 1e-30;

public:
    /// `used` lines from `line` on lie in one row of the face.
    ImplicitLines(const ImplicitStage<T>& stage, int quantity, long long line, int used)
        : stage_{stage},
          box_{stage.box},
          quantity_{quantity},
          first_{line},
          used_{used},
          solved_{used},
          lane_step_{axis == 0 ? box_.counts[0] : 1},
          step_{step_along(box_, axis)},
          count_{box_.counts[axis]},
          system_{quantity == scalar_quantity ? stage.scalar_system
                  : quantity == axis          ? stage.along
                                              : stage.across},
          next_{stage.next[quantity]},
          before_{quantity == scalar_quantity ? stage.scalar : stage.velocity[quantity]}
    {
        at_[axis] = 0;
        at_[fast] = line % box_.counts[fast];
        at_[slow] = line / box_.counts[fast];
        if (quantity == fast || quantity == slow) {
            look_ahead();
        }
    }

    void solve()
    {
        const long long first = first_value();
        const bool is_periodic = box_.periodic[axis];
        go_up(first);
        if (is_periodic) {
            close(first);
        } else {
            go_down(first, count_ - 1);
        }
    }

    /// Elimination as if y before the slab and x behind it were 0, see ImplicitStage::ends.
    void rise()
    {
        go_up(first_value());
        each(0, solved_,
             [&](int c) { stage_.ends[0][end_of(c)] = static_cast<T>(slab_.first_row[c]); });
    }

    void fall()
    {
        T solved[lanes];
        each(0, solved_, [&](int c) {
            slab_.entering[c] = stage_.ends[0][end_of(c)];
            solved[c] = stage_.ends[1][end_of(c)];
        });
        go_down(first_value(), count_ - 1, solved);
    }

protected:
    /// The place of the first value of the first line.
    [[nodiscard]] long long first_value() const
    {
        return (at_[2] * box_.counts[1] + at_[1]) * box_.counts[0] + at_[0];
    }

    /// Does an action for lines `begin` ... `end` - 1; a single line takes no array that is indexed.
    template <typename Action>
    static void each([[maybe_unused]] int begin, int end, const Action& action)
    {
        if constexpr (lanes == 1) {
            if (begin == 0 && end > 0) {
                action(0);
            }
        } else {
            for (int c = begin; c < end; ++c) {
                action(c);
            }
        }
    }

    /// Whether the lines go on in another slab below (0) or above (1).
    [[nodiscard]] bool is_joined([[maybe_unused]] int end) const
    {
        if constexpr (is_slab) {
            return box_.joined[end];
        }
        return false;
    }

    [[nodiscard]] bool is_velocity() const { return quantity_ != scalar_quantity; }

    /// Where the values after those of the lines are along the axis of a velocity across them, which
    /// is the same all along the lines.
    void look_ahead()
    {
        const int own = quantity_;
        const long long last = box_.counts[own] - 1;
        const long long step = step_along(box_, own);
        const bool is_fast = own == fast;
        // An index that only run time knows would take the whole object out of a GPU's registers.
        const long long at = is_fast ? at_[fast] : at_[slow];
        each(0, used_, [&](int c) { gap_[c] = box_.axes[own].per_gap[at + (is_fast ? c : 0)]; });
        ahead_ = step;
        if (at + (is_fast ? used_ - 1 : 0) != last || (own == 2 && box_.joined[1])) {
            return;
        }
        ends_ = is_fast ? 1 : used_;
        end_ahead_ = box_.periodic[own] ? -last * step : 0;
        end_factor_ = box_.periodic[own] ? T{1} : box_.faces[2 * own + 1].pressure_factor;
        solved_ = box_.periodic[own] ? used_ : used_ - ends_;
    }

    /// Calls use(lane, per_gap, difference) for the gradient of a field, a difference divided by its
    /// gap, at the velocities at `place`, index k of the lines.
    template <typename Use>
    void each_gradient(const T* field, long long place, long long k, const Use& use) const
    {
        const T* const here = field + place;
        if (quantity_ == axis) {
            const bool is_last = k + 1 == count_ && !is_joined(1);
            const bool is_beyond = is_last && !box_.periodic[axis];
            const T* const after = here + (!is_last ? step_ : is_beyond ? 0 : -k * step_);
            const T factor = is_beyond ? box_.faces[2 * axis + 1].pressure_factor : T{1};
            const T gap = box_.axes[axis].per_gap[k];
            each(0, used_, [&](int c) {
                const long long at = c * lane_step_;
                use(c, gap, factor * after[at] - here[at]);
            });
            return;
        }
        const int inner = used_ - ends_;
        each(0, inner, [&](int c) {
            const long long at = c * lane_step_;
            use(c, gap_[c], here[at + ahead_] - here[at]);
        });
        each(inner, used_, [&](int c) {
            const long long at = c * lane_step_;
            use(c, gap_[c], end_factor_ * here[at + end_ahead_] - here[at]);
        });
    }

    /// The quantity before the stage.
    void load(long long place, long long k, T (&out)[lanes]) const
    {
        each(0, used_, [&](int c) { out[c] = before_[place + c * lane_step_]; });
        if (is_velocity()) {
            each_gradient(stage_.impulse, place, k, [&](int c, T per_gap, T difference) {
                out[c] = Projection{}(out[c], per_gap, difference);
            });
        }
    }

    /// The right-hand side, without what diffusion before the stage adds to it.
    void load_right_side(long long place, long long k, T (&right)[lanes]) const
    {
        each(0, used_, [&](int c) { right[c] = next_[place + c * lane_step_]; });
        if (is_velocity()) {
            each_gradient(stage_.pressure, place, k, [&](int c, T per_gap, T difference) {
                right[c] -= stage_.pressure_time * (per_gap * difference);
            });
        }
    }

    /// Where ImplicitStage::ends has those of a line.
    [[nodiscard]] long long end_of(int lane) const
    {
        return quantity_ * stage_.lines() + first_ + lane;
    }

    [[nodiscard]] const Beyond<T>& rule(const FaceRule<T>& face) const
    {
        return is_velocity() ? face.velocity[quantity_] : face.scalar;
    }

    /// Makes the first or last values of the lines those beyond a face before the stage.
    void continue_beyond(int end, const T (&inside)[lanes], T (&out)[lanes]) const
    {
        const Beyond<T>& beyond = rule(stage_.before[end]);
        each(0, used_,
             [&](int c) { out[c] = beyond.factor * inside[c] + beyond.added(first_ + c); });
    }

private:
    /// Elimination from below; `next` gets what is left of the right-hand side over the pivots.
    void go_up(long long first)
    {
        T below[lanes];
        T here[lanes];
        T above[lanes];
        T solved[lanes];
        load(first, 0, here);
        const bool is_periodic = box_.periodic[axis];
        if (is_periodic) {
            load(first + (count_ - 1) * step_, count_ - 1, below);
        } else if (is_joined(0)) {
            load(first - step_, -1, below);
        } else {
            continue_beyond(0, here, below);
        }
        const Beyond<T>& lower = rule(box_.faces[2 * axis]);
        const bool begins = is_periodic || is_joined(0);
        each(0, used_, [&](int c) { solved[c] = begins ? T{0} : lower.added(first_ + c); });
        long long k = 0;
        if constexpr (lanes == 1) {
            k = is_velocity() ? go_up_in_batches<true>(first, below, here, solved)
                              : go_up_in_batches<false>(first, below, here, solved);
        }
        for (long long place = first + k * step_; k < count_; ++k, place += step_) {
            if (k + 1 < count_ || is_joined(1)) {
                load(place + step_, k + 1, above);
            } else if (is_periodic) {
                load(first, 0, above);
            } else {
                continue_beyond(1, here, above);
            }
            if (is_periodic && k + 1 == count_) {  // what is before it comes in close()
                each(0, used_, [&](int c) { solved[c] = 0; });
            }
            T right[lanes];
            load_right_side(place, k, right);
            eliminate(place, k, below, here, above, right, solved);
            each(0, used_, [&](int c) {
                below[c] = here[c];
                here[c] = above[c];
            });
        }
        if constexpr (is_slab) {
            each(0, solved_, [&](int c) { stage_.ends[1][end_of(c)] = solved[c]; });
        }
    }

    /// Does the work of go_up() for as many batches as end before the last but one value, and returns
    /// the index behind them.
    template <bool has_gradients>
    long long go_up_in_batches(long long first, T (&below)[lanes], T (&here)[lanes],
                               T (&solved)[lanes])
    {
        const bool is_along = quantity_ == axis;
        const long long ahead = is_along ? step_ : ends_ > 0 ? end_ahead_ : ahead_;
        const T factor = is_along || ends_ == 0 ? T{1} : end_factor_;
        const auto gap = [&](long long k) {
            return is_along ? box_.axes[axis].per_gap[k] : gap_[0];
        };
        const auto difference = [&](const T* field, long long place) {
            return factor * field[place + ahead] - field[place];
        };
        long long k = 0;
        for (; k + batch + 1 < count_; k += batch) {
            T above[batch][lanes];
            T right[batch][lanes];
            unrolled<batch>([&](auto j) {
                const long long place = first + (k + j) * step_;
                above[j][0] = before_[place + step_];
                right[j][0] = next_[place];
                if constexpr (has_gradients) {
                    above[j][0] = Projection{}(above[j][0], gap(k + j + 1),
                                               difference(stage_.impulse, place + step_));
                    right[j][0] -=
                        stage_.pressure_time * (gap(k + j) * difference(stage_.pressure, place));
                }
            });
            unrolled<batch>([&](auto j) {
                eliminate(first + (k + j) * step_, k + j, below, here, above[j], right[j], solved);
                below[0] = here[0];
                here[0] = above[j][0];
            });
        }
        return k;
    }

    void eliminate(long long place, long long k, const T (&below)[lanes], const T (&here)[lanes],
                   const T (&above)[lanes], T (&right)[lanes], T (&solved)[lanes])
    {
        const T lower = system_.lower[k];
        const T upper = system_.upper[k];
        const T share = system_.share[k];
        const bool meets_face = k + 1 == count_ && !box_.periodic[axis] && !is_joined(1);
        each(0, solved_, [&](int c) {
            right[c] += stage_.explicit_part *
                        (lower * (below[c] - here[c]) + upper * (above[c] - here[c]));
            if (meets_face) {
                right[c] += upper * rule(box_.faces[2 * axis + 1]).added(first_ + c);
            }
            right[c] = share * (right[c] + lower * solved[c]);
            solved[c] = right[c];
        });
        each(0, used_, [&](int c) { next_[place + c * lane_step_] = right[c]; });
        if constexpr (is_slab) {
            add_to_first_row(k, solved);
        }
    }

    /// Adds what y of value k makes of x in the first row of a slab.
    void add_to_first_row(long long k, const T (&solved)[lanes])
    {
        if (slab_.passed > lost_passage) {
            each(0, solved_, [&](int c) {
                slab_.first_row[c] += slab_.passed * static_cast<double>(solved[c]);
            });
            slab_.passed -= static_cast<double>(system_.loss[k]) * slab_.passed;
        }
    }

    /// Substitution from value `last` of the lines downwards.
    void go_down(long long first, long long last) const
    {
        T solved[lanes];
        const long long end = first + last * step_;
        each(0, solved_, [&](int c) { solved[c] = next_[end + c * lane_step_]; });
        go_down(first, last - 1, solved);
    }

    /// Substitution from value k of the lines downwards, behind which they are `solved`.
    void go_down(long long first, long long k, T (&solved)[lanes]) const
    {
        if constexpr (lanes == 1) {
            for (; k + 1 >= batch && solved_ > 0; k -= batch) {
                T values[batch];
                unrolled<batch>([&](auto j) { values[j] = next_[first + (k - j) * step_]; });
                unrolled<batch>([&](auto j) {
                    solved[0] = tridiagonal::substituted(system_.loss[k - j],
                                                         entered(values[j], k - j, 0), solved[0]);
                    next_[first + (k - j) * step_] = solved[0];
                });
            }
        }
        for (long long place = first + k * step_; k >= 0; --k, place -= step_) {
            const T loss = system_.loss[k];
            each(0, solved_, [&](int c) {
                T& value = next_[place + c * lane_step_];
                solved[c] = tridiagonal::substituted(loss, entered(value, k, c), solved[c]);
                value = solved[c];
            });
        }
    }

    /// y of value k of a line, with what y before a slab adds to it.
    [[nodiscard]] T entered(T value, [[maybe_unused]] long long k, [[maybe_unused]] int lane) const
    {
        if constexpr (is_slab) {
            return value + system_.closing[k] * slab_.entering[lane];
        }
        return value;
    }

    /// A periodic line: its last value follows from the others as they are without it.
    void close(long long first) const
    {
        const long long last = count_ - 1;
        if (last == 0) {
            return;
        }
        go_down(first, last - 1);
        const long long end = first + last * step_;
        const T upper = system_.upper[last] * system_.share[last];
        const T lower = system_.lower[last] * system_.share[last];
        T closed[lanes];
        each(0, solved_, [&](int c) {
            const long long at = c * lane_step_;
            closed[c] =
                next_[end + at] + upper * next_[first + at] + lower * next_[end - step_ + at];
            next_[end + at] = closed[c];
        });
        long long place = first;
        for (long long k = 0; k < last; ++k, place += step_) {
            const T part = system_.closing[k];
            each(0, solved_, [&](int c) { next_[place + c * lane_step_] += part * closed[c]; });
        }
    }

protected:
    const ImplicitStage<T>& stage_;
    const Box<T>& box_;
    int quantity_;
    long long first_;
    int used_;
    int solved_;  ///< the lines before those that lie in an upper face
    long long lane_step_;
    long long step_;
    long long count_;
    const LineSystem<T>& system_;
    T* next_;

private:
    const T* before_;
    long long at_[3];
    T gap_[lanes];
    long long ahead_ = 0;
    int ends_ = 0;  ///< the last lines, whose values after them are elsewhere
    long long end_ahead_ = 0;
    T end_factor_ = 1;
    SlabLines<T, lanes, is_slab> slab_;
};

}  // namespace tobiuo::flow
