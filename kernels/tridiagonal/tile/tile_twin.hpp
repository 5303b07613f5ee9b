// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of unequal rows on the host: the twin of kernels/tridiagonal/tile/tile.cuh,
// which runs the same code.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "kernels/tridiagonal/tile/level_rows.hpp"
#include "kernels/tridiagonal/tile/tile_slab.hpp"
#include "kernels/tridiagonal/tile/tile_thread.hpp"
#include "kernels/tridiagonal/zero_mode.hpp"

namespace tobiuo::tridiagonal {

/// `before` and `behind`: what enters columns at their ends, see TileThread.
template <int values, int tile, bool last_unbounded = false, typename T>
void solve_unequal_tile_on_host(const TileSystems<T>& systems, long long number, int thread_count,
                                const double* before = nullptr, const double* behind = nullptr)
{
    using Thread = TileThread<values, tile, T, last_unbounded>;
    const auto count = static_cast<std::size_t>(thread_count);
    std::vector<T> loss(count);
    std::vector<T> forward(count);
    std::vector<T> backward(count);
    const TileSums<T> sums{
        .loss = loss.data(), .forward = forward.data(), .backward = backward.data()};
    std::vector<Thread> threads;
    for (int thread = 0; thread < thread_count; ++thread) {
        threads.emplace_back(systems, sums, number, thread, thread_count);
    }
    std::ranges::for_each(threads, [](Thread& thread) {
        thread.load();
        thread.eliminate([](T number) { return T{1} / number; });
    });
    std::ranges::for_each(threads, [&](const Thread& thread) { thread.gather_forwards(before); });
    std::ranges::for_each(threads, std::mem_fn(&Thread::substitute));
    std::ranges::for_each(threads, [&](const Thread& thread) { thread.gather_backwards(behind); });
    std::ranges::for_each(threads, std::mem_fn(&Thread::store));
}

/// Finds the losses and solves all columns; `tiles` has `values` and `tile`.
template <int values, int tile, typename T>
void solve_tiles_on_host(const TileSystems<T>& systems, const ColumnTiles& tiles)
{
    for (long long column = 0; column < systems.columns; ++column) {
        find_all_losses(systems, column, values, [](double square) { return std::sqrt(square); });
    }
    if (systems.zero_mode >= 0) {
        std::vector<double> shared(static_cast<std::size_t>(systems.rows));
        solve_level_rows(OneThread{}, systems, shared.data());
    }
    for (long long number = 0; number < tiles.tiles(); ++number) {
        if (systems.loss_behind != nullptr) {
            solve_unequal_tile_on_host<values, tile, true>(systems, number, tiles.threads());
        } else {
            solve_unequal_tile_on_host<values, tile>(systems, number, tiles.threads());
        }
    }
}

/// Solves a slab of all columns, once its losses have been found and devices have been joined.
template <int values, int tile, typename T>
void solve_tile_slab_on_host(const TileSystems<T>& systems, const TileSlab& slab,
                             const ColumnTiles& tiles)
{
    if (systems.zero_mode >= 0) {
        solve_level_slab(OneThread{}, systems, slab);
    }
    for (long long number = 0; number < tiles.tiles(); ++number) {
        solve_unequal_tile_on_host<values, tile>(systems, number, tiles.threads(),
                                                 slab.sums.forwards, slab.sums.again);
    }
}

}  // namespace tobiuo::tridiagonal
