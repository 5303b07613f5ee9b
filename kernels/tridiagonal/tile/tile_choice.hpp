// SPDX-License-Identifier: BSD-3-Clause
// The tiles of columns that a kernel holds in registers: a choice that needs no device.
#pragma once

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

/// What a thread of a kernel needs.
struct TileNeeds {
    int reals_per_row = 1;      ///< that it keeps in registers
    int registers_beside = 32;  ///< besides those of its rows
    int most_values = 32;       ///< rows of a thread
    bool may_widen = false;     ///< whether a tile may be wider than a transaction
};

/// The needs of TileThread, which keeps two values a row.
[[nodiscard]] constexpr TileNeeds needs_of_unequal_rows(Precision precision)
{
    return {.reals_per_row = 2,
            .registers_beside = 48,
            .most_values = precision == Precision::fp32 ? 32 : 24};
}

/// The fastest tiles by the rules of tile_choice.cpp.
[[nodiscard]] ColumnTiles choose_tiles(int rows, long long columns, Precision precision,
                                       const TileNeeds& needs, const fft::DeviceLimits& limits);

}  // namespace tobiuo::tridiagonal
