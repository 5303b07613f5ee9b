// SPDX-License-Identifier: BSD-3-Clause
// The measures of a row of cells, for a file that is compiled for one instruction set: see
// stage_rows_body.hpp.
#pragma once

#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {
namespace {

constexpr int lanes = 8;

template <typename T>
T size(T value)
{
    return value < 0 ? -value : value;
}

template <typename T>
T faster(T one, T other)
{
    return size(one) < size(other) ? size(other) : size(one);
}

/// What is not a number stays the largest value.
template <typename T>
T larger(T largest, T value)
{
    return !(value <= largest) && largest == largest ? value : largest;
}

/// Sums and largest values of the cells whose number has the same remainder.
template <typename T>
struct LaneMeasures {
    T velocity[3][lanes] = {};
    T square[lanes] = {};
    T rate[lanes] = {};
    T divergence[lanes] = {};
    T friction[lanes] = {};
};

template <typename T>
void measure_cells(const RowPlace<T>& place, long long first, long long count,
                   LaneMeasures<T>& sums)
{
    const auto& [u_plane, v_plane, w_plane, row, viscosity] = place.at;
    const T* const per_width = place.box.axes[0].per_width + place.i + first;
    const T* const east = u_plane[1] + first;
    const T* const north = v_plane[1] + first;
    const T* const south = north - row;
    const T* const upper = w_plane[1] + first;
    const T* const lower = w_plane[0] + first;
    const T per_y = place.box.axes[1].per_width[place.j];
    const T per_z = place.box.axes[2].per_width[place.k + 1];
    const T crossings_y = place.box.crossings(1, per_y);
    const T crossings_z = place.box.crossings(2, per_z);
    const bool is_absent = place.box.is_absent(0);
    for (long long c = 0; c < count; ++c) {
        const T per_x = per_width[c];
        const T crossings_x = is_absent ? T{0} : per_x;
        const T width = 1 / per_x;
        const T u[2] = {east[c - 1], east[c]};
        const T v[2] = {south[c], north[c]};
        const T w[2] = {lower[c], upper[c]};
        sums.velocity[0][c] += width * (u[0] + u[1]);
        sums.velocity[1][c] += width * (v[0] + v[1]);
        sums.velocity[2][c] += width * (w[0] + w[1]);
        sums.square[c] += width * (u[0] * u[0] + u[1] * u[1] + v[0] * v[0] + v[1] * v[1] +
                                   w[0] * w[0] + w[1] * w[1]);
        const T divergence = per_x * (u[1] - u[0]) + per_y * (v[1] - v[0]) + per_z * (w[1] - w[0]);
        sums.divergence[c] = larger(sums.divergence[c], size(divergence));
        sums.rate[c] = larger(sums.rate[c], crossings_x * faster(u[0], u[1]) +
                                                crossings_y * faster(v[0], v[1]) +
                                                crossings_z * faster(w[0], w[1]));
    }
    if (viscosity[1] == nullptr) {
        return;
    }
    const T across = crossings_y * crossings_y + crossings_z * crossings_z;
    for (long long c = 0; c < count; ++c) {
        const T along = is_absent ? T{0} : per_width[c];
        sums.friction[c] =
            larger(sums.friction[c], viscosity[1][first + c] * (along * along + across));
    }
}

template <typename T>
[[gnu::flatten]] RowMeasures<T> measure_row(const RowPlace<T>& place)
{
    LaneMeasures<T> sums;
    long long first = 0;
    for (; first + lanes <= place.used; first += lanes) {
        measure_cells(place, first, lanes, sums);
    }
    measure_cells(place, first, place.used - first, sums);
    RowMeasures<T> row;
    for (int lane = 0; lane < lanes; ++lane) {
        for (int axis = 0; axis < 3; ++axis) {
            row.velocity[axis] += sums.velocity[axis][lane];
        }
        row.square += sums.square[lane];
        row.rate = larger(row.rate, sums.rate[lane]);
        row.divergence = larger(row.divergence, sums.divergence[lane]);
        row.friction = larger(row.friction, sums.friction[lane]);
    }
    return row;
}

}  // namespace
}  // namespace tobiuo::flow
