// SPDX-License-Identifier: BSD-3-Clause
// The velocity through faces: where it is given, and where the flow leaves; a multiple of a field.
// For host and device.
#pragma once

#include "kernels/flow/face_pressure.hpp"
#include "kernels/flow/flow_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// What is done with the velocity through an outflow face.
enum class OutflowTask {
    begin,    ///< `next` of a lower face becomes the velocity a cell inwards
    project,  ///< `projected` of a lower face becomes the velocity before the stage
    advance,  ///< a stage; of a lower face `projected`, too
    push      ///< `next` becomes what the pressure on the face makes in a unit of time
};

/// Advances the velocity U through one face by dU/dt = -speed (U - U_inside) / width, where
/// U_inside is a cell inwards: what arrives at the face leaves with `speed`. To this comes the force
/// across the face. Then a projection corrects it, in which the pressure on the face is 0; what
/// another one adds to its gradient is a part of the rate.
///
/// Backflow  where the velocity points into the box, the pressure on the face falls by U^2 / 2, as in
///           fluid that comes from rest, so that what enters brings no kinetic energy.
///
/// `arrays` are those of the stage. The velocity through an upper face is in them. That through a
/// lower one is in planes of its own, [slower][faster] along the face: `here` as the stage before
/// left it, `projected`, which the box shows beyond the face, and `next`. `rates` is a plane of
/// either face. Where a stage has a `pressure` so far, see ImplicitStage, its gradient is taken from
/// `next` of a lower face.
/// Source    I. Orlanski, J. Comput. Phys. 21, 251 (1976), with a given speed; backflow: S. Dong,
///           G. E. Karniadakis and C. Chryssostomidis, J. Comput. Phys. 261, 83 (2014).
template <typename T>
struct Outflow {
    Box<T> box;
    StageArrays<T> arrays;
    int face = 0;
    T speed = 0;
    T new_part = 0;  ///< gamma times the time step
    T old_part = 0;  ///< zeta times the time step
    bool uses_old = false;
    const T* here = nullptr;
    T* projected = nullptr;
    T* next = nullptr;
    T* rates = nullptr;
    const T* pressure = nullptr;
    T pressure_time = 0;
    FacePressure<T> on_face = {};

    [[nodiscard]] constexpr int axis() const { return face / 2; }
    [[nodiscard]] constexpr bool is_upper() const { return face % 2 == 1; }
    [[nodiscard]] constexpr long long points() const
    {
        return box.counts[faster_axis(axis())] * box.counts[slower_axis(axis())];
    }

    /// Does a task at point `point` of the face.
    constexpr void run(OutflowTask task, long long point) const
    {
        switch (task) {
            case OutflowTask::begin:
                next[point] = arrays.velocity[axis()][cell_at(point)];
                break;
            case OutflowTask::project:
                projected[point] = through_lower(point);
                break;
            case OutflowTask::advance:
                advance(point);
                break;
            case OutflowTask::push:
                after(point) = push(point);
                break;
        }
    }

private:
    /// The velocity that a stage leaves.
    [[nodiscard]] constexpr T& after(long long point) const
    {
        const long long last = box.counts[axis()] - 1;
        return is_upper() ? arrays.next[axis()][cell_at(point) + last * step()] : next[point];
    }

    /// The force across the face.
    [[nodiscard]] constexpr T force_across(long long point) const
    {
        const T constant = box.force[axis()];
        return arrays.scalar == nullptr
                   ? constant
                   : constant +
                         box.buoyancy[axis()] * scalar_on_outflow(box, face, arrays.scalar, point);
    }

    /// The rate by the pressure on the face, whose mirror image inside is that of a face without
    /// pressure: beyond the face it is twice the one there minus that inside.
    [[nodiscard]] constexpr T push(long long point) const
    {
        const Spacings<T>& along = box.axes[axis()];
        const T twice = 2 * on_face.at(box, axis(), point);
        return is_upper() ? -along.per_gap[box.counts[axis()] - 1] * twice
                          : along.per_gap[-1] * twice;
    }

    [[nodiscard]] constexpr T impulse_at(long long at) const
    {
        return arrays.impulse_part * arrays.impulse[at];
    }

    /// Before the stage.
    [[nodiscard]] constexpr T through_lower(long long point) const
    {
        return here[point] - arrays.impulse_part * gradient_at_lower(arrays.impulse, point);
    }

    [[nodiscard]] constexpr T gradient_at_lower(const T* field, long long point) const
    {
        const T inside = field[cell_at(point)];
        return box.axes[axis()].per_gap[-1] * (inside - box.faces[face].pressure_factor * inside);
    }

    constexpr void advance(long long point) const
    {
        const T* velocity = arrays.velocity[axis()];
        const Spacings<T>& along = box.axes[axis()];
        const long long last = box.counts[axis()] - 1;
        const long long first = cell_at(point);  // of the cell of this column with index 0
        const long long at = first + (is_upper() ? last * step() : 0);
        const T impulse = impulse_at(at);
        T through;
        T inside;
        if (is_upper()) {
            const T factor = box.faces[face].pressure_factor;
            through = velocity[at] - along.per_gap[last] * (factor * impulse - impulse);
            inside = velocity[at - step()] -
                     along.per_gap[last - 1] * (impulse - impulse_at(at - step()));
        } else {
            through = through_lower(point);
            inside = velocity[at] - along.per_gap[0] * (impulse_at(at + step()) - impulse);
            projected[point] = through;
        }
        T rate = -speed * along.per_width[is_upper() ? last : 0] * (through - inside) +
                 force_across(point) + push(point);
        if (is_upper() ? through < 0 : through > 0) {
            rate += is_upper() ? along.per_gap[last] * through * through
                               : -along.per_gap[-1] * through * through;
        }
        T& left = after(point);
        left = through + new_part * rate + (uses_old ? old_part * rates[point] : T{0});
        if (pressure != nullptr && !is_upper()) {
            left -= pressure_time * gradient_at_lower(pressure, point);
        }
        rates[point] = rate;
    }

    /// Values between neighbouring cells of the axis.
    [[nodiscard]] constexpr long long step() const
    {
        return axis() == 0 ? 1 : axis() == 1 ? box.counts[0] : box.counts[0] * box.counts[1];
    }
    [[nodiscard]] constexpr long long cell_at(long long point) const
    {
        return cell_of_face(box, axis(), 0, point);
    }
};

/// Does a task at all points of a face.
template <typename T>
struct OutflowItem {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/face_items.hpp",
                                            .type = "tobiuo::flow::OutflowItem",
                                            .name = "flow-outflow",
                                            .threads = 128,
                                            .nanoseconds = 10.0};

    constexpr void operator()(long long point) const { outflow.run(task, point); }

    Outflow<T> outflow;
    OutflowTask task;
};

/// Gives the velocity through the upper face of an axis the values [slower][faster] along the face.
template <typename T>
struct HeldFace {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/face_items.hpp",
                                            .type = "tobiuo::flow::HeldFace",
                                            .name = "flow-hold",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    Box<T> box;
    int axis = 0;
    const T* values = nullptr;
    T* velocity = nullptr;

    [[nodiscard]] constexpr long long points() const
    {
        return box.counts[faster_axis(axis)] * box.counts[slower_axis(axis)];
    }
    constexpr void operator()(long long point) const
    {
        velocity[cell_of_face(box, axis, box.counts[axis] - 1, point)] = values[point];
    }
};

/// to = factor from; both may be one array.
template <typename T>
struct Scale {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/face_items.hpp",
                                            .type = "tobiuo::flow::Scale",
                                            .name = "flow-scale",
                                            .threads = 128,
                                            .nanoseconds = 1.0};

    constexpr void operator()(long long n) const { to[n] = factor * from[n]; }

    T* to;
    const T* from;
    T factor;
};

}  // namespace tobiuo::flow
