// SPDX-License-Identifier: BSD-3-Clause
// What acts on a flow beside its constant force: given fields, the Coriolis force, a mean gradient
// of the scalar, a sponge. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/forcing_items.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// One of three, which a compiler keeps in registers, see values_of().
template <typename Item>
[[nodiscard]] constexpr Item component_of(const Item (&all)[3], int component)
{
    return component == 0 ? all[0] : component == 1 ? all[1] : all[2];
}

/// The velocity before a stage without the part that has divergence, at indices -1 ... n.
template <typename T>
class ProjectedVelocity {
public:
    /// Both must outlive it.
    constexpr ProjectedVelocity(const Box<T>& box, const StageArrays<T>& arrays)
        : box_{box}, arrays_{arrays}
    {
    }

    [[nodiscard]] constexpr T at(int component, const long long (&index)[3]) const
    {
        return is_inner(index) ? within(component, index) : near_ends(component, index);
    }

    /// at() where no neighbour is beyond the arrays.
    [[nodiscard]] constexpr T within(int component, const long long (&index)[3]) const
    {
        const long long here = place(index);
        const T* const impulse = arrays_.impulse + here;
        return component_of(arrays_.velocity, component)[here] -
               arrays_.impulse_part * box_.axes[component].per_gap[index[component]] *
                   (impulse[step(component)] - impulse[0]);
    }

    /// at() near the ends of the arrays, slower elsewhere. A function of its own: its code, once
    /// for each value that a kernel
    /// reads, would be more than the caches of instructions hold.
#ifdef __CUDACC__
    __noinline__
#else
    [[gnu::noinline]]
#endif
        constexpr T
        near_ends(int component, const long long (&index)[3]) const
    {
        long long inside[3] = {};
        for (int axis = 0; axis < 3; ++axis) {
            inside[axis] = box_.inside(axis, index[axis]);
        }
        T value = projected(component, inside);
        for (int axis = 0; axis < 3; ++axis) {
            const int face = box_.face_before(axis, index[axis]);
            if (face >= 0) {
                const Beyond<T>& rule = box_.faces[face].velocity[component];
                value = rule.factor * value +
                        rule.added(inside[slower_axis(axis)] * box_.counts[faster_axis(axis)] +
                                   inside[faster_axis(axis)]);
            }
        }
        return value;
    }

    /// The mean of the faces of a cell.
    [[nodiscard]] constexpr T at_centre(int component, const long long (&cell)[3]) const
    {
        const long long before[3] = {cell[0] - (component == 0 ? 1 : 0),
                                     cell[1] - (component == 1 ? 1 : 0),
                                     cell[2] - (component == 2 ? 1 : 0)};
        return (at(component, cell) + at(component, before)) / 2;
    }

private:
    [[nodiscard]] constexpr long long step(int axis) const
    {
        return axis == 0 ? 1 : axis == 1 ? box_.counts[0] : box_.counts[0] * box_.counts[1];
    }
    [[nodiscard]] constexpr long long place(const long long (&index)[3]) const
    {
        return (index[2] * box_.counts[1] + index[1]) * box_.counts[0] + index[0];
    }
    [[nodiscard]] constexpr bool is_inner(const long long (&index)[3]) const
    {
        bool inner = true;
        for (int axis = 0; axis < 3; ++axis) {
            inner = inner && index[axis] >= 0 && index[axis] + 1 < box_.counts[axis];
        }
        return inner;
    }

    [[nodiscard]] constexpr T projected(int component, const long long (&index)[3]) const
    {
        const long long here = place(index);
        const long long after = box_.inside(component, index[component] + 1);
        const int face = box_.face_before(component, index[component] + 1);
        const T factor = face >= 0 ? box_.faces[face].pressure_factor : T{1};
        const T* const impulse = arrays_.impulse + here;
        // The product that a stage has: so a device rounds it as a stage does.
        return component_of(arrays_.velocity, component)[here] -
               arrays_.impulse_part * box_.axes[component].per_gap[index[component]] *
                   (factor * impulse[(after - index[component]) * step(component)] - impulse[0]);
    }

    const Box<T>& box_;
    const StageArrays<T>& arrays_;
};

/// A given field: a value for each point, or one number.
struct GivenField {
    const double* values = nullptr;
    double number = 0.0;

    [[nodiscard]] constexpr double at(long long point) const
    {
        return values != nullptr ? values[point] : number;
    }
};

/// Adds to a stage what acts on a velocity component or the scalar. A value that a face holds is left
/// out, and so is one where the flow leaves.
///
/// Coriolis  u x rotation, of which the kinetic energy is none: the force on a face is the mean, by
///           volume, of those in the cells on either side, each with the mean velocity of its faces.
/// Sponge    after the stage, by the implicit Euler method over its length, so that no rate limits
///           the time step: first order in time.
template <typename T>
struct AddSource {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/source_items.hpp",
                                            .type = "tobiuo::flow::AddSource",
                                            .name = "flow-source",
                                            .threads = 128,
                                            .nanoseconds = 30.0};

    Box<T> box = {};
    StageArrays<T> arrays = {};
    int quantity = 0;  ///< the component, or scalar_quantity
    GivenField given = {};
    T rotation[3] = {};  ///< of a component
    T gradient[3] = {};  ///< of a mean of the scalar
    GivenField damping = {};
    GivenField target = {};
    T new_part = 0;  ///< gamma times the time step
    T length = 0;    ///< of the stage, a time
    bool keeps = false;

    constexpr void operator()(long long n) const
    {
        const long long row = n / box.counts[0];
        const long long at[3] = {n % box.counts[0], row % box.counts[1], row / box.counts[1]};
        const bool is_scalar = quantity == scalar_quantity;
        if (!is_scalar && box.has_face(quantity, 1) && at[quantity] == box.counts[quantity] - 1) {
            return;
        }
        const T rate = static_cast<T>(given.at(n)) + (is_scalar ? carried(at) : turned(at));
        T& next = is_scalar ? arrays.next_scalar[n] : component_of(arrays.next, quantity)[n];
        if (keeps) {
            (is_scalar ? arrays.scalar_rates : component_of(arrays.rates, quantity))[n] += rate;
        }
        const T damped = length * static_cast<T>(damping.at(n));
        next = (next + new_part * rate + damped * static_cast<T>(target.at(n))) / (1 + damped);
    }

private:
    [[nodiscard]] constexpr T turned(const long long (&at)[3]) const
    {
        const int next = (quantity + 1) % 3;
        const int last = (quantity + 2) % 3;
        const T by_next = component_of(rotation, last);
        const T by_last = component_of(rotation, next);
        if (by_next == 0 && by_last == 0) {
            return 0;
        }
        const ProjectedVelocity<T> velocity{box, arrays};
        T sum = 0;
        for (int side = 0; side < 2; ++side) {
            const long long cell[3] = {at[0] + (quantity == 0 ? side : 0),
                                       at[1] + (quantity == 1 ? side : 0),
                                       at[2] + (quantity == 2 ? side : 0)};
            T force = 0;
            if (by_next != 0) {
                force += by_next * velocity.at_centre(next, cell);
            }
            if (by_last != 0) {
                force -= by_last * velocity.at_centre(last, cell);
            }
            sum += box.axes[quantity].share[side][at[quantity]] * force / 2;
        }
        return sum;
    }

    /// What the velocity carries of the mean.
    [[nodiscard]] constexpr T carried(const long long (&cell)[3]) const
    {
        const ProjectedVelocity<T> velocity{box, arrays};
        T sum = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const T along = component_of(gradient, axis);
            if (along != 0) {
                sum -= along * velocity.at_centre(axis, cell);
            }
        }
        return sum;
    }
};

}  // namespace tobiuo::flow
