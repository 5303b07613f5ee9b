// SPDX-License-Identifier: BSD-3-Clause
// The items of the discrete adjoint of a step. For host and device.
#pragma once

#include "kernels/flow/adjoint/adjoint_stage.hpp"
#include "kernels/flow/face_pressure.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// A value of the padded arrays of a stage: velocity and scalar before it, and the adjoints of its rates,
/// which are what this stage and the one behind it multiply them with in the time step.
///
/// Traffic   reads the velocity and its adjoints behind both stages, and writes 6 words: 15 words a cell
///           (12 in the last stage), and 5 for a scalar (4).
template <typename T>
struct PadForAdjoint {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::PadForAdjoint",
                                            .name = "flow-adjoint-pad",
                                            .threads = 128,
                                            .nanoseconds = 30.0};

    AdjointStage<T> stage;
    const T* values[4] = {};  ///< u, v, w and the scalar, which is null if there is none
    const T* now[4] = {};     ///< the adjoints of what the stage leaves
    const T* later[4] = {};   ///< those of the stage behind it; null behind the last one
    T* to_values[4] = {};
    T* to_rates[4] = {};
    T new_part = 0;
    T old_part = 0;

    constexpr void operator()(long long n) const
    {
        const Box<T>& box = stage.box;
        const AdjointPlace p = stage.padded_place(n);
        long long inside[3] = {};
        int face[3] = {};
        long long on_face[3] = {};  // the point of it
        bool is_beyond = false;
        for (int axis = 0; axis < 3; ++axis) {
            inside[axis] = box.inside(axis, p.of[axis]);
            face[axis] = box.face_before(axis, p.of[axis]);
            is_beyond = is_beyond || face[axis] >= 0;
        }
        for (int axis = 0; axis < 3; ++axis) {
            on_face[axis] = inside[slower_axis(axis)] * box.counts[faster_axis(axis)] +
                            inside[faster_axis(axis)];
        }
        const long long cell = (inside[2] * box.counts[1] + inside[1]) * box.counts[0] + inside[0];
        for (int quantity = 0; quantity < 4; ++quantity) {
            if (values[quantity] == nullptr) {
                continue;
            }
            T value = values[quantity][cell];
            for (int axis = 0; axis < 3; ++axis) {
                if (face[axis] >= 0) {
                    const FaceRule<T>& rules = box.faces[face[axis]];
                    const Beyond<T>& rule = quantity == 3 ? rules.scalar : rules.velocity[quantity];
                    value = rule.factor * value + rule.added(on_face[axis]);
                }
            }
            to_values[quantity][n] = value;
            T rate = 0;
            if (!is_beyond) {
                rate = new_part * now[quantity][cell];
                if (later[quantity] != nullptr) {
                    rate += old_part * later[quantity][cell];
                }
            }
            to_rates[quantity][n] = rate;
        }
    }
};

/// The adjoint of the velocity before a stage at a cell, but for what arrives beyond faces: `before` =
/// `after`, that of u*, and what arrives there. Adds the derivative by the viscosity where it is wanted.
///
/// Traffic   reads the velocity, the adjoints of its rates and that of u*, and those of the scalar
///           where there is one, and writes 3 words: 12 or 14 words a cell, if neighbours are found in
///           the caches; the derivative is 2 words more.
template <typename T>
struct AdjointMomentum {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::AdjointMomentum",
                                            .name = "flow-adjoint",
                                            .threads = 128,
                                            .nanoseconds = 60.0};

    AdjointStage<T> stage;
    const T* after[3] = {};
    T* before[3] = {};
    double* viscosity = nullptr;  ///< null if nobody wants it

    constexpr void operator()(long long n) const
    {
        const AdjointPlace p = stage.cell(n);
        const AdjointPoint<T> point{stage};
        const T found[3] = {found_at<0>(point, p, n), found_at<1>(point, p, n),
                            found_at<2>(point, p, n)};
        if (viscosity != nullptr) {
            viscosity[n] += static_cast<double>(
                by_viscosity<0>(point, p) + by_viscosity<1>(point, p) + by_viscosity<2>(point, p));
        }
        for (int axis = 0; axis < 3; ++axis) {
            before[axis][n] = found[axis];
        }
    }

private:
    template <int a>
    [[nodiscard]] constexpr T found_at(const AdjointPoint<T>& point, const AdjointPlace& p,
                                       long long n) const
    {
        return stage.template is_held<a>(p) ? T{0} : after[a][n] + point.template arriving<a>(p);
    }
    template <int a>
    [[nodiscard]] constexpr T by_viscosity(const AdjointPoint<T>& point,
                                           const AdjointPlace& p) const
    {
        return stage.template volume<a>(p) * stage.rates[a][p.index] *
               point.template laplacian<a>(p);
    }
};

/// The derivative by the force, in parts: adds to part n those of the cells n, n + parts ...
///
/// Traffic   reads the adjoints of the rates, 3 words a cell.
template <typename T>
struct AdjointForce {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::AdjointForce",
                                            .name = "flow-adjoint-force",
                                            .threads = 128,
                                            .nanoseconds = 100.0};

    AdjointStage<T> stage;
    long long parts = 1;
    double* to = nullptr;  ///< along x in all parts, then along y, along z

    constexpr void operator()(long long n) const
    {
        double sum[3] = {};
        for (long long cell = n; cell < stage.box.points(); cell += parts) {
            const AdjointPlace p = stage.cell(cell);
            sum[0] += static_cast<double>(stage.template volume<0>(p) * stage.rates[0][p.index]);
            sum[1] += static_cast<double>(stage.template volume<1>(p) * stage.rates[1][p.index]);
            sum[2] += static_cast<double>(stage.template volume<2>(p) * stage.rates[2][p.index]);
        }
        for (int axis = 0; axis < 3; ++axis) {
            to[axis * parts + n] += sum[axis];
        }
    }
};

/// The adjoint of the scalar before a stage at a cell, with the derivative by the diffusivity.
///
/// Traffic   reads the velocity, the scalar, the adjoints of all rates and that of the scalar, and
///           writes one word: 10 words a cell, and 2 for the derivative.
template <typename T>
struct AdjointScalar {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::AdjointScalar",
                                            .name = "flow-adjoint-scalar",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    AdjointStage<T> stage;
    const T* after = nullptr;
    T* before = nullptr;
    double* diffusivity = nullptr;  ///< null if nobody wants it

    constexpr void operator()(long long n) const
    {
        const AdjointPlace p = stage.cell(n);
        const AdjointPoint<T> point{stage};
        before[n] = after[n] + point.arriving_at_scalar(p);
        if (diffusivity != nullptr) {
            diffusivity[n] +=
                static_cast<double>(stage.template volume<3>(p) * stage.scalar_rates[p.index] *
                                    point.template laplacian<3>(p));
        }
    }
};

/// Adds what arrives beyond a point of a face: to the adjoints of the values whose mirror images these
/// are, and to the derivatives by what the face gives. `factor` is what each given number is multiplied
/// with beyond the face, and 0 where none is wanted.
template <typename T>
struct AdjointFace {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::AdjointFace",
                                            .name = "flow-adjoint-face",
                                            .threads = 128,
                                            .nanoseconds = 100.0};

    AdjointStage<T> stage;
    int face = 0;
    T* before[4] = {};  ///< of u, v, w and the scalar, which is null if there is none
    double factor[4] = {};
    double* to[4] = {};  ///< [slower][faster] along the face
    /// The derivative by the diffusivity at cells, if it is wanted and the face gives a flux.
    double* diffusivity = nullptr;

    constexpr void operator()(long long point) const
    {
        const Box<T>& box = stage.box;
        const int axis = face / 2;
        const bool is_lower = face % 2 == 0;
        const long long column = point % box.counts[faster_axis(axis)];
        const long long row = point / box.counts[faster_axis(axis)];
        const long long beyond = is_lower ? -1 : box.counts[axis];
        const AdjointPlace p = axis == 0   ? stage.place(beyond, column, row)
                               : axis == 1 ? stage.place(column, beyond, row)
                                           : stage.place(column, row, beyond);
        const long long mirror =
            cell_of_face(box, axis, is_lower ? 0 : box.counts[axis] - 1, point);
        add<0>(p, point, mirror);
        add<1>(p, point, mirror);
        add<2>(p, point, mirror);
        if (before[3] == nullptr) {
            return;
        }
        const T arriving = AdjointPoint<T>{stage}.arriving_at_scalar(p);
        const Beyond<T>& rule = box.faces[face].scalar;
        before[3][mirror] += rule.factor * arriving;
        const T derivative = stage.template volume<3>(p) * arriving;
        if (factor[3] != 0.0) {
            to[3][point] += factor[3] * static_cast<double>(derivative);
        }
        if (diffusivity != nullptr) {  // of which the number beyond the face is a quotient
            diffusivity[mirror] -=
                static_cast<double>(derivative * rule.added(point) / box.diffusivity);
        }
    }

private:
    template <int a>
    constexpr void add(AdjointPlace p, long long point, long long mirror) const
    {
        if (face == 2 * a + 1) {  // arrays have the velocity on the face
            --p.of[a];
            p.index -= stage.step(a);
        }
        const T arriving = AdjointPoint<T>{stage}.template arriving<a>(p);
        if (face / 2 != a && !stage.template is_held<a>(p)) {
            before[a][mirror] += stage.box.faces[face].velocity[a].factor * arriving;
        }
        if (factor[a] != 0.0) {
            to[a][point] += factor[a] * static_cast<double>(stage.template volume<a>(p) * arriving);
        }
    }
};

/// to += factor times the values of the cells beside a face, with its areas or without.
template <typename T>
struct AddBesideFace {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::AddBesideFace",
                                            .name = "flow-adjoint-beside-face",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    Box<T> box;
    int face = 0;
    const T* from = nullptr;
    double* to = nullptr;
    double factor = 0.0;
    bool by_area = false;

    constexpr void operator()(long long point) const
    {
        const int axis = face / 2;
        const int faster = faster_axis(axis);
        double weight = factor;
        if (by_area) {
            weight /= static_cast<double>(
                box.axes[faster].per_width[point % box.counts[faster]] *
                box.axes[slower_axis(axis)].per_width[point / box.counts[faster]]);
        }
        const long long index = face % 2 == 0 ? 0 : box.counts[axis] - 1;
        to[point] += weight * static_cast<double>(from[cell_of_face(box, axis, index, point)]);
    }
};

/// to = from times the volumes that belong to a component, or divided by them; 0 where it is held.
template <typename T>
struct WeighByVolume {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/adjoint/adjoint_items.hpp",
                                            .type = "tobiuo::flow::WeighByVolume",
                                            .name = "flow-adjoint-weigh",
                                            .threads = 128,
                                            .nanoseconds = 3.0};

    AdjointStage<T> stage;
    const T* from = nullptr;
    T* to = nullptr;
    int component = 3;  ///< 3: the scalar
    bool divides = false;

    constexpr void operator()(long long n) const
    {
        const AdjointPlace p = stage.cell(n);
        switch (component) {
            case 0:
                weigh<0>(n, p);
                break;
            case 1:
                weigh<1>(n, p);
                break;
            case 2:
                weigh<2>(n, p);
                break;
            default:
                weigh<3>(n, p);
        }
    }

private:
    template <int a>
    constexpr void weigh(long long n, const AdjointPlace& p) const
    {
        if constexpr (a < 3) {
            if (stage.template is_held<a>(p)) {
                to[n] = 0;
                return;
            }
        }
        const T volume = stage.template volume<a>(p);
        to[n] = divides ? from[n] / volume : from[n] * volume;
    }
};

}  // namespace tobiuo::flow
