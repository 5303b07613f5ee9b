// SPDX-License-Identifier: BSD-3-Clause
// The transpose of what a stage of the flow computes from velocity and scalar. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// A cell of a box, or one beyond its faces.
struct AdjointPlace {
    long long of[3];
    long long index;  ///< in padded arrays
};

/// The arrays of the transpose of a stage.
///
/// Padded    arrays go on beyond all faces, by so many cells that what arrives there needs no more; not
///           along absent axes.
/// Adjoints  are those of a sum over the box weighted by the volumes that belong to values: the
///           derivative by a value is its adjoint times that volume. So a projection is its own
///           transpose, and those of fluxes are products of the same factors as the fluxes.
/// Held      a velocity on an upper face that is given has no rate, and its adjoint there is 0.
template <typename T>
struct AdjointStage {
    Box<T> box;
    const T* velocity[3] = {};        ///< padded, before the stage
    const T* scalar = nullptr;        ///< likewise; null if there is none
    const T* rates[3] = {};           ///< padded, the adjoints of N; 0 beyond faces
    const T* scalar_rates = nullptr;  ///< those of the scalar's

    [[nodiscard]] constexpr long long padding(int axis) const
    {
        return box.is_absent(axis) ? 0 : 2;
    }
    [[nodiscard]] constexpr long long padded(int axis) const
    {
        return box.counts[axis] + 2 * padding(axis);
    }
    [[nodiscard]] constexpr long long padded_points() const
    {
        return padded(0) * padded(1) * padded(2);
    }
    /// From a value to the next one along an axis.
    [[nodiscard]] constexpr long long step(int axis) const
    {
        return box.is_absent(axis) ? 0
               : axis == 0         ? 1
               : axis == 1         ? padded(0)
                                   : padded(0) * padded(1);
    }
    [[nodiscard]] constexpr AdjointPlace place(long long i, long long j, long long k) const
    {
        return {{i, j, k},
                ((k + padding(2)) * padded(1) + j + padding(1)) * padded(0) + i + padding(0)};
    }
    /// Cell n of the box.
    [[nodiscard]] constexpr AdjointPlace cell(long long n) const
    {
        const long long row = quotient(n, box.counts[0]);
        const long long k = quotient(row, box.counts[1]);
        return place(n - row * box.counts[0], row - k * box.counts[1], k);
    }
    /// Value n of padded arrays.
    [[nodiscard]] constexpr AdjointPlace padded_place(long long n) const
    {
        const long long row = quotient(n, padded(0));
        const long long k = quotient(row, padded(1));
        return {
            {n - row * padded(0) - padding(0), row - k * padded(1) - padding(1), k - padding(2)},
            n};
    }
    /// Whether the velocity along a at a place is given on an upper face.
    template <int a>
    [[nodiscard]] constexpr bool is_held(const AdjointPlace& p) const
    {
        return box.has_face(a, 1) && p.of[a] == box.counts[a] - 1;
    }
    /// The volume that belongs to a value of component a; of the scalar, where a is 3.
    template <int a>
    [[nodiscard]] constexpr T volume(const AdjointPlace& p) const
    {
        T per = 1;
        for (int axis = 0; axis < 3; ++axis) {
            per *= axis == a ? box.axes[axis].per_gap[p.of[axis]]
                             : box.axes[axis].per_width[p.of[axis]];
        }
        return T{1} / per;
    }

private:
    /// Divides numbers that are not below 0; GPUs have no division of so large ones.
    [[nodiscard]] static constexpr long long quotient(long long n, long long by)
    {
        return ((n | by) >> 32) != 0
                   ? n / by
                   : static_cast<long long>(static_cast<unsigned>(n) / static_cast<unsigned>(by));
    }
};

/// Gathers what arrives at one value: what the rates N of velocity and scalar around it make of it, each
/// with the adjoint of that rate.
///
/// Method    the flux of component a along b through an edge is (carrier (lower + upper) / 2 -
///           viscosity (upper - lower) / gap) of both values beside it; it leaves one volume and
///           enters the other, so that its adjoint is a difference of those of the rates.
/// Source    M. B. Giles and N. A. Pierce, Flow Turbul. Combust. 65, 393 (2000), for discrete adjoints.
template <typename T>
class AdjointPoint {
public:
    explicit constexpr AdjointPoint(const AdjointStage<T>& stage) : stage_{stage}, box_{stage.box}
    {
    }

    /// What arrives at component a at a place that may lie beyond a face.
    template <int a>
    [[nodiscard]] constexpr T arriving(const AdjointPlace& p) const
    {
        constexpr int b = (a + 1) % 3;
        constexpr int c = (a + 2) % 3;
        T sum = along<a>(p) + across<a, b>(p) + across<a, c>(p);
        if (stage_.scalar != nullptr) {
            const AdjointPlace next = moved<a>(p, 1);
            sum += box_.axes[a].per_gap[p.of[a]] *
                   (rate(stage_.scalar_rates, next) - rate(stage_.scalar_rates, p)) *
                   ((scalar_at(p) + scalar_at(next)) / 2);
        }
        return sum;
    }
    /// What arrives at the scalar at a cell that may lie beyond a face.
    [[nodiscard]] constexpr T arriving_at_scalar(const AdjointPlace& p) const
    {
        return of_scalar<0>(p) + of_scalar<1>(p) + of_scalar<2>(p);
    }

    /// The Laplacian of component a; of the scalar, where a is 3.
    template <int a>
    [[nodiscard]] constexpr T laplacian(const AdjointPlace& p) const
    {
        return second<a, 0>(p) + second<a, 1>(p) + second<a, 2>(p);
    }

private:
    /// The place `by` cells further along an axis.
    template <int axis>
    [[nodiscard]] constexpr AdjointPlace moved(AdjointPlace p, long long by) const
    {
        p.of[axis] += by;
        p.index += by * stage_.step(axis);
        return p;
    }
    template <int component>
    [[nodiscard]] constexpr T value(const AdjointPlace& p) const
    {
        return stage_.velocity[component][p.index];
    }
    [[nodiscard]] constexpr T scalar_at(const AdjointPlace& p) const
    {
        return stage_.scalar[p.index];
    }
    [[nodiscard]] static constexpr T rate(const T* of, const AdjointPlace& p)
    {
        return of[p.index];
    }

    /// By the flux of component a along its own axis.
    template <int a>
    [[nodiscard]] constexpr T along(const AdjointPlace& p) const
    {
        const Spacings<T>& axis = box_.axes[a];
        const long long i = p.of[a];
        const AdjointPlace next = moved<a>(p, 1);
        const AdjointPlace last = moved<a>(p, -1);
        const T own = rate(stage_.rates[a], p);
        const T here = value<a>(p);
        return axis.per_gap[i] *
               ((rate(stage_.rates[a], next) - own) *
                    ((here + value<a>(next)) / 2 + box_.viscosity * axis.per_width[i + 1]) +
                (own - rate(stage_.rates[a], last)) *
                    ((value<a>(last) + here) / 2 - box_.viscosity * axis.per_width[i]));
    }

    /// By the fluxes of component a along b, and by those of component b along a, which it carries.
    template <int a, int b>
    [[nodiscard]] constexpr T across(const AdjointPlace& p) const
    {
        const Spacings<T>& own = box_.axes[a];
        const Spacings<T>& other = box_.axes[b];
        const long long i = p.of[a];
        const long long j = p.of[b];
        const AdjointPlace last = moved<b>(p, -1);
        const AdjointPlace beside = moved<a>(p, 1);
        const AdjointPlace last_beside = moved<a>(last, 1);
        const T carrying[2] = {value<b>(last), value<b>(p)};
        const T carrying_beside[2] = {value<b>(last_beside), value<b>(beside)};
        T carrier[2];
        for (int side = 0; side < 2; ++side) {
            carrier[side] =
                (own.share[0][i] * carrying[side] + own.share[1][i] * carrying_beside[side]) / 4;
        }
        const T here = rate(stage_.rates[a], p);
        const T upper = rate(stage_.rates[a], moved<b>(p, 1)) - here;
        const T lower = here - rate(stage_.rates[a], last);
        const T carried = (rate(stage_.rates[b], beside) - rate(stage_.rates[b], p)) *
                              (carrying[1] + carrying_beside[1]) +
                          (rate(stage_.rates[b], last_beside) - rate(stage_.rates[b], last)) *
                              (carrying[0] + carrying_beside[0]);
        return other.per_width[j] * (upper * (carrier[1] + box_.viscosity * other.per_gap[j]) +
                                     lower * (carrier[0] - box_.viscosity * other.per_gap[j - 1])) +
               own.per_gap[i] * carried / 4;
    }

    /// By the fluxes of the scalar along b, and by its buoyancy there.
    template <int b>
    [[nodiscard]] constexpr T of_scalar(const AdjointPlace& p) const
    {
        const Spacings<T>& axis = box_.axes[b];
        const long long i = p.of[b];
        const AdjointPlace last = moved<b>(p, -1);
        const T own = rate(stage_.scalar_rates, p);
        const T upper = rate(stage_.scalar_rates, moved<b>(p, 1)) - own;
        const T lower = own - rate(stage_.scalar_rates, last);
        T sum = axis.per_width[i] *
                (upper * (value<b>(p) / 2 + box_.diffusivity * axis.per_gap[i]) +
                 lower * (value<b>(last) / 2 - box_.diffusivity * axis.per_gap[i - 1]));
        if (box_.buoyancy[b] != 0) {
            sum += box_.buoyancy[b] / 2 * axis.per_width[i] *
                   (rate(stage_.rates[b], p) / axis.per_gap[i] +
                    rate(stage_.rates[b], last) / axis.per_gap[i - 1]);
        }
        return sum;
    }

    template <int a>
    [[nodiscard]] constexpr T field(const AdjointPlace& p) const
    {
        if constexpr (a == 3) {
            return scalar_at(p);
        } else {
            return value<a>(p);
        }
    }
    /// The second difference of component a along b.
    template <int a, int b>
    [[nodiscard]] constexpr T second(const AdjointPlace& p) const
    {
        const Spacings<T>& axis = box_.axes[b];
        const long long i = p.of[b];
        const T here = field<a>(p);
        const T rise = field<a>(moved<b>(p, 1)) - here;
        const T fall = here - field<a>(moved<b>(p, -1));
        return a == b ? axis.per_gap[i] * (axis.per_width[i + 1] * rise - axis.per_width[i] * fall)
                      : axis.per_width[i] * (axis.per_gap[i] * rise - axis.per_gap[i - 1] * fall);
    }

    const AdjointStage<T>& stage_;
    const Box<T>& box_;
};

}  // namespace tobiuo::flow
