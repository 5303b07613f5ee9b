// SPDX-License-Identifier: BSD-3-Clause
// Bodies in a flow: the velocities and the scalar in them and beside their surfaces. For host and
// device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// A velocity, or a value of the scalar, inside a body, on a face of a closed one, or the first one
/// outside along some axis.
template <typename T>
struct ForcedPoint {
    long long at = 0;
    long long next = 0;    ///< the one behind it, seen from the surface; `at` inside
    T value = 0;           ///< of the body, there or on its surface
    T part = 0;            ///< of the way from the surface to the next one; 0 inside
    int quantity = 0;      ///< the component, or scalar_quantity
    bool is_face = false;  ///< a velocity between a cell of a closed body and one outside
};

/// The array of a quantity. An index that a compiler does not know would keep the arrays in memory.
template <typename Array>
[[nodiscard]] constexpr Array* values_of(Array* const (&values)[quantities], int quantity)
{
    return quantity == 0   ? values[0]
           : quantity == 1 ? values[1]
           : quantity == 2 ? values[2]
                           : values[scalar_quantity];
}

/// What the gradient of a pressure takes from a velocity: that of point `at` of arrays, in the box or in
/// a plane of another rank.
template <typename T>
[[nodiscard]] constexpr T taken_by(const T* pressure, const Box<T>& box, int component,
                                   long long at)
{
    const long long plane = box.counts[0] * box.counts[1];
    const long long k = (at < 0 ? at - plane + 1 : at) / plane;
    const long long in_plane = at - k * plane;
    const long long index = component == 0   ? in_plane % box.counts[0]
                            : component == 1 ? in_plane / box.counts[0]
                                             : k;
    const long long step = component == 0 ? 1 : component == 1 ? box.counts[0] : plane;
    const bool is_beyond = component == 2 && (k < 0 || k >= box.counts[2]);
    const long long after = is_beyond ? index + 1 : box.inside(component, index + 1);
    const int face = is_beyond ? -1 : box.face_before(component, index + 1);
    const T factor = face >= 0 ? box.faces[face].pressure_factor : T{1};
    const T difference = factor * pressure[at + (after - index) * step] - pressure[at];
    return box.axes[component].per_gap[index] * difference;
}

/// Gives a velocity, or the scalar, that of the body, or what lies between the body's on the surface and the next
/// one: no other item changes that one.
///
/// Pressure  where a stage has taken the gradient of a pressure so far off its velocities, see
///           ImplicitStage, these are forced as they would be without it, and the gradient is taken
///           off again. Forced ones that lacked it would raise the pressure by as much in each stage.
/// Source    E. A. Fadlun, R. Verzicco, P. Orlandi and J. Mohd-Yusof, J. Comput. Phys. 161, 35
///           (2000), section 2.4.
template <typename T>
struct ForcePoint {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/forcing_items.hpp",
                                            .type = "tobiuo::flow::ForcePoint",
                                            .name = "flow-force-point",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    T* values[quantities];  ///< the velocities and the scalar
    const ForcedPoint<T>* points;
    double* added;  ///< to each of them by all stages of a step; null: nobody asks
    bool begins;    ///< whether the stage is the first one
    Box<T> box = {};
    const T* pressure = nullptr;  ///< so far, with the planes of an impulse; or null
    T pressure_time = 0;
    /// The part that the stage has left of what was added to the scalar before, see bounded_stages.
    double scalar_stays = 1.0;

    constexpr void operator()(long long n) const
    {
        const ForcedPoint<T> point = points[n];
        T* const all = values_of(values, point.quantity);
        const T before = all[point.at];
        const T behind = all[point.next] + taken(point.quantity, point.next);
        const T after =
            point.value + point.part * (behind - point.value) - taken(point.quantity, point.at);
        all[point.at] = after;
        const double change = static_cast<double>(after) - static_cast<double>(before);
        if (added != nullptr) {
            const double stays = point.quantity == scalar_quantity ? scalar_stays : 1.0;
            added[n] = begins ? change : stays * added[n] + change;
        }
    }

private:
    /// What the gradient of the pressure has taken from a velocity, in the box or in a plane of
    /// another rank.
    [[nodiscard]] constexpr T taken(int component, long long at) const
    {
        if (pressure == nullptr || component == scalar_quantity) {
            return 0;
        }
        return pressure_time * taken_by(pressure, box, component, at);
    }
};

/// A value of the scalar inside a body that insulates it or gives it a flux, beside others outside.
template <typename T>
struct MirroredPoint {
    long long at = 0;
    long long outside[6] = {};  ///< those beside it, `count` of them
    T weights[6] = {};  ///< of each in their mean: area over distance, over the sum of these
    int count = 0;
    T added = 0;  ///< what the flux adds to their mean
};

/// Gives the scalar inside a body the mean of what is beside it outside, so that as much diffuses
/// into these as the body gives: of an insulated one nothing.
template <typename T>
struct MirrorScalar {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/forcing_items.hpp",
                                            .type = "tobiuo::flow::MirrorScalar",
                                            .name = "flow-mirror-scalar",
                                            .threads = 128,
                                            .nanoseconds = 5.0};

    T* scalar;
    const MirroredPoint<T>* points;

    constexpr void operator()(long long n) const
    {
        const MirroredPoint<T>& point = points[n];
        T sum = 0;
        for (int which = 0; which < point.count; ++which) {
            sum += point.weights[which] * scalar[point.outside[which]];
        }
        scalar[point.at] = sum + point.added;
    }
};

/// Where the values of one quantity lie along the axes, and how wide the volumes around them are.
struct ForcedVolumes {
    const double* places[3] = {};
    const double* widths[3] = {};
};

/// The forced values of a quantity in and beside an obstacle.
struct ForcedRange {
    long long begin = 0;
    long long end = 0;
    int obstacle = 0;
    int quantity = 0;
};

/// What a lane adds up of a range: what was added times volume, and that times x, y and z. A device
/// has many lanes side by side.
template <typename T>
struct SumForced {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/forcing_items.hpp",
                                            .type = "tobiuo::flow::SumForced",
                                            .name = "flow-sum-forced",
                                            .threads = 128,
                                            .nanoseconds = 1000.0};
    static constexpr int lanes = 512;
    static constexpr int sums_of_lane = 4;

    long long counts[3];  ///< cells
    ForcedVolumes volumes[quantities];
    const ForcedPoint<T>* points;
    const double* added;
    const ForcedRange* ranges;
    double* sums;  ///< [range][lane][sums_of_lane]

    constexpr void operator()(long long n) const
    {
        const ForcedRange range = ranges[n / lanes];
        const ForcedVolumes& of = range.quantity == 0   ? volumes[0]
                                  : range.quantity == 1 ? volumes[1]
                                  : range.quantity == 2 ? volumes[2]
                                                        : volumes[scalar_quantity];
        double sum[sums_of_lane] = {};
        for (long long item = range.begin + n % lanes; item < range.end; item += lanes) {
            const long long at = points[item].at;
            const long long index[3] = {at % counts[0], at / counts[0] % counts[1],
                                        at / (counts[0] * counts[1])};
            double impulse = added[item];
            for (int axis = 0; axis < 3; ++axis) {
                impulse *= of.widths[axis][index[axis]];
            }
            sum[0] += impulse;
            for (int axis = 0; axis < 3; ++axis) {
                sum[1 + axis] += impulse * of.places[axis][index[axis]];
            }
        }
        for (int which = 0; which < sums_of_lane; ++which) {
            sums[n * sums_of_lane + which] = sum[which];
        }
    }
};

}  // namespace tobiuo::flow
