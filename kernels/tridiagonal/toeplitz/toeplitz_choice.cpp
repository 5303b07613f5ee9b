// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/toeplitz/toeplitz_choice.hpp"

#include "kernels/tridiagonal/tile/tile_choice.hpp"

namespace tobiuo::tridiagonal {
namespace {

/// What a thread needs. With more rows it spills. The limits were chosen by timing 8 to 40 forms on
/// an H200 for each of 18 kinds of columns. In single precision wide tiles are slower.
TileNeeds needs_of(const ToeplitzRequest& request, Precision precision)
{
    const bool single = precision == Precision::fp32;
    const bool has_odd_edge = is_odd(request.first) || is_odd(request.last);
    return {.reals_per_row = 1,
            .registers_beside = has_odd_edge ? 48
                                : single     ? 40
                                             : 38,
            .most_values = single ? 66 : 48,
            .may_widen = !single};
}

}  // namespace

std::optional<ToeplitzForm> choose_toeplitz(const ToeplitzRequest& request, Precision precision,
                                            const fft::DeviceLimits& limits)
{
    if (request.rows > most_toeplitz_rows) {
        return std::nullopt;
    }
    const ColumnTiles tiles = choose_tiles(request.rows, request.columns, precision,
                                           needs_of(request, precision), limits);
    return oriented({.rows = request.rows,
                     .step = request.step,
                     .columns = request.columns,
                     .first = request.first,
                     .last = request.last,
                     .threads_per_column = tiles.threads_per_column,
                     .values = tiles.values,
                     .tile = tiles.tile,
                     .min_blocks_per_sm = tiles.min_blocks_per_sm});
}

std::string short_name(const ToeplitzForm& form)
{
    return std::to_string(form.rows) + " rows by recurrences, " +
           std::to_string(form.threads_per_column) + "x" + std::to_string(form.tile) + " threads";
}

}  // namespace tobiuo::tridiagonal
