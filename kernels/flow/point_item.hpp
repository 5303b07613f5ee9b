// SPDX-License-Identifier: BSD-3-Clause
// Velocity, pressure and scalar at any points of a flow. For host and device.
#pragma once

#include "kernels/flow/state_view.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The values on either side of a point along an axis: `lower` and the next one.
struct Bracket {
    long long lower = 0;
    double upper_part = 0.0;
};

/// Where a point lies along each axis between upper faces of cells, and between their centres.
struct PointPlace {
    Bracket on_faces[3];
    Bracket at_centres[3];
};

/// u, v, w, p and the scalar.
inline constexpr int values_of_point = 5;

/// Item n interpolates what a flow has at place n, [place][value]; the scalar is 0 without one.
template <typename T>
struct PointOfFlow {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/point_item.hpp",
                                            .type = "tobiuo::flow::PointOfFlow",
                                            .name = "flow-points",
                                            .threads = 64,
                                            .nanoseconds = 1000.0};

    StateView<T> state;
    /// Whether a force acts along the faces across an axis, so that the pressure on outflows is not
    /// 0.
    bool is_pushed[3] = {};
    const PointPlace* places = nullptr;
    double* values = nullptr;

    constexpr void operator()(long long n) const
    {
        const PointPlace& place = places[n];
        double* const to = values + n * values_of_point;
        for (int component = 0; component < 3; ++component) {
            Bracket brackets[3] = {place.at_centres[0], place.at_centres[1], place.at_centres[2]};
            brackets[component] = place.on_faces[component];
            to[component] = interpolated(brackets, [&](long long i, long long j, long long k) {
                return state.at(component, i, j, k);
            });
        }
        to[3] = interpolated(place.at_centres, [&](long long i, long long j, long long k) {
            return pressure_at(i, j, k);
        });
        to[4] = state.scalar.own == nullptr
                    ? 0.0
                    : interpolated(place.at_centres, [&](long long i, long long j, long long k) {
                          return scalar_at(i, j, k);
                      });
    }

private:
    /// The sum over the eight corners around a point of the part of each times its value.
    template <typename Value>
    [[nodiscard]] static constexpr double interpolated(const Bracket (&brackets)[3],
                                                       const Value& value)
    {
        double sum = 0.0;
        for (int corner = 0; corner < 8; ++corner) {
            double part = 1.0;
            long long at[3] = {};
            for (int axis = 0; axis < 3; ++axis) {
                const bool upper = ((corner >> axis) & 1) == 1;
                at[axis] = brackets[axis].lower + (upper ? 1 : 0);
                part *= upper ? brackets[axis].upper_part : 1.0 - brackets[axis].upper_part;
            }
            if (part != 0.0) {  // a value that takes no part need not be finite
                sum += part * value(at[0], at[1], at[2]);
            }
        }
        return sum;
    }

    [[nodiscard]] constexpr double scalar_at(long long i, long long j, long long k) const
    {
        const Box<double>& box = state.box;
        const long long index[3] = {i, j, k};
        const long long inside[3] = {box.inside(0, i), box.inside(1, j), box.inside(2, k)};
        double found = state.value(state.scalar, inside[0], inside[1], inside[2]);
        for (int axis = 0; axis < 3; ++axis) {
            const int face = box.face_before(axis, index[axis]);
            if (face >= 0) {
                const Beyond<double>& rule = box.faces[face].scalar;
                const int fast = faster_axis(axis);
                found = rule.factor * found +
                        rule.added(inside[slower_axis(axis)] * box.counts[fast] + inside[fast]);
            }
        }
        return found;
    }

    /// An index along an axis as a sum of two cells inside, with their parts.
    struct Continued {
        long long cells[2];
        double parts[2];
    };

    /// Beyond faces the pressure is what a projection has there, but beyond an outflow along which
    /// a force acts the continuation of the two cells before it.
    [[nodiscard]] constexpr Continued continued(int axis, long long index) const
    {
        const Box<double>& box = state.box;
        const long long near = box.inside(axis, index);
        const int face = box.face_before(axis, index);
        if (face < 0) {
            return {{near, near}, {1.0, 0.0}};
        }
        if (box.faces[face].pressure_factor > 0 || !is_pushed[axis]) {
            return {{near, near}, {box.faces[face].pressure_factor, 0.0}};
        }
        const double* const per_gap = box.axes[axis].per_gap;
        const double gaps =
            face % 2 == 0 ? per_gap[0] / per_gap[-1] : per_gap[near - 1] / per_gap[near];
        return {{near, near + (face % 2 == 0 ? 1 : -1)}, {1.0 + gaps, -gaps}};
    }

    [[nodiscard]] constexpr double pressure_at(long long i, long long j, long long k) const
    {
        const Continued along[3] = {continued(0, i), continued(1, j), continued(2, k)};
        double sum = 0.0;
        for (int corner = 0; corner < 8; ++corner) {
            const int at[3] = {corner & 1, (corner >> 1) & 1, (corner >> 2) & 1};
            const double part =
                along[0].parts[at[0]] * along[1].parts[at[1]] * along[2].parts[at[2]];
            if (part != 0.0) {
                sum += part * state.value(state.pressure, along[0].cells[at[0]],
                                          along[1].cells[at[1]], along[2].cells[at[2]]);
            }
        }
        return sum;
    }
};

}  // namespace tobiuo::flow
