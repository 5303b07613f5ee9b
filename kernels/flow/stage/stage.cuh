// SPDX-License-Identifier: BSD-3-Clause
// A stage of the flow as a kernel. struct Config gives Real and `form`, a StageForm.
//
// Launch    ceil(nx / form.width) x ceil(ny / form.rows) x ceil(nz / planes) blocks of
//           form.threads() threads, each of which marches through `planes` planes; shared memory of
//           form.shared_values() values.
// Traffic   reads the velocity, the impulse and, where they are used, the old rates and the scalar
//           once, and writes u* and the kept rates: 10, 13 and 10 words a cell, and one each for a
//           scalar and a viscosity that varies, if the rows around tiles are found in the L2 cache.
// Method    the next plane is loaded while the one before it is computed with. On its way into a ring
//           of three planes in shared memory it is projected, so each value is projected once for a
//           tile, and a barrier separates planes.
// Accuracy  that of advance_on_host(), up to rounding: products are added in one operation here.
// Twin      plain_stage.hpp, plain loops over points.
#pragma once

#include "kernels/flow/add_measures.cuh"
#include "kernels/flow/measure_row.hpp"
#include "kernels/flow/momentum_row.hpp"
#include "kernels/flow/piece.cuh"
#include "kernels/flow/stage/planes.cuh"
#include "kernels/flow/stage/shared_access.cuh"
#include "kernels/flow/stage/tile.cuh"
#include "kernels/flow/stage_arguments.hpp"
#include "runtime/device/block/dependent_launch.cuh"

namespace tobiuo::flow {

/// The work of a block: each thread computes a piece of a row of the tile, plane by plane.
template <typename Config>
class StageBlock : StagePlanes<Config> {
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
    using Tile::image;
    using Tile::piece;
    using Tile::plane_of;
    using Tile::step;
    using Tile::thread_;
    using Tile::x_;
    using Tile::y_;
    using Tile::z_;
    using typename Tile::SpacingX;
    using typename Tile::SpacingY;
    using typename Tile::SpacingZ;
    using typename Tile::T;
    using typename Tile::Values;
    using FrictionOfAxes = typename FrictionOf<T, form.implicit_axis, form.varies>::type;
    using Momentum =
        MomentumRow<T, piece, SpacingX, SpacingY, SpacingZ, SharedAccess, FrictionOfAxes>;

public:
    StageBlock(const StageArguments<T>& arguments, T* shared) : Planes{arguments, shared} {}

    void run(Measures& measures)
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
        Momentum momentum{x_, y_, z_, FrictionOfAxes{box_.viscosity}};
        LowerFluxes<T, piece> lower;
        for (int k = first_plane_ - 1; k <= end_; ++k) {
            project(k);
            if (form.uses_old && k > first_plane_ && inside) {
                load_old_rates(((k - 1) * box_.counts[1] + j) * box_.counts[0] + i, i);
            }
            __syncthreads();
            if (k < end_) {
                load(k + 1);
            }
            if (k >= first_plane_ && inside) {
                compute(momentum, around(center), i, j, k - 1, lower, measures);
            }
        }
    }

private:
    /// Computes with planes k and k + 1.
    void compute(Momentum& momentum, const Surroundings<T>& at, int i, int j, int k,
                 LowerFluxes<T, piece>& lower, Measures& measures)
    {
        if (k < first_plane_) {
            momentum.start(at, i, j, k, lower);
        } else {
            const long long here = (k * box_.counts[1] + j) * box_.counts[0] + i;
            Rates<T, piece> rates;
            momentum.advance(at, i, j, k, lower, rates);
            add_buoyancy<0>(i, j, k, rates.u);
            add_buoyancy<1>(i, j, k, rates.v);
            add_buoyancy<2>(i, j, k, rates.w);
            write(0, i, i, here, at.u[0], rates.u, old_[0]);
            write(1, j, i, here, at.v[0], rates.v, old_[1]);
            write(2, k, i, here, at.w[0], rates.w, old_[2]);
        }
        if (form.observes && k + 1 < end_) {
            const int used = form.aligned ? piece : min(piece, columns_ - i);
            MeasureRow<T, SpacingX, SpacingY, SpacingZ>{box_, x_, y_, z_}.add(at, i, j, k, used,
                                                                              measures);
        }
    }

    /// Adds the buoyancy along an axis of the mean of the scalar in the cells on either side. Beyond
    /// a face, where no velocity changes, the scalar is some value of the box.
    template <int axis>
    void add_buoyancy(int i, int j, int k, T* rates) const
    {
        if constexpr (form.buoyant[axis]) {
            const T half = T{0.5} * box_.buoyancy[axis];
            const T* const row = scalar_row(j, k);
            const Values here = load_piece<form.aligned, piece>(row + i, i, columns_);
            Values after;
            if constexpr (axis == 0) {
#pragma unroll
                for (int c = 0; c < piece; ++c) {
                    after.of[c] = c + 1 < piece && i + c + 1 < columns_
                                      ? here.of[c + 1 < piece ? c + 1 : c]
                                      : row[image(0, i + c + 1)];
                }
            } else {
                const T* const next = axis == 1 ? scalar_row(j + 1, k) : scalar_row(j, k + 1);
                after = load_piece<form.aligned, piece>(next + i, i, columns_);
            }
#pragma unroll
            for (int c = 0; c < piece; ++c) {
                rates[c] += half * (here.of[c] + after.of[c]);
            }
        }
    }
    [[nodiscard]] const T* scalar_row(int j, int k) const
    {
        return plane_of(arguments_.arrays.scalar, k) + image(1, j) * columns_;
    }

    /// `index`: of the first point along the axis of the component.
    void write(int component, int index, int i, long long here, const T* velocity, const T* rates,
               const Values& old)
    {
        const long long last = box_.counts[component] - 1;
        const Values before = *reinterpret_cast<const Values*>(velocity);
        Values next;
        Values kept;
#pragma unroll
        for (int c = 0; c < piece; ++c) {
            const bool held =
                form.has_face(component, 1) && index + (component == 0 ? c : 0) == last;
            kept.of[c] = held ? T{0} : rates[c] + box_.force[component];
            next.of[c] = before.of[c] + arguments_.new_part * kept.of[c];
            if constexpr (form.uses_old) {
                next.of[c] += arguments_.old_part * old.of[c];
            }
        }
        store_piece<form.aligned>(arguments_.arrays.next[component] + here, next, i, columns_);
        if constexpr (form.keeps) {
            keep_rates(arguments_.arrays.rates[component] + here, kept, i);
        }
    }

    void load_old_rates(long long place, int i)
    {
#pragma unroll
        for (int component = 0; component < 3; ++component) {
            old_[component] = old_rates(arguments_.arrays.rates[component] + place, i);
        }
    }

    [[nodiscard]] Values old_rates(const T* from, int i) const
    {
        if constexpr (form.aligned) {
            return load_once<piece>(from);
        } else {
            return load_piece<false, piece>(from, i, columns_);
        }
    }
    void keep_rates(T* to, const Values& values, int i) const
    {
        if constexpr (form.aligned) {
            store_once(to, values);
        } else {
            store_piece<false>(to, values, i, columns_);
        }
    }

    Values old_[3];  ///< rates of the stage before, loaded early, as they take long to arrive
};

}  // namespace tobiuo::flow

extern "C" __global__ void __launch_bounds__(Config::form.threads(), Config::blocks)
    flow_stage(const __grid_constant__ tobiuo::flow::StageArguments<Config::Real> arguments)
{
    using namespace tobiuo::flow;
    extern __shared__ __align__(16) unsigned char shared[];
    tobiuo::device::begin_after_previous();
    Measures measures;
    StageBlock<Config>{arguments, reinterpret_cast<Config::Real*>(shared)}.run(measures);
    if constexpr (Config::form.observes) {
        add_up<Config::form.threads()>(arguments, measures);
    }
}
