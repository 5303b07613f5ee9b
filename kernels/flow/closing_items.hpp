// SPDX-License-Identifier: BSD-3-Clause
// Closed bodies in a flow: what keeps velocities from their faces, and the walls beside them. For host
// and device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/forcing_items.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// A value outside beside a closed body, whose rate gains `gain` - `drag` times the value.
struct ShearedPoint {
    long long point = 0;  ///< among the forced ones
    double gain = 0;
    double drag = 0;
};

/// Finds what the walls of closed bodies change values by in a stage, before it is taken.
template <typename T>
struct FindShear {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/closing_items.hpp",
                                            .type = "tobiuo::flow::FindShear",
                                            .name = "flow-find-shear",
                                            .threads = 128,
                                            .nanoseconds = 10.0};

    Box<T> box = {};
    const T* values[quantities];  ///< velocities without the gradient of the impulse, the scalar
    const T* impulse;
    const ForcedPoint<T>* points;
    const ShearedPoint* sheared;
    double new_part;  ///< gamma times the time step
    double old_part;  ///< zeta times the time step
    double* rates;    ///< of the stage before, replaced by those of this one
    double* changes;

    constexpr void operator()(long long n) const
    {
        const ShearedPoint shear = sheared[n];
        const ForcedPoint<T>& point = points[shear.point];
        T value = values_of(values, point.quantity)[point.at];
        if (point.quantity != scalar_quantity) {
            value -= taken_by(impulse, box, point.quantity, point.at);  // rounded as in a state
        }
        const double rate = shear.gain - shear.drag * static_cast<double>(value);
        changes[n] = new_part * rate + (old_part != 0.0 ? old_part * rates[n] : 0.0);
        rates[n] = rate;
    }
};

/// Gives the values that a stage has left what FindShear has found, of points no two of which are in
/// one place.
template <typename T>
struct AddShear {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/closing_items.hpp",
                                            .type = "tobiuo::flow::AddShear",
                                            .name = "flow-add-shear",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    T* values[quantities];
    const ForcedPoint<T>* points;
    const ShearedPoint* sheared;
    const double* changes;
    double* added;    ///< to each of the points by all stages of a step
    bool begins;      ///< whether the stage is the first one
    long long first;  ///< of the sheared points

    constexpr void operator()(long long item) const
    {
        const long long n = first + item;
        const long long which = sheared[n].point;
        const ForcedPoint<T>& point = points[which];
        T& value = values_of(values, point.quantity)[point.at];
        value = static_cast<T>(static_cast<double>(value) + changes[n]);
        added[which] = begins ? changes[n] : added[which] + changes[n];
    }
};

/// A cell of a closed body.
template <typename T>
struct BodyCell {
    long long at = 0;
    T kept = 0;  ///< its pressure as a projection found it, for a unit of time
};

/// Empties the cells of bodies of what a projection has left there, so that nothing changes velocities
/// between two of them.
template <typename T>
struct EmptyCell {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/closing_items.hpp",
                                            .type = "tobiuo::flow::EmptyCell",
                                            .name = "flow-empty-cell",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    T* values;
    BodyCell<T>* cells;
    long long kept;  ///< so many of the cells are to be kept
    T per_time;
    bool restores;  ///< puts what was kept there again instead

    constexpr void operator()(long long n) const
    {
        BodyCell<T>& cell = cells[n];
        if (restores) {
            values[cell.at] = cell.kept;
            return;
        }
        if (n < kept) {
            cell.kept = per_time * values[cell.at];
        }
        values[cell.at] = 0;
    }
};

/// Gives a velocity through a face of a body what the pressure, empty inside, takes from it, on top of
/// the velocity of the body, and accounts for that.
template <typename T>
struct CloseFace {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/closing_items.hpp",
                                            .type = "tobiuo::flow::CloseFace",
                                            .name = "flow-close-face",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    Box<T> box = {};
    T* values[quantities];
    const T* impulse;
    const ForcedPoint<T>* points;
    const long long* faces;  ///< among the points
    double* added;           ///< to each of the points by all stages of a step
    double* pressed;         ///< of that by the pressure
    bool begins;             ///< whether the stage is the first one

    constexpr void operator()(long long n) const
    {
        const long long which = faces[n];
        const ForcedPoint<T>& point = points[which];
        const T taken = taken_by(impulse, box, point.quantity, point.at);
        values_of(values, point.quantity)[point.at] = point.value + taken;
        added[which] += static_cast<double>(taken);
        pressed[which] = (begins ? 0.0 : pressed[which]) + static_cast<double>(taken);
    }
};

}  // namespace tobiuo::flow
