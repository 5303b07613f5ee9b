// SPDX-License-Identifier: BSD-3-Clause
// What a run wants to know of its velocity at every step. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/momentum_row.hpp"

namespace tobiuo::flow {

/// Sums over the cells of a box, weighted by their volumes, and largest values. The velocity of a
/// cell is the mean of two faces, and so is its square.
struct Measures {
    double velocity[3] = {};
    double square = 0.0;  ///< of u^2 + v^2 + w^2
    double rate = 0.0;  ///< largest |u| / dx + |v| / dy + |w| / dz, of the faster faces, over axes
                        ///< that are not absent
    double divergence = 0.0;  ///< largest |div u|
    /// Largest nu (1 / dx^2 + 1 / dy^2 + 1 / dz^2) where the viscosity varies, over the same axes; else
    /// 0.
    double friction = 0.0;

    constexpr void add(const Measures& other)
    {
        for (int axis = 0; axis < 3; ++axis) {
            velocity[axis] += other.velocity[axis];
        }
        square += other.square;
        raise(rate, other.rate);
        raise(divergence, other.divergence);
        raise(friction, other.friction);
    }

    /// What is not a number stays the largest value.
    template <typename T>
    static constexpr void raise(T& largest, T value)
    {
        if (!(value <= largest) && largest == largest) {
            largest = value;
        }
    }
};

/// Adds the cells of plane k + 1 above points (i ... i + used - 1, j, k). They are added up in T
/// first, and their sum in double precision.
///
/// Spacing   as of MomentumRow.
template <typename T, typename SpacingX, typename SpacingY, typename SpacingZ>
class MeasureRow {
public:
    constexpr MeasureRow(const Box<T>& box, const SpacingX& x, const SpacingY& y, const SpacingZ& z)
        : box_{box}, x_{x}, y_{y}, z_{z}
    {
    }

    constexpr void add(const Surroundings<T>& at, long long i, long long j, long long k, int used,
                       Measures& sums) const
    {
        const T per_y = y_.per_width(j);
        const T per_z = z_.per_width(k + 1);
        const T crossings_y = box_.crossings(1, per_y);
        const T crossings_z = box_.crossings(2, per_z);
        T velocity[3] = {};
        T square = 0;
        T largest_divergence = 0;
        T largest_rate = 0;
        T largest_friction = 0;
        for (int c = 0; c < used; ++c) {
            const T per_x = x_.per_width(i + c);
            const T width = 1 / per_x;
            const T u[2] = {at.u[1][c - 1], at.u[1][c]};
            const T v[2] = {at.v[1][c - at.row], at.v[1][c]};
            const T w[2] = {at.w[0][c], at.w[1][c]};
            velocity[0] += width * (u[0] + u[1]);
            velocity[1] += width * (v[0] + v[1]);
            velocity[2] += width * (w[0] + w[1]);
            square += width * (u[0] * u[0] + u[1] * u[1] + v[0] * v[0] + v[1] * v[1] + w[0] * w[0] +
                               w[1] * w[1]);
            const T divergence =
                per_x * (u[1] - u[0]) + per_y * (v[1] - v[0]) + per_z * (w[1] - w[0]);
            Measures::raise(largest_divergence, size(divergence));
            Measures::raise(largest_rate, box_.crossings(0, per_x) * faster(u) +
                                              crossings_y * faster(v) + crossings_z * faster(w));
            if (at.viscosity[1] != nullptr) {
                const T crossings_x = box_.crossings(0, per_x);
                Measures::raise(largest_friction, at.viscosity[1][c] * (crossings_x * crossings_x +
                                                                        crossings_y * crossings_y +
                                                                        crossings_z * crossings_z));
            }
        }
        const double half_area = 0.5 / (static_cast<double>(per_y) * static_cast<double>(per_z));
        for (int axis = 0; axis < 3; ++axis) {
            sums.velocity[axis] += half_area * static_cast<double>(velocity[axis]);
        }
        sums.square += half_area * static_cast<double>(square);
        Measures::raise(sums.divergence, static_cast<double>(largest_divergence));
        Measures::raise(sums.rate, static_cast<double>(largest_rate));
        if (at.viscosity[1] != nullptr) {
            Measures::raise(sums.friction, static_cast<double>(largest_friction));
        }
    }

private:
    static constexpr T size(T value) { return value < 0 ? -value : value; }

    static constexpr T faster(const T (&faces)[2])
    {
        return size(faces[0]) < size(faces[1]) ? size(faces[1]) : size(faces[0]);
    }

    const Box<T>& box_;
    const SpacingX& x_;
    const SpacingY& y_;
    const SpacingZ& z_;
};

}  // namespace tobiuo::flow
