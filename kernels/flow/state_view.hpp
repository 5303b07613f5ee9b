// SPDX-License-Identifier: BSD-3-Clause
// A state of a flow as its observers see it, with what lies beyond faces and in the planes of
// neighbouring ranks. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// An array of a box that may end where that of a neighbour begins, see Box::joined, and the layers
/// of the neighbours next to it.
template <typename T>
struct JoinedArray {
    const T* own = nullptr;
    const T* beyond[2] = {};  ///< the layer before the first one and that behind the last one

    /// Layer k = -1 ... layers, each of `size` values.
    [[nodiscard]] constexpr const T* layer(long long k, long long layers, long long size) const
    {
        return k < 0 ? beyond[0] : k < layers ? own + k * size : beyond[1];
    }
};

/// The velocities of a state with what lies beyond the faces, its pressure and its scalar. All is
/// computed in double precision.
template <typename T>
struct StateView {
    Box<double> box;
    JoinedArray<T> velocity[3] = {};
    JoinedArray<T> outflow[3] = {};  ///< through lower outflow faces, [slower][faster]; else null
    JoinedArray<T> scalar = {};
    JoinedArray<T> pressure = {};
    JoinedArray<T> fluctuations[3] = {};  ///< of a face that recycles, [slower][faster]
    int recycled_face = -1;               ///< that face

    /// The value of an array at indices that are inside or in the planes of neighbours.
    [[nodiscard]] constexpr double value(const JoinedArray<T>& array, long long i, long long j,
                                         long long k) const
    {
        const T* const plane = array.layer(k, box.counts[2], box.counts[0] * box.counts[1]);
        return static_cast<double>(plane[j * box.counts[0] + i]);
    }

    /// A component at the indices -1 ... n, see StateLayers::read().
    [[nodiscard]] constexpr double at(int component, long long i, long long j, long long k) const
    {
        const long long index[3] = {i, j, k};
        long long inside[3] = {};
        for (int axis = 0; axis < 3; ++axis) {
            inside[axis] = box.inside(axis, index[axis]);
        }
        double found = value(velocity[component], inside[0], inside[1], inside[2]);
        for (int axis = 0; axis < 3; ++axis) {
            const int face = box.face_before(axis, index[axis]);
            if (face < 0) {
                continue;
            }
            const Beyond<double>& rule = box.faces[face].velocity[component];
            const long long row = inside[slower_axis(axis)];
            const long long column = inside[faster_axis(axis)];
            const long long columns = box.counts[faster_axis(axis)];
            const bool leaves = axis == component && face % 2 == 0 && outflow[axis].own != nullptr;
            found = rule.factor * found +
                    (leaves ? static_cast<double>(outflow[axis].layer(
                                  row, box.counts[slower_axis(axis)], columns)[column])
                            : rule.added(row * columns + column));
            if (face == recycled_face) {
                found += (axis == component ? 1.0 : 2.0) *
                         static_cast<double>(fluctuations[component].layer(
                             row, box.counts[slower_axis(axis)], columns)[column]);
            }
        }
        return found;
    }

    /// A component one further along an axis.
    [[nodiscard]] constexpr double next(int component, int axis, long long i, long long j,
                                        long long k) const
    {
        return at(component, i + (axis == 0 ? 1 : 0), j + (axis == 1 ? 1 : 0),
                  k + (axis == 2 ? 1 : 0));
    }
    /// The velocity along an axis on the lower face of a cell.
    [[nodiscard]] constexpr double before(int axis, long long i, long long j, long long k) const
    {
        return at(axis, i - (axis == 0 ? 1 : 0), j - (axis == 1 ? 1 : 0), k - (axis == 2 ? 1 : 0));
    }

    [[nodiscard]] constexpr double width(int axis, long long index) const
    {
        return 1.0 / box.axes[axis].per_width[index];
    }
    /// The first edge of an axis.
    [[nodiscard]] constexpr long long first_edge(int axis) const
    {
        return box.has_face(axis, 0) ? -1 : 0;
    }
    [[nodiscard]] constexpr bool is_on_face(int axis, long long edge) const
    {
        return edge < 0 ? box.has_face(axis, 0)
                        : edge == box.counts[axis] - 1 && box.has_face(axis, 1);
    }
    /// The length that belongs to an edge: between the centres on either side, on a face half of it.
    [[nodiscard]] constexpr double edge(int axis, long long index) const
    {
        return (is_on_face(axis, index) ? 0.5 : 1.0) / box.axes[axis].per_gap[index];
    }
};

}  // namespace tobiuo::flow
