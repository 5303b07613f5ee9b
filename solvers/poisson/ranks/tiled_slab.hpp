// SPDX-License-Identifier: BSD-3-Clause
// The systems along a stretched z of one rank's planes on a GPU, which solves them tile by tile.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <tobiuo/stream.hpp>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/tile/tile_choice.hpp"
#include "kernels/tridiagonal/tile/tile_slab_solver.hpp"
#include "runtime/precision.hpp"
#include "runtime/rounding.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/axis/tile_rows.hpp"
#include "solvers/poisson/ranks/rank_slab.hpp"

namespace tobiuo::poisson {

/// A slab of a stretched z that is solved whole, of RankRows that fit tiles:
/// tridiagonal::TileSlabColumn. Tells sums in the precision of the solve. Ranks exchange messages
/// between begin() and end().
template <typename T>
class TiledSlab : public RankColumns<T> {
public:
    explicit TiledSlab(const SlabRequest& wanted)
        : TiledSlab{wanted, has_null_space(wanted.problem) ? wanted.zero_mode() : -1,
                    tridiagonal::choose_tiles(static_cast<int>(wanted.rows.planes.count),
                                              wanted.columns(), precision_of<T>,
                                              tridiagonal::needs_of_unequal_rows(precision_of<T>),
                                              fft::limits_of_current_device())}
    {
    }

    static constexpr std::string_view name = "elimination along z";

    void begin(T* modes, Stream stream) const
    {
        solver_.begin(systems(modes), passages(), this->own_told(), this->own().line, stream);
    }
    void end(T* modes, Stream stream) const
    {
        tridiagonal::SlabSums sums = this->own();
        sums.constant = this->arrays_.constant(this->all());
        solver_.end(systems(modes), passages(), this->joined(),
                    {.sums = sums,
                     .first_row = this->rows_.planes.first,
                     .all_rows = this->rows_.all_rows()},
                    stream);
    }

    [[nodiscard]] std::size_t bytes() const { return this->array_bytes(); }

private:
    TiledSlab(const SlabRequest& wanted, long long zero_mode, const tridiagonal::ColumnTiles& tiles)
        : RankColumns<T>{wanted, JoinedArrays<T>{wanted.rows, wanted.columns(), zero_mode >= 0},
                         zero_mode},
          layout_{.columns = wanted.columns(),
                  .parts = tiles.threads_per_column,
                  .devices = wanted.rows.devices(),
                  .mine = wanted.rows.mine},
          passages_{this->zeros(static_cast<std::size_t>(parts_of<long long>(
              layout_.template bytes<T>(), static_cast<long long>(sizeof(double)))))},
          solver_{tiles, wanted.machine}
    {
        // The last part of the last slab reads what lies behind all rows.
        const TileRows<T> rows{three_point(wanted.problem, 2),
                               static_cast<std::size_t>(wanted.rows.all_rows() + tiles.values)};
        square_ = rows.square;
        width_ = this->uploaded(rows.width);
        conductance_ = this->uploaded(rows.conductance);
        solver_.prepare(systems(nullptr), passages(), this->joined(), nullptr);
        this->machine_.wait(nullptr);
    }

    [[nodiscard]] tridiagonal::TileSystems<T> systems(T* modes) const
    {
        const long long first_row = this->rows_.planes.first;
        return {.width = width_.template as<T>() + first_row,
                .conductance = conductance_.template as<T>() + first_row,
                .loss_before = passages().loss_before,
                .inner = this->inner_.template as<double>(),
                .outer = this->outer_.template as<double>(),
                .square = square_,
                .scale = this->scale_,
                .data = modes,
                .constant = nullptr,
                .rows = this->rows_.planes.count,
                .step = this->columns_,
                .inner_count = this->inner_count_,
                .columns = this->columns_,
                .beyond_step = this->inner_count_,
                .zero_mode = this->zero_mode_};
    }
    [[nodiscard]] tridiagonal::TilePassages<T> passages() const
    {
        return layout_.template passages<T>(passages_.template as<double>());
    }

    double square_{};
    runtime::Array width_;  ///< of all rows, and the next one
    runtime::Array conductance_;
    tridiagonal::TilePassageLayout layout_;
    runtime::Array passages_;
    tridiagonal::TileSlabSolver<T> solver_;
};

}  // namespace tobiuo::poisson
