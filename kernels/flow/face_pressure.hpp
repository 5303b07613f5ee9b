// SPDX-License-Identifier: BSD-3-Clause
// The pressure on outflow faces: what force and buoyancy along them integrate to. For host and
// device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

inline constexpr int most_face_edges = 12;  ///< edges of a box

/// The cell of a face across `axis`, beside its point `point` ([slower][faster]), with this index
/// along the axis. Points below 0 are those in the planes of another rank.
template <typename T>
[[nodiscard]] constexpr long long cell_of_face(const Box<T>& box, int axis, long long index,
                                               long long point)
{
    const long long row = box.counts[faster_axis(axis)];
    const long long slower = (point < 0 ? point - row + 1 : point) / row;
    long long at[3] = {};
    at[axis] = index;
    at[faster_axis(axis)] = point - slower * row;
    at[slower_axis(axis)] = slower;
    return (at[2] * box.counts[1] + at[1]) * box.counts[0] + at[0];
}

/// The scalar on an outflow face at one of its points: that which the face gives, or what two cells
/// are continued to.
template <typename T>
[[nodiscard]] constexpr T scalar_on_outflow(const Box<T>& box, int face, const T* scalar,
                                            long long point)
{
    const int axis = face / 2;
    const long long last = box.counts[axis] - 1;
    const T inside = scalar[cell_of_face(box, axis, face % 2 == 0 ? 0 : last, point)];
    const Beyond<T>& rule = box.faces[face].scalar;
    const T added = rule.added(point);
    if (rule.factor < 0 || added != 0) {
        return (inside + (rule.factor * inside + added)) / 2;
    }
    const T behind = scalar[cell_of_face(box, axis, face % 2 == 0 ? 1 : last - 1, point)];
    const Spacings<T>& along = box.axes[axis];
    const T part = face % 2 == 0 ? along.per_gap[0] / along.per_width[0]
                                 : along.per_gap[last - 1] / along.per_width[last];
    return inside + part * (inside - behind) / 2;
}

/// The pressure on one outflow face. Its gradient along the face is the force there: a constant
/// one, and the buoyancy of the scalar.
template <typename T>
struct FacePressure {
    T force[3] = {};          ///< constant, along axes that are not periodic; 0 across the face
    const T* places[3] = {};  ///< of centres of cells; not looked at where the force is 0
    T offset = 0;             ///< the pressure by `force` where places are 0
    const T* by_scalar = nullptr;  ///< the part of the scalar, [slower][faster]; null if none
    const T* constant = nullptr;   ///< one value that is added; null if none

    [[nodiscard]] constexpr T at(const Box<T>& box, int axis, long long point) const
    {
        const int faster = faster_axis(axis);
        const int slower = slower_axis(axis);
        const long long index[2] = {point % box.counts[faster], point / box.counts[faster]};
        T sum = offset;
        if (force[faster] != 0) {
            sum += force[faster] * places[faster][index[0]];
        }
        if (force[slower] != 0) {
            sum += force[slower] * places[slower][index[1]];
        }
        sum += by_scalar != nullptr ? by_scalar[point] : T{0};
        return constant != nullptr ? sum + *constant : sum;
    }
};

/// The divergence, along an outflow face, of the buoyancy of the scalar on it. Poisson's equation
/// along the face makes the pressure of it whose gradient is nearest to the buoyancy; along one
/// axis the two are the same.
template <typename T>
struct FaceBuoyancy {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/face_pressure.hpp",
                                            .type = "tobiuo::flow::FaceBuoyancy",
                                            .name = "flow-buoyancy",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    Box<T> box;
    int face = 0;
    const T* scalar = nullptr;
    T* out = nullptr;  ///< [slower][faster]

    [[nodiscard]] constexpr int axis() const { return face / 2; }
    [[nodiscard]] constexpr long long points() const
    {
        return box.counts[faster_axis(axis())] * box.counts[slower_axis(axis())];
    }

    constexpr void operator()(long long point) const
    {
        const long long row = box.counts[faster_axis(axis())];
        const long long fast = point % row;
        const long long slow = point / row;
        out[point] = along(faster_axis(axis()), fast, point, 1) +
                     along(slower_axis(axis()), slow, point, row);
    }

private:
    /// The part of an axis of the face, whose neighbours are `step` points away.
    [[nodiscard]] constexpr T along(int axis, long long index, long long point,
                                    long long step) const
    {
        const T upper = between(axis, index, point, step);
        const T lower = between(axis, index - 1, point - step, step);
        return box.axes[axis].per_width[index] * (upper - lower);
    }

    /// The buoyancy between the point and the next one, `index` being that of the point.
    [[nodiscard]] constexpr T between(int axis, long long index, long long point,
                                      long long step) const
    {
        const long long last = box.counts[axis] - 1;
        if (!box.periodic[axis]) {
            const bool is_in_face =
                (index < 0 && box.has_face(axis, 0)) || (index == last && box.has_face(axis, 1));
            return is_in_face ? T{0} : buoyancy(axis, point, point + step);
        }
        return index < 0       ? buoyancy(axis, point + box.counts[axis] * step, point + step)
               : index == last ? buoyancy(axis, point, point - last * step)
                               : buoyancy(axis, point, point + step);
    }
    [[nodiscard]] constexpr T buoyancy(int axis, long long point, long long next) const
    {
        return box.buoyancy[axis] * ((on_face(point) + on_face(next)) / 2);
    }

    [[nodiscard]] constexpr T on_face(long long point) const
    {
        return scalar_on_outflow(box, face, scalar, point);
    }
};

/// The edge between two outflow faces, the one across the axis of lower number first.
template <typename T>
struct FaceEdge {
    int faces[2] = {};
    T length = 1;
};

/// The constants that are added to the pressures on outflow faces with common edges, so that these
/// agree there: that in a cell between two faces is the same from either, half a cell away.
///
/// Method    least squares of what is left at the edges, whose solution `shares` is known in
///           advance; it leaves nothing where the force is a gradient.
template <typename T>
struct FaceConstants {
    Box<T> box;
    const T* scalar = nullptr;
    const T* by_scalar[face_count] = {};  ///< as FacePressure has it
    int edges = 0;
    FaceEdge<T> edge[most_face_edges];
    T shares[face_count][most_face_edges] = {};  ///< of the difference at each edge in a constant
    /// [rank][most_face_edges]: what each rank has of the differences, which are found first.
    T* differences = nullptr;
    int rank = 0;
    int ranks = 1;
    T* constants = nullptr;  ///< one for each face

    /// The mean along an edge of how much larger the pressure is from the second face than from the
    /// first, as far as the edge lies in the box.
    [[nodiscard]] constexpr T difference(int number) const
    {
        const FaceEdge<T>& one = edge[number];
        const int axes[2] = {one.faces[0] / 2, one.faces[1] / 2};
        const int along = 3 - axes[0] - axes[1];
        T sum = 0;
        for (int end = 0; end < 2; ++end) {
            if (!box.has_face(axes[end], one.faces[end] % 2)) {
                return 0;
            }
        }
        for (long long index = 0; index < box.counts[along]; ++index) {
            long long at[3] = {};
            at[along] = index;
            for (int end = 0; end < 2; ++end) {
                at[axes[end]] = one.faces[end] % 2 == 0 ? 0 : box.counts[axes[end]] - 1;
            }
            const T width = 1 / box.axes[along].per_width[index];
            sum += width * (inside(one.faces[1], at) - inside(one.faces[0], at));
        }
        return sum / one.length;
    }

    constexpr void find(int face) const
    {
        T sum = 0;
        for (int part = 0; part < ranks; ++part) {
            for (int number = 0; number < edges; ++number) {
                sum += shares[face][number] * differences[part * most_face_edges + number];
            }
        }
        constants[face] = sum;
    }

private:
    /// The pressure in the cell `at` beside a face by that on the face.
    [[nodiscard]] constexpr T inside(int face, const long long (&at)[3]) const
    {
        const int axis = face / 2;
        const long long point =
            at[slower_axis(axis)] * box.counts[faster_axis(axis)] + at[faster_axis(axis)];
        const T here = by_scalar[face] != nullptr ? by_scalar[face][point] : T{0};
        const T rest = box.buoyancy[axis] * scalar_on_outflow(box, face, scalar, point) /
                       (2 * box.axes[axis].per_width[at[axis]]);
        return face % 2 == 0 ? here + rest : here - rest;
    }
};

/// The differences at all edges, then the constants of all faces.
template <typename T>
struct EdgeDifference {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/face_pressure.hpp",
                                            .type = "tobiuo::flow::EdgeDifference",
                                            .name = "flow-edge-difference",
                                            .threads = 128,
                                            .nanoseconds = 2000.0};

    constexpr void operator()(long long edge) const
    {
        faces.differences[faces.rank * most_face_edges + edge] =
            faces.difference(static_cast<int>(edge));
    }

    FaceConstants<T> faces;
};
template <typename T>
struct FaceConstant {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/face_pressure.hpp",
                                            .type = "tobiuo::flow::FaceConstant",
                                            .name = "flow-face-constant",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    constexpr void operator()(long long face) const { faces.find(static_cast<int>(face)); }

    FaceConstants<T> faces;
};

}  // namespace tobiuo::flow
