// The functions of StageRows, for a file that is compiled for one instruction set.
//
// All of it has internal linkage and calls no function of another header that has not, so that no
// code for one instruction set is taken for another.
#pragma once

#include "kernels/flow/host/stage_rows.hpp"

namespace tobiuo::flow {
namespace {

/// Spacings whose arrays are read everywhere.
template <typename T>
struct HostSpacing {
    const Spacings<T>& of;

    [[nodiscard]] T per_width(long long i) const { return of.per_width[i]; }
    [[nodiscard]] T per_gap(long long i) const { return of.per_gap[i]; }
    [[nodiscard]] T share(int end, long long i) const { return of.share[end][i]; }
};

struct HostAccess {
    template <int before, int count, int after, typename T>
    static void load(T* to, const T* from)
    {
        for (int c = 0; c < before + count + after; ++c) {
            to[c] = from[c - before];
        }
    }
};

/// Four times the viscosity of the rates along each axis, see Friction.
template <typename T>
struct HostFriction {
    explicit HostFriction(const Box<T>& box)
        : of{4 * box.viscosity_along(0), 4 * box.viscosity_along(1), 4 * box.viscosity_along(2)}
    {
    }
    [[nodiscard]] T along(int axis) const { return of[axis]; }

    T of[3];
};

template <typename T>
using HostMomentumRow = MomentumRow<T, host_piece, HostSpacing<T>, HostSpacing<T>, HostSpacing<T>,
                                    HostAccess, HostFriction<T>>;

template <typename T>
[[gnu::flatten]] void start_row(const RowPlace<T>& place, LowerFluxes<T, host_piece>& lower)
{
    const HostSpacing<T> x{place.box.axes[0]};
    const HostSpacing<T> y{place.box.axes[1]};
    const HostSpacing<T> z{place.box.axes[2]};
    HostMomentumRow<T> momentum{x, y, z, HostFriction<T>{place.box}};
    momentum.start(place.at, place.i, place.j, place.k, lower);
}

/// The velocity through an upper face is given: it keeps its value.
template <typename T>
void hold_upper_face(const RowPlace<T>& place, int component, T* rates)
{
    const Box<T>& box = place.box;
    const long long last = box.counts[component] - 1;
    if (box.periodic[component]) {
        return;
    }
    if (component == 0) {
        if (place.i + place.used > last) {
            rates[last - place.i] = 0;
        }
    } else if ((component == 1 ? place.j : place.k) == last) {
        for (int c = 0; c < host_piece; ++c) {
            rates[c] = 0;
        }
    }
}

/// Adds the buoyancy of the scalar, whose value on a face is the plain mean: so the work done is
/// what the scheme of the scalar moves through the faces.
template <typename T>
void add_buoyancy(const RowPlace<T>& place, const RowScalar<T>& scalar, int component, T* rates)
{
    const T half = place.box.buoyancy[component] / 2;
    if (scalar.here == nullptr || half == 0) {
        return;
    }
    if (component == 0) {
        const int last = place.used - 1;
        for (int c = 0; c < last; ++c) {
            rates[c] += half * (scalar.here[c] + scalar.here[c + 1]);
        }
        rates[last] += half * (scalar.here[last] + scalar.behind);
        return;
    }
    const T* const after = component == 1 ? scalar.north : scalar.above;
    for (int c = 0; c < place.used; ++c) {
        rates[c] += half * (scalar.here[c] + after[c]);
    }
}

template <typename T>
void write(const RowUpdate<T>& update, int component, const T* here, const T* rates, int used)
{
    T* const next = update.next[component];
    T* const kept = update.rates[component];
    if (update.uses_old) {
        for (int c = 0; c < used; ++c) {
            next[c] = here[c] + update.new_part * rates[c] + update.old_part * kept[c];
        }
    } else {
        for (int c = 0; c < used; ++c) {
            next[c] = here[c] + update.new_part * rates[c];
        }
    }
    if (update.keeps) {
        for (int c = 0; c < used; ++c) {
            kept[c] = rates[c];
        }
    }
}

template <typename T>
[[gnu::flatten]] void advance_row(const RowPlace<T>& place, const RowUpdate<T>& update,
                                  LowerFluxes<T, host_piece>& lower)
{
    const HostSpacing<T> x{place.box.axes[0]};
    const HostSpacing<T> y{place.box.axes[1]};
    const HostSpacing<T> z{place.box.axes[2]};
    HostMomentumRow<T> momentum{x, y, z, HostFriction<T>{place.box}};
    Rates<T, host_piece> rates;
    LowerFluxes<T, host_piece> fluxes = lower;  // nothing else can be at the place of a local one
    momentum.advance(place.at, place.i, place.j, place.k, fluxes, rates);
    lower = fluxes;
    T* const of[3] = {rates.u, rates.v, rates.w};
    const T* const here[3] = {place.at.u[0], place.at.v[0], place.at.w[0]};
    for (int component = 0; component < 3; ++component) {
        const T force = place.box.force[component];
        for (int c = 0; c < host_piece; ++c) {
            of[component][c] += force;
        }
        add_buoyancy(place, update.scalar, component, of[component]);
        hold_upper_face(place, component, of[component]);
        write(update, component, here[component], of[component], place.used);
    }
}

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
};

template <typename T>
void measure_cells(const RowPlace<T>& place, int first, int count, LaneMeasures<T>& sums)
{
    const auto& [u_plane, v_plane, w_plane, row] = place.at;
    const T* const per_width = place.box.axes[0].per_width + place.i + first;
    const T* const east = u_plane[1] + first;
    const T* const north = v_plane[1] + first;
    const T* const south = north - row;
    const T* const upper = w_plane[1] + first;
    const T* const lower = w_plane[0] + first;
    const T per_y = place.box.axes[1].per_width[place.j];
    const T per_z = place.box.axes[2].per_width[place.k + 1];
    for (int c = 0; c < count; ++c) {
        const T per_x = per_width[c];
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
        sums.rate[c] =
            larger(sums.rate[c], per_x * faster(u[0], u[1]) + per_y * faster(v[0], v[1]) +
                                     per_z * faster(w[0], w[1]));
    }
}

template <typename T>
[[gnu::flatten]] RowMeasures<T> measure_row(const RowPlace<T>& place)
{
    LaneMeasures<T> sums;
    int first = 0;
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
    }
    return row;
}

template <typename T>
StageRows<T> stage_rows(const char* instruction_set)
{
    return {.instruction_set = instruction_set,
            .start = start_row<T>,
            .advance = advance_row<T>,
            .measure = measure_row<T>};
}

}  // namespace
}  // namespace tobiuo::flow
