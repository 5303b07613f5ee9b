// SPDX-License-Identifier: BSD-3-Clause
// Implicit diffusion along one line of a box in parts, a thread each. For host and device.
#pragma once

#include "kernels/flow/implicit_lines.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "kernels/tridiagonal/eliminated_row.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::flow {

/// What a part of a line passes on to the next one: `own` plus `passed` times what it gets.
template <typename T>
struct PartLink {
    T own;
    T passed;

    [[nodiscard]] constexpr T operator()(T gets) const { return own + passed * gets; }
};

/// Solves the systems of one quantity along one line, see ImplicitStage, where a part has `rows`
/// neighbouring values in registers. Both directions of the elimination are linear in what comes
/// from the part before, so that all parts do them at the same time as if that were zero, and add
/// their share of it afterwards.
///
/// Calls     of each part, and of all parts before the next one: up(); down(what links before it
///           pass on to it, from before()); finish(what links behind it pass on, from zero); on a
///           periodic axis tell(), close(); store().
/// Traffic   reads `next`, the quantity before the stage and, for a velocity, impulse and pressure
///           once, and writes `next` once.
/// Source    H. H. Wang, ACM Trans. Math. Software 7, 170 (1981), for elimination in parts.
template <typename T, int axis, int rows, typename Projection>
class ImplicitPart : ImplicitLines<T, axis, 1, Projection> {
    using Lines = ImplicitLines<T, axis, 1, Projection>;

public:
    ImplicitPart(const ImplicitStage<T>& stage, int quantity, long long line, int part)
        : Lines{stage, quantity, line, 1},
          start_{this->first_value()},
          begin_{static_cast<long long>(part) * rows}
    {
    }

    /// What is before the first part.
    [[nodiscard]] T before() const
    {
        return is_periodic() ? T{0} : this->rule(this->box_.faces[2 * axis]).added(this->first_);
    }

    PartLink<T> up()
    {
        T around[rows + 2];
        unrolled<rows + 2>([&](auto j) { around[j] = value_before(begin_ + j - 1); });
        unrolled<rows>([&](auto j) {
            T right[1] = {0};
            if (has(begin_ + j)) {
                this->load_right_side(place(begin_ + j), begin_ + j, right);
            }
            values_[j] = right[0];
        });
        PartLink<T> link{.own = 0, .passed = is_solved() ? T{1} : T{0}};
        unrolled<rows>([&](auto j) {
            const long long k = begin_ + j;
            passed_[j] = 0;
            if (!has(k) || !is_solved()) {
                return;
            }
            const T lower = this->system_.lower[k];
            const T upper = this->system_.upper[k];
            const T share = this->system_.share[k];
            const T here = around[j + 1];
            T right = values_[j] + this->stage_.explicit_part * (lower * (around[j] - here) +
                                                                 upper * (around[j + 2] - here));
            if (is_last(k) && !is_periodic()) {
                right += upper * this->rule(this->box_.faces[2 * axis + 1]).added(this->first_);
            }
            const T coupling = closes(k) ? T{0} : lower;
            link = {.own = share * (right + coupling * link.own),
                    .passed = share * coupling * link.passed};
            values_[j] = link.own;
            passed_[j] = link.passed;
        });
        return link;
    }

    PartLink<T> down(T before)
    {
        add(before);
        PartLink<T> link{.own = 0, .passed = is_solved() ? T{1} : T{0}};
        unrolled<rows>([&](auto back) {
            constexpr int j = rows - 1 - decltype(back)::value;
            const long long k = begin_ + j;
            passed_[j] = 0;
            if (!has(k) || !is_solved()) {
                return;
            }
            if (closes(k)) {
                link = {.own = 0, .passed = 0};
                return;
            }
            const T loss = this->system_.loss[k];
            link = {.own = tridiagonal::substituted(loss, values_[j], link.own),
                    .passed = tridiagonal::substituted(loss, T{0}, link.passed)};
            values_[j] = link.own;
            passed_[j] = link.passed;
        });
        return link;
    }

    void finish(T behind) { add(behind); }

    /// Fills in the first, the last but one and the last value of the line where the part has them.
    void tell(T (&ends)[3]) const
    {
        unrolled<rows>([&](auto j) {
            const long long k = begin_ + j;
            if (k == 0) {
                ends[0] = values_[j];
            }
            if (k + 2 == this->count_) {
                ends[1] = values_[j];
            }
            if (is_last(k)) {
                ends[2] = values_[j];
            }
        });
    }

    /// The last value of a periodic line follows from the others as they are without it.
    void close(const T (&ends)[3])
    {
        const long long last = this->count_ - 1;
        if (last == 0 || !is_solved()) {
            return;
        }
        const LineSystem<T>& system = this->system_;
        const T closed = ends[2] + system.upper[last] * system.share[last] * ends[0] +
                         system.lower[last] * system.share[last] * ends[1];
        unrolled<rows>([&](auto j) {
            const long long k = begin_ + j;
            if (k < last) {
                values_[j] += system.closing[k] * closed;
            } else if (k == last) {
                values_[j] = closed;
            }
        });
    }

    void store() const
    {
        unrolled<rows>([&](auto j) {
            if (has(begin_ + j)) {
                this->next_[place(begin_ + j)] = values_[j];
            }
        });
    }

private:
    [[nodiscard]] bool has(long long k) const { return k < this->count_; }
    [[nodiscard]] bool is_last(long long k) const { return k + 1 == this->count_; }
    [[nodiscard]] bool is_periodic() const { return this->box_.periodic[axis]; }
    /// Whether the value is that of a periodic line that follows in close().
    [[nodiscard]] bool closes(long long k) const { return is_last(k) && is_periodic(); }
    /// A velocity through an upper face is given.
    [[nodiscard]] bool is_solved() const { return this->solved_ > 0; }
    [[nodiscard]] long long place(long long k) const { return start_ + k * this->step_; }

    /// The quantity before the stage at index k, which may be one beyond an end of the line.
    [[nodiscard]] T value_before(long long k) const
    {
        const long long last = this->count_ - 1;
        const long long inside = k < 0      ? (is_periodic() ? last : 0)
                                 : k > last ? (is_periodic() ? 0 : last)
                                            : k;
        T value[1];
        this->load(place(inside), inside, value);
        if (inside != k && !is_periodic()) {
            const T there[1] = {value[0]};
            this->continue_beyond(k < 0 ? 0 : 1, there, value);
        }
        return value[0];
    }

    void add(T gets)
    {
        unrolled<rows>([&](auto j) { values_[j] += passed_[j] * gets; });
    }

    long long start_;
    long long begin_;
    T values_[rows];
    T passed_[rows];
};

}  // namespace tobiuo::flow
