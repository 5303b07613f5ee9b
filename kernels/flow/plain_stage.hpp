// SPDX-License-Identifier: BSD-3-Clause
// A stage of the flow as plain loops: what the kernels are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/measure_row.hpp"

namespace tobiuo::flow {

/// The velocity before a stage with one more value on each side of the box.
template <typename T>
class PlainVelocity {
public:
    PlainVelocity(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                  T impulse_part = 1)
        : box_{box}, impulse_part_{impulse_part}
    {
        for (int a = 0; a < 3; ++a) {
            values_[a].assign(static_cast<std::size_t>((box.counts[0] + 2) * (box.counts[1] + 2) *
                                                       (box.counts[2] + 2)),
                              T{0});
            for (long long k = first_plane(); k < end_of_planes(); ++k) {
                for (long long j = 0; j < box.counts[1]; ++j) {
                    for (long long i = 0; i < box.counts[0]; ++i) {
                        at(a, i, j, k) = projected(a, {i, j, k}, velocity[a], impulse);
                    }
                }
            }
            for (int axis = 0; axis < 3; ++axis) {
                fill_beyond(a, axis);
            }
        }
    }

    [[nodiscard]] T& at(int component, long long i, long long j, long long k)
    {
        return values_[component][place(i, j, k)];
    }
    [[nodiscard]] T at(int component, long long i, long long j, long long k) const
    {
        return values_[component][place(i, j, k)];
    }

private:
    struct Point {
        long long of[3];
    };

    /// The planes that arrays have.
    [[nodiscard]] long long first_plane() const { return box_.joined[0] ? -1 : 0; }
    [[nodiscard]] long long end_of_planes() const
    {
        return box_.counts[2] + (box_.joined[1] ? 1 : 0);
    }

    [[nodiscard]] std::size_t place(long long i, long long j, long long k) const
    {
        return static_cast<std::size_t>(
            ((k + 1) * (box_.counts[1] + 2) + j + 1) * (box_.counts[0] + 2) + i + 1);
    }
    [[nodiscard]] long long index(const Point& p) const
    {
        return (p.of[2] * box_.counts[1] + p.of[1]) * box_.counts[0] + p.of[0];
    }

    [[nodiscard]] T projected(int a, const Point& here, const T* velocity, const T* impulse) const
    {
        if (impulse == nullptr) {
            return velocity[index(here)];
        }
        Point next = here;
        next.of[a] = box_.inside(a, here.of[a] + 1);
        const bool beyond = box_.face_before(a, here.of[a] + 1) >= 0;
        const T factor = beyond ? box_.faces[2 * a + 1].pressure_factor : T{1};
        return velocity[index(here)] - impulse_part_ * box_.axes[a].per_gap[here.of[a]] *
                                           (factor * impulse[index(next)] - impulse[index(here)]);
    }

    /// The values at index -1 and n of an axis, also where axes before it are continued.
    void fill_beyond(int a, int axis)
    {
        const int first = faster_axis(axis);
        const int second = slower_axis(axis);
        const auto begin = [&](int other) {
            return other < axis ? -1LL : other == 2 ? first_plane() : 0LL;
        };
        const auto end = [&](int other) {
            return other < axis ? box_.counts[other] + 1
                   : other == 2 ? end_of_planes()
                                : box_.counts[other];
        };
        for (long long slow = begin(second); slow < end(second); ++slow) {
            for (long long fast = begin(first); fast < end(first); ++fast) {
                for (const int side : {0, 1}) {
                    if (axis == 2 && box_.joined[side]) {
                        continue;
                    }
                    Point p{};
                    p.of[first] = fast;
                    p.of[second] = slow;
                    p.of[axis] = side == 0 ? -1 : box_.counts[axis];
                    Point from = p;
                    from.of[axis] = box_.inside(axis, p.of[axis]);
                    const T inner = at(a, from.of[0], from.of[1], from.of[2]);
                    const Beyond<T>& rule = box_.faces[2 * axis + side].velocity[a];
                    const long long place =
                        box_.inside(second, slow) * box_.counts[first] + box_.inside(first, fast);
                    at(a, p.of[0], p.of[1], p.of[2]) =
                        box_.periodic[axis] ? inner : rule.factor * inner + rule.added(place);
                }
            }
        }
    }

    const Box<T>& box_;
    T impulse_part_;
    std::vector<T> values_[3];
};

/// Values of cells, and what lies beyond faces by one of their rules.
template <typename T>
class PlainCells {
public:
    PlainCells(const Box<T>& box, const T* values, const Beyond<T> FaceRule<T>::*rule)
        : box_{box}, values_{values}, rule_{rule}
    {
    }

    /// At a cell or beyond the box.
    [[nodiscard]] T at(const long long (&cell)[3]) const
    {
        long long inside[3];
        for (int axis = 0; axis < 3; ++axis) {
            inside[axis] = box_.inside(axis, cell[axis]);
        }
        T value = values_[(inside[2] * box_.counts[1] + inside[1]) * box_.counts[0] + inside[0]];
        for (int axis = 0; axis < 3; ++axis) {
            const int face = box_.face_before(axis, cell[axis]);
            if (face >= 0) {
                const Beyond<T>& rule = box_.faces[face].*rule_;
                value = rule.factor * value +
                        rule.added(inside[slower_axis(axis)] * box_.counts[faster_axis(axis)] +
                                   inside[faster_axis(axis)]);
            }
        }
        return value;
    }

private:
    const Box<T>& box_;
    const T* values_;
    const Beyond<T> FaceRule<T>::*rule_;
};

/// The scalar before a stage, and its rate of change.
template <typename T>
class PlainScalar {
public:
    /// `viscosity`: null where it is the same everywhere.
    PlainScalar(const Box<T>& box, const T* values, const T* viscosity = nullptr)
        : box_{box}, scalar_{box, values, &FaceRule<T>::scalar}
    {
        if (viscosity != nullptr) {
            viscosity_.emplace(box, viscosity, &FaceRule<T>::viscosity);
        }
    }

    [[nodiscard]] T at(const long long (&cell)[3]) const { return scalar_.at(cell); }

    [[nodiscard]] T rate(const PlainVelocity<T>& velocity, const long long (&cell)[3]) const
    {
        T rate = 0;
        for (int axis = 0; axis < 3; ++axis) {
            rate -= box_.axes[axis].per_width[cell[axis]] *
                    (flux(velocity, axis, cell, 0) - flux(velocity, axis, cell, -1));
        }
        return rate;
    }

private:
    /// The value that bounded advection has of a cell, or of the face of the box before it.
    [[nodiscard]] T carried(int axis, const long long (&low)[3], long long further) const
    {
        long long cell[3] = {low[0], low[1], low[2]};
        cell[axis] += further;
        for (const int side : {-1, 1}) {
            long long& index = cell[axis];
            const long long last = side < 0 ? 0 : box_.counts[axis] - 1;
            if (side * (index - last) > 0 && box_.has_face(axis, side < 0 ? 0 : 1)) {
                long long inside[3] = {cell[0], cell[1], cell[2]};
                inside[axis] = last;
                index = last + side;
                return (at(cell) + at(inside)) / 2;
            }
        }
        return at(cell);
    }
    /// What is carried through the face above a cell: a line through its centre or that of the next
    /// one, whichever is upstream, with a mean of two slopes.
    [[nodiscard]] T bounded(T velocity, int axis, const long long (&low)[3]) const
    {
        const Spacings<T>& along = box_.axes[axis];
        const long long side = velocity > 0 ? 0 : 1;
        const long long cell = low[axis] + side;
        const T here = carried(axis, low, side);
        const T behind =
            velocity > 0 ? here - carried(axis, low, -1) : here - carried(axis, low, 2);
        const T ahead = carried(axis, low, 1 - side) - here;
        if (!(behind * ahead > 0)) {
            return here;
        }
        const T slope = (behind * along.per_gap[velocity > 0 ? cell - 1 : cell] +
                         2 * ahead * along.per_gap[low[axis]]) /
                        3;
        const T rise = T{0.5} / along.per_width[cell] * slope;
        const T size = std::min(std::abs(rise), std::min(std::abs(behind), std::abs(ahead)));
        return here + (rise < 0 ? -size : size);
    }

    /// What flows through the upper face of a cell (shift 0) or the lower one (-1).
    [[nodiscard]] T flux(const PlainVelocity<T>& velocity, int axis, const long long (&cell)[3],
                         long long shift) const
    {
        long long low[3] = {cell[0], cell[1], cell[2]};
        low[axis] += shift;
        long long high[3] = {low[0], low[1], low[2]};
        ++high[axis];
        const T diffusivity =
            viscosity_ ? box_.diffusivity_between(viscosity_->at(low), viscosity_->at(high))
                       : box_.diffusivity_along(axis);
        const T through = velocity.at(axis, low[0], low[1], low[2]);
        const T carries = box_.bounded ? through * bounded(through, axis, low)
                                       : through * (at(low) + at(high)) / 2;
        return carries - diffusivity * box_.axes[axis].per_gap[low[axis]] * (at(high) - at(low));
    }

    const Box<T>& box_;
    PlainCells<T> scalar_;
    std::optional<PlainCells<T>> viscosity_;
};

/// The rate of change of component a at a point.
template <typename T>
class PlainRate {
public:
    /// `scalar`: null if there is none; `viscosity`: null where it is the same everywhere.
    PlainRate(const Box<T>& box, const PlainVelocity<T>& velocity, const T* scalar = nullptr,
              const T* viscosity = nullptr)
        : box_{box}, velocity_{velocity}, scalar_{scalar}, viscosity_{viscosity}
    {
    }

    [[nodiscard]] T of(int a, long long i, long long j, long long k) const
    {
        const long long here[3] = {i, j, k};
        if (box_.has_face(a, 1) && here[a] == box_.counts[a] - 1) {
            return 0;
        }
        T rate = box_.force[a];
        if (scalar_ != nullptr) {
            long long next[3] = {i, j, k};
            ++next[a];
            const PlainScalar<T> scalar{box_, scalar_};
            rate += box_.buoyancy[a] * (scalar.at(here) + scalar.at(next)) / 2;
        }
        for (int b = 0; b < 3; ++b) {
            const T per_size =
                a == b ? box_.axes[a].per_gap[here[a]] : box_.axes[b].per_width[here[b]];
            rate -= per_size * (flux(a, b, here, 0) - flux(a, b, here, -1));
        }
        return rate;
    }

private:
    /// What flows of component a along axis b through the upper side (shift 0) or the lower one
    /// (-1) of the control volume of a point.
    [[nodiscard]] T flux(int a, int b, const long long (&here)[3], long long shift) const
    {
        const Spacings<T>& along = box_.axes[b];
        if (a == b) {
            const long long cell = here[a] + 1 + shift;
            const T lower = value(a, here, a, shift, a, 0);
            const T upper = value(a, here, a, shift + 1, a, 0);
            const T mean = (lower + upper) / 2;
            const T gradient = along.per_width[cell] * (upper - lower);
            if (viscosity_ != nullptr) {
                long long of_cell[3] = {here[0], here[1], here[2]};
                of_cell[a] = cell;
                return mean * mean - 2 * viscosity_at(of_cell) * gradient;
            }
            return mean * mean - box_.viscosity_along(b) * gradient;
        }
        const Spacings<T>& across = box_.axes[a];
        const T lower = value(a, here, b, shift, a, 0);
        const T upper = value(a, here, b, shift + 1, a, 0);
        const T carrier = (across.share[0][here[a]] * value(b, here, b, shift, a, 0) +
                           across.share[1][here[a]] * value(b, here, b, shift, a, 1)) /
                          2;
        const T gradient = along.per_gap[here[b] + shift] * (upper - lower);
        if (viscosity_ != nullptr) {
            const T other = across.per_gap[here[a]] *
                            (value(b, here, b, shift, a, 1) - value(b, here, b, shift, a, 0));
            return carrier * (lower + upper) / 2 -
                   viscosity_at_edge(a, b, here, shift) * (gradient + other);
        }
        return carrier * (lower + upper) / 2 - box_.viscosity_along(b) * gradient;
    }

    [[nodiscard]] T viscosity_at(const long long (&cell)[3]) const
    {
        return PlainCells<T>{box_, viscosity_, &FaceRule<T>::viscosity}.at(cell);
    }
    [[nodiscard]] T viscosity_at_edge(int a, int b, const long long (&here)[3],
                                      long long shift) const
    {
        T sum = 0;
        for (const long long by_a : {0, 1}) {
            for (const long long by_b : {0, 1}) {
                long long cell[3] = {here[0], here[1], here[2]};
                cell[a] += by_a;
                cell[b] += by_b + shift;
                sum += viscosity_at(cell);
            }
        }
        return sum / 4;
    }

    /// Component `which` at `here`, moved by `by` along axis b and by `more` along axis a.
    [[nodiscard]] T value(int which, const long long (&here)[3], int b, long long by, int a,
                          long long more) const
    {
        long long p[3] = {here[0], here[1], here[2]};
        p[b] += by;
        p[a] += more;
        return velocity_.at(which, p[0], p[1], p[2]);
    }

    const Box<T>& box_;
    const PlainVelocity<T>& velocity_;
    const T* scalar_;
    const T* viscosity_;
};

/// Computes what advance_scalar_on_host() does, point by point.
template <typename T>
void advance_scalar_plainly(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                            double time_step)
{
    const PlainVelocity<T> velocity{box, arrays.velocity, arrays.impulse, arrays.impulse_part};
    const PlainScalar<T> scalar{box, arrays.scalar, arrays.viscosity};
    long long at = 0;
    for (long long k = 0; k < box.counts[2]; ++k) {
        for (long long j = 0; j < box.counts[1]; ++j) {
            for (long long i = 0; i < box.counts[0]; ++i, ++at) {
                const T now = scalar.rate(velocity, {i, j, k});
                if (box.bounded) {
                    const Stage& own = scalar_stage(box, stage);
                    T& begin = arrays.scalar_rates[at];
                    begin = stage.uses_old ? begin : arrays.scalar[at];
                    arrays.next_scalar[at] = static_cast<T>(own.begin) * begin +
                                             static_cast<T>(1.0 - own.begin) * arrays.scalar[at] +
                                             static_cast<T>(own.gamma * time_step) * now;
                    continue;
                }
                T next = arrays.scalar[at] + static_cast<T>(stage.gamma * time_step) * now;
                if (stage.uses_old) {
                    next += static_cast<T>(stage.zeta * time_step) * arrays.scalar_rates[at];
                }
                arrays.next_scalar[at] = next;
                if (stage.keeps) {
                    arrays.scalar_rates[at] = now;
                }
            }
        }
    }
}

/// Computes what advance_on_host() does, point by point.
template <typename T>
void advance_plainly(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                     double time_step)
{
    const PlainVelocity<T> velocity{box, arrays.velocity, arrays.impulse, arrays.impulse_part};
    const PlainRate<T> rate{box, velocity, arrays.scalar, arrays.viscosity};
    for (int a = 0; a < 3; ++a) {
        long long at = 0;
        for (long long k = 0; k < box.counts[2]; ++k) {
            for (long long j = 0; j < box.counts[1]; ++j) {
                for (long long i = 0; i < box.counts[0]; ++i, ++at) {
                    const T now = rate.of(a, i, j, k);
                    T next =
                        velocity.at(a, i, j, k) + static_cast<T>(stage.gamma * time_step) * now;
                    if (stage.uses_old) {
                        next += static_cast<T>(stage.zeta * time_step) * arrays.rates[a][at];
                    }
                    arrays.next[a][at] = next;
                    if (stage.keeps) {
                        arrays.rates[a][at] = now;
                    }
                }
            }
        }
    }
}

/// Computes what find_divergence_on_host() does, point by point.
template <typename T>
void find_divergence_plainly(const Box<T>& box, const T* const (&arrays)[3], T* out)
{
    const PlainVelocity<T> velocity{box, arrays, nullptr};
    for (long long k = 0; k < box.counts[2]; ++k) {
        for (long long j = 0; j < box.counts[1]; ++j) {
            for (long long i = 0; i < box.counts[0]; ++i) {
                const T u = velocity.at(0, i, j, k) - velocity.at(0, i - 1, j, k);
                const T v = velocity.at(1, i, j, k) - velocity.at(1, i, j - 1, k);
                const T w = velocity.at(2, i, j, k) - velocity.at(2, i, j, k - 1);
                *out++ = box.axes[0].per_width[i] * u + box.axes[1].per_width[j] * v +
                         box.axes[2].per_width[k] * w;
            }
        }
    }
}

}  // namespace tobiuo::flow
