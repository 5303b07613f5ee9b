// SPDX-License-Identifier: BSD-3-Clause
// Convection and diffusion of momentum for some neighbouring points of a row. For host and device.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// Where the velocities around the points are: u, v and w of plane k ([0]) and k + 1 ([1]) at the
/// first point, with one more value at either end of the row and of the column; `row` values lie
/// between neighbouring rows.
template <typename T>
struct Surroundings {
    const T* u[2];
    const T* v[2];
    const T* w[2];
    long long row;
    const T* viscosity[2] = {};  ///< where it varies
};

/// What flows through the lower side across z of the control volumes of the points, four times.
template <typename T, int count>
struct LowerFluxes {
    T u[count] = {};
    T v[count] = {};
    T w[count] = {};
};

/// The rates of change N at the points.
template <typename T, int count>
struct Rates {
    T u[count];
    T v[count];
    T w[count];
};

/// Four times the viscosity along an axis, which is none along the axis `without`.
template <typename T, int without = 3>
class Friction {
public:
    static constexpr bool varies = false;

    explicit constexpr Friction(T viscosity) : four_times_{4 * viscosity} {}
    [[nodiscard]] constexpr T along(int axis) const { return axis == without ? T{0} : four_times_; }

private:
    T four_times_;
};

/// Stands for Friction where each cell has its own viscosity, see Surroundings.
struct VaryingFriction {
    static constexpr bool varies = true;

    /// From what a Friction is made of.
    template <typename Same>
    explicit constexpr VaryingFriction(const Same& /*same*/)
    {
    }
};

template <typename T, int without, bool varies>
struct FrictionOf {
    using type = Friction<T, without>;
};
template <typename T, int without>
struct FrictionOf<T, without, true> {
    using type = VaryingFriction;
};

/// Four times what friction carries through an edge: of component b along axis a, and of component a
/// along axis b.
template <typename T>
struct EdgeFluxes {
    T of_b_along_a;
    T of_a_along_b;
};

/// Computes N = -div(u u) + div(nu (grad u + grad u^T)) at `count` points of a row, plane after plane
/// upwards; where the viscosity nu is the same everywhere, N = -div(u u) + nu laplacian(u). Each flux
/// is computed once for the points on either side of it, so kinetic energy changes by diffusion and
/// rounding only where div(u) = 0.
///
/// Viscosity that varies is that of cells; at an edge it is the mean of the four around it.
/// Method    fluxes are second-order central: the transporting velocity is a mean weighted by
///           volume, the transported one a plain mean. They are kept four times as large as they
///           are, because a product of two sums is four times that of the means.
/// Spacing   per_width(i), per_gap(i), share(end, i) of each axis, as Spacings describes them.
/// Friction  along(axis), see there.
/// Access    load<before, count, after>(to, from) copies from[-before ... count + after - 1].
/// Source    F. H. Harlow and J. E. Welch, Phys. Fluids 8, 2182 (1965); R. W. C. P. Verstappen and
///           A. E. P. Veldman, J. Comput. Phys. 187, 343 (2003).
template <typename T, int count, typename SpacingX, typename SpacingY, typename SpacingZ,
          typename Access, typename FrictionOfAxes = Friction<T>>
class MomentumRow {
public:
    constexpr MomentumRow(const SpacingX& x, const SpacingY& y, const SpacingZ& z,
                          const FrictionOfAxes& friction)
        : x_{x}, y_{y}, z_{z}, friction_{friction}
    {
    }

    /// Replaces the lower fluxes by those through the upper sides, where plane k is the first one.
    template <typename Value>
    constexpr void start(const Surroundings<Value>& at, long long i, long long j, long long k,
                         LowerFluxes<T, count>& lower)
    {
        Rates<T, count> unused;
        upwards(at, i, j, k, lower, unused);
    }

    /// The rates at points (i ... i + count - 1, j, k).
    template <typename Value>
    constexpr void advance(const Surroundings<Value>& at, long long i, long long j, long long k,
                           LowerFluxes<T, count>& lower, Rates<T, count>& rates)
    {
        upwards(at, i, j, k, lower, rates);
        sideways(i, j, rates);
    }

private:
    /// All of w, and what flows upwards of u and v.
    template <typename Value>
    constexpr void upwards(const Surroundings<Value>& at, long long i, long long j, long long k,
                           LowerFluxes<T, count>& lower, Rates<T, count>& rates)
    {
        load(at);
        const T gap_z = z_.per_gap(k);
        const T width_z = z_.per_width(k);
        const T next_width_z = z_.per_width(k + 1);
        const T share_y[2] = {y_.share(0, j), y_.share(1, j)};
        const T share_z[2] = {z_.share(0, k), z_.share(1, k)};
        const T gap_y[2] = {y_.per_gap(j - 1), y_.per_gap(j)};
        const T width_y = y_.per_width(j);
        T east[count + 1];  // through the edges between x and z: of w across x
        T up[count + 1];    // of u across z
        for (int c = 0; c <= count; ++c) {
            const long long edge = i - 1 + c;
            const EdgeFluxes<T> friction =
                through_edge(0, x_.per_gap(edge), w_[c + 1] - w_[c], 2, gap_z, u_up_[c] - u_[c],
                             [&] { return n_[c] + n_[c + 1] + n_up_[c] + n_up_[c + 1]; });
            east[c] = (share_z[0] * u_[c] + share_z[1] * u_up_[c]) * (w_[c] + w_[c + 1]) -
                      friction.of_b_along_a;
            up[c] =
                (x_.share(0, edge) * w_[c] + x_.share(1, edge) * w_[c + 1]) * (u_[c] + u_up_[c]) -
                friction.of_a_along_b;
        }
        for (int c = 0; c < count; ++c) {
            const EdgeFluxes<T> friction = through_edge(
                1, gap_y[1], w_north_[c] - w_[c + 1], 2, gap_z, v_above_[c] - v_[c + 1],
                [&] { return n_[c + 1] + n_north_[c + 1] + n_up_[c + 1] + n_north_up_[c]; });
            const EdgeFluxes<T> friction_south = through_edge(
                1, gap_y[0], w_[c + 1] - w_south_[c], 2, gap_z, v_south_above_[c] - v_south_[c],
                [&] { return n_south_[c] + n_[c + 1] + n_south_up_[c] + n_up_[c + 1]; });
            const T v_flux =
                (share_y[0] * w_[c + 1] + share_y[1] * w_north_[c]) * (v_[c + 1] + v_above_[c]) -
                friction.of_a_along_b;
            const T w_sum = w_[c + 1] + w_above_[c];
            const T w_flux =
                w_sum * w_sum - through_centre(2, next_width_z, w_above_[c] - w_[c + 1],
                                               [&] { return n_up_[c + 1]; });
            const T north =
                (share_z[0] * v_[c + 1] + share_z[1] * v_above_[c]) * (w_[c + 1] + w_north_[c]) -
                friction.of_b_along_a;
            const T south = (share_z[0] * v_south_[c] + share_z[1] * v_south_above_[c]) *
                                (w_south_[c] + w_[c + 1]) -
                            friction_south.of_b_along_a;
            rates.u[c] = width_z * (lower.u[c] - up[c + 1]);
            rates.v[c] = width_z * (lower.v[c] - v_flux);
            rates.w[c] = x_.per_width(i + c) * (east[c] - east[c + 1]) + width_y * (south - north) +
                         gap_z * (lower.w[c] - w_flux);
            lower.u[c] = up[c + 1];
            lower.v[c] = v_flux;
            lower.w[c] = w_flux;
        }
    }

    /// What flows sideways of u and v; the rates become what they are.
    constexpr void sideways(long long i, long long j, Rates<T, count>& rates)
    {
        const T share_y[2] = {y_.share(0, j), y_.share(1, j)};
        const T gap_y[2] = {y_.per_gap(j - 1), y_.per_gap(j)};
        const T width_y[2] = {y_.per_width(j), y_.per_width(j + 1)};
        T through_x[count + 1];       // of u, through the centres of cells
        T east[count + 1];            // of v, through the edges between x and y
        T friction_north[count + 1];  // of u, through the same edges
        for (int c = 0; c <= count; ++c) {
            const long long edge = i - 1 + c;
            const T sum = u_[c] + u_[c + 1];
            through_x[c] = sum * sum - through_centre(0, x_.per_width(i + c), u_[c + 1] - u_[c],
                                                      [&] { return n_[c + 1]; });
            const EdgeFluxes<T> friction = through_edge(
                0, x_.per_gap(edge), v_[c + 1] - v_[c], 1, gap_y[1], u_north_[c] - u_[c],
                [&] { return n_[c] + n_[c + 1] + n_north_[c] + n_north_[c + 1]; });
            east[c] = (share_y[0] * u_[c] + share_y[1] * u_north_[c]) * (v_[c] + v_[c + 1]) -
                      friction.of_b_along_a;
            friction_north[c] = friction.of_a_along_b;
        }
        for (int c = 0; c < count; ++c) {
            const T share_x[2] = {x_.share(0, i + c), x_.share(1, i + c)};
            const EdgeFluxes<T> friction_south =
                through_edge(0, x_.per_gap(i + c), v_south_[c + 1] - v_south_[c], 1, gap_y[0],
                             u_[c + 1] - u_south_[c],
                             [&] { return n_south_[c] + n_south_[c + 1] + n_[c + 1] + n_[c + 2]; });
            const T north =
                (share_x[0] * v_[c + 1] + share_x[1] * v_[c + 2]) * (u_[c + 1] + u_north_[c + 1]) -
                friction_north[c + 1];
            const T south = (share_x[0] * v_south_[c] + share_x[1] * v_south_[c + 1]) *
                                (u_south_[c] + u_[c + 1]) -
                            friction_south.of_a_along_b;
            const T above = v_[c + 1] + v_north_[c];
            const T below = v_south_[c] + v_[c + 1];
            const T v_north = above * above - through_centre(1, width_y[1], v_north_[c] - v_[c + 1],
                                                             [&] { return n_north_[c + 1]; });
            const T v_south = below * below - through_centre(1, width_y[0], v_[c + 1] - v_south_[c],
                                                             [&] { return n_[c + 1]; });
            rates.u[c] += x_.per_gap(i + c) * (through_x[c] - through_x[c + 1]) +
                          width_y[0] * (south - north);
            rates.v[c] +=
                x_.per_width(i + c) * (east[c] - east[c + 1]) + gap_y[1] * (v_south - v_north);
        }
        for (int c = 0; c < count; ++c) {
            rates.u[c] *= T{0.25};
            rates.v[c] *= T{0.25};
            rates.w[c] *= T{0.25};
        }
    }

    /// Four times what friction carries through an edge between axes a and b; `sum` gives the sum of
    /// the viscosities around it. Differences are of component b along a and of component a along b.
    template <typename Sum>
    [[nodiscard]] constexpr EdgeFluxes<T> through_edge(int a, T per_gap_a, T difference_a, int b,
                                                       T per_gap_b, T difference_b,
                                                       const Sum& sum) const
    {
        if constexpr (FrictionOfAxes::varies) {
            const T flux = sum() * (per_gap_a * difference_a + per_gap_b * difference_b);
            return {flux, flux};
        } else {
            return {friction_.along(a) * per_gap_a * difference_a,
                    friction_.along(b) * per_gap_b * difference_b};
        }
    }
    /// What it carries along an axis through the centre of a cell.
    template <typename Viscosity>
    [[nodiscard]] constexpr T through_centre(int axis, T per_width, T difference,
                                             const Viscosity& viscosity) const
    {
        if constexpr (FrictionOfAxes::varies) {
            return T{8} * viscosity() * (per_width * difference);
        } else {
            return friction_.along(axis) * per_width * difference;
        }
    }

    template <typename Value>
    constexpr void load(const Surroundings<Value>& at)
    {
        if constexpr (FrictionOfAxes::varies) {
            const auto& [here, above] = at.viscosity;
            Access::template load<1, count, 1>(n_, here);
            Access::template load<1, count, 1>(n_up_, above);
            Access::template load<1, count, 1>(n_north_, here + at.row);
            Access::template load<0, count, 1>(n_south_, here - at.row);
            Access::template load<0, count, 0>(n_north_up_, above + at.row);
            Access::template load<0, count, 0>(n_south_up_, above - at.row);
        }
        Access::template load<1, count, 1>(u_, at.u[0]);
        Access::template load<1, count, 1>(v_, at.v[0]);
        Access::template load<1, count, 1>(w_, at.w[0]);
        Access::template load<1, count, 0>(u_up_, at.u[1]);
        Access::template load<0, count, 0>(v_above_, at.v[1]);
        Access::template load<0, count, 0>(w_above_, at.w[1]);
        Access::template load<1, count, 0>(u_north_, at.u[0] + at.row);
        Access::template load<0, count, 0>(v_north_, at.v[0] + at.row);
        Access::template load<0, count, 0>(w_north_, at.w[0] + at.row);
        Access::template load<0, count, 0>(u_south_, at.u[0] - at.row);
        Access::template load<0, count, 1>(v_south_, at.v[0] - at.row);
        Access::template load<0, count, 0>(w_south_, at.w[0] - at.row);
        Access::template load<0, count, 0>(v_south_above_, at.v[1] - at.row);
    }

    const SpacingX& x_;
    const SpacingY& y_;
    const SpacingZ& z_;
    FrictionOfAxes friction_;
    T u_[count + 2];
    T v_[count + 2];
    T w_[count + 2];
    T u_up_[count + 1];
    T v_above_[count];
    T w_above_[count];
    T u_north_[count + 1];
    T v_north_[count];
    T w_north_[count];
    T u_south_[count];
    T v_south_[count + 1];
    T w_south_[count];
    T v_south_above_[count];
    // The viscosity where it varies.
    T n_[count + 2];
    T n_up_[count + 2];
    T n_north_[count + 2];
    T n_south_[count + 1];
    T n_north_up_[count];
    T n_south_up_[count];
};

}  // namespace tobiuo::flow
