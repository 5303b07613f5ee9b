// SPDX-License-Identifier: BSD-3-Clause
// The viscosity of a flow with eddies at the begin of a step, as a kernel. struct Config is that of
// stage.cuh and gives `eddies`, an EddyShape.
//
// Launch    that of a stage with the same tile.
// Traffic   reads the velocity and the impulse once and writes the viscosity: 5 words a cell, if the
//           rows around tiles are found in the L2 cache; and what a formula adds, and the scalar.
// Method    planes go through the ring of a stage. What differs from plane to plane of u and v, and
//           the differences of w in the plane below, are kept from one plane to the next.
// Twin      FindViscosity, cell by cell.
#pragma once

#include "kernels/flow/eddy_items.hpp"
#include "kernels/flow/piece.cuh"
#include "kernels/flow/stage/planes.cuh"
#include "kernels/flow/stage/shared_access.cuh"
#include "kernels/flow/stage/tile.cuh"
#include "kernels/flow/stage_arguments.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::flow {

/// The work of a block: each thread computes a piece of a row of the tile, plane by plane.
template <typename Config>
class ViscosityBlock : StagePlanes<Config> {
    using Tile = StageTile<Config>;
    using Planes = StagePlanes<Config>;
    using Planes::around;
    using Planes::end_impulse;
    using Planes::load;
    using Planes::load_impulse;
    using Planes::project;
    using Tile::arguments_;
    using Tile::box_;
    using Tile::columns_;
    using Tile::end_;
    using Tile::first_column_;
    using Tile::first_plane_;
    using Tile::first_row_;
    using Tile::form;
    using Tile::piece;
    using Tile::step;
    using Tile::thread_;
    using Tile::x_;
    using Tile::y_;
    using Tile::z_;
    using typename Tile::T;
    using typename Tile::Values;

public:
    ViscosityBlock(const ViscosityArguments<T>& arguments, T* shared)
        : Planes{arguments.stage, shared}, to_{arguments.to}, rules_{arguments.rules}
    {
    }

    void run()
    {
        const int column = thread_ % (form.width / piece) * piece;
        const int row = thread_ / (form.width / piece);
        const int i = first_column_ + column;
        const int j = first_row_ + row;
        const bool inside = i < box_.counts[0] && j < box_.counts[1];
        const int center = (row + 1) * step + piece + column;
        load_impulse(first_plane_ - 1);
        end_impulse(first_plane_ - 1);
        load(first_plane_ - 1);
        __syncthreads();
        for (int k = first_plane_ - 1; k <= end_; ++k) {
            project(k);
            __syncthreads();
            if (k < end_) {
                load(k + 1);
            }
            if (k >= first_plane_ && inside) {
                compute(around(center), i, j, k - 1);
            }
        }
    }

private:
    /// The parts that the upper faces of a plane have in gradients at centres.
    struct Below {
        T u_z[piece];
        T v_z[piece];
        T w[piece];
        T w_x[piece];
        T w_y[piece];
    };

    /// Computes with planes k and k + 1.
    void compute(const Surroundings<T>& at, int i, int j, int k)
    {
        T u[piece + 1];
        T u_above[piece + 1];
        SharedAccess::load<1, piece, 0>(u, at.u[0]);
        SharedAccess::load<1, piece, 0>(u_above, at.u[1]);
        T v[piece + 2];
        T v_south[piece + 2];
        T v_above[piece];
        T v_south_above[piece];
        SharedAccess::load<1, piece, 1>(v, at.v[0]);
        SharedAccess::load<1, piece, 1>(v_south, at.v[0] - at.row);
        SharedAccess::load<0, piece, 0>(v_above, at.v[1]);
        SharedAccess::load<0, piece, 0>(v_south_above, at.v[1] - at.row);
        T w[piece + 2];
        T w_north[piece];
        T w_south[piece];
        SharedAccess::load<1, piece, 1>(w, at.w[0]);
        SharedAccess::load<0, piece, 0>(w_north, at.w[0] + at.row);
        SharedAccess::load<0, piece, 0>(w_south, at.w[0] - at.row);
        // Entries are means of four differences.
        const T gap_y[2] = {T{0.25} * y_.per_gap(j - 1), T{0.25} * y_.per_gap(j)};
        const T gap_z = T{0.25} * z_.per_gap(k);
        T gap_x[piece + 1];
#pragma unroll
        for (int c = 0; c <= piece; ++c) {
            gap_x[c] = T{0.25} * x_.per_gap(i + c - 1);
        }
        Below here;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            here.u_z[c] = gap_z * ((u_above[c] - u[c]) + (u_above[c + 1] - u[c + 1]));
            here.v_z[c] = gap_z * ((v_south_above[c] - v_south[c + 1]) + (v_above[c] - v[c + 1]));
            here.w[c] = w[c + 1];
            here.w_x[c] = gap_x[c] * (w[c + 1] - w[c]) + gap_x[c + 1] * (w[c + 2] - w[c + 1]);
            here.w_y[c] = gap_y[0] * (w[c + 1] - w_south[c]) + gap_y[1] * (w_north[c] - w[c + 1]);
        }
        if (k >= first_plane_) {
            T u_north[piece + 1];
            T u_south[piece + 1];
            SharedAccess::load<1, piece, 0>(u_north, at.u[0] + at.row);
            SharedAccess::load<1, piece, 0>(u_south, at.u[0] - at.row);
            Values found;
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                CellGradient<T> gradient;
                gradient.of[0][0] = x_.per_width(i + c) * (u[c + 1] - u[c]);
                gradient.of[0][1] = gap_y[0] * ((u[c] - u_south[c]) + (u[c + 1] - u_south[c + 1])) +
                                    gap_y[1] * ((u_north[c] - u[c]) + (u_north[c + 1] - u[c + 1]));
                gradient.of[0][2] = below_.u_z[c] + here.u_z[c];
                gradient.of[1][0] =
                    gap_x[c] * ((v_south[c + 1] - v_south[c]) + (v[c + 1] - v[c])) +
                    gap_x[c + 1] * ((v_south[c + 2] - v_south[c + 1]) + (v[c + 2] - v[c + 1]));
                gradient.of[1][1] = y_.per_width(j) * (v[c + 1] - v_south[c + 1]);
                gradient.of[1][2] = below_.v_z[c] + here.v_z[c];
                gradient.of[2][0] = below_.w_x[c] + here.w_x[c];
                gradient.of[2][1] = below_.w_y[c] + here.w_y[c];
                gradient.of[2][2] = z_.per_width(k) * (here.w[c] - below_.w[c]);
                found.of[c] =
                    viscosity(gradient, form.aligned ? i + c : min(i + c, columns_ - 1), j, k);
            }
            store_piece<form.aligned>(to_ + (k * box_.counts[1] + j) * box_.counts[0] + i, found, i,
                                      columns_);
        }
        below_ = here;
    }

    [[nodiscard]] T viscosity(const CellGradient<T>& gradient, int i, int j, int k) const
    {
        const long long cell[3] = {i, j, k};
        const long long n = (k * box_.counts[1] + j) * box_.counts[0] + i;
        T layering = 0;
        if constexpr (Config::eddies.layered) {
            layering = rules_.layering(box_, arguments_.arrays.scalar, cell, n);
        }
        T found = box_.viscosity +
                  rules_.template of_model<Config::eddies.form>(box_, cell, gradient, layering);
        if constexpr (Config::eddies.added) {
            found += static_cast<T>(rules_.added.at(n));
        }
        return found;
    }

    T* const to_;
    const EddyRules<T>& rules_;
    Below below_;
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(Config::form.threads(), Config::blocks)
    flow_viscosity(const __grid_constant__ tobiuo::flow::ViscosityArguments<Config::Real> arguments)
{
    using namespace tobiuo::flow;
    extern __shared__ __align__(16) unsigned char shared[];
    tobiuo::device::begin_after_previous();
    ViscosityBlock<Config>{arguments, reinterpret_cast<Config::Real*>(shared)}.run();
}
