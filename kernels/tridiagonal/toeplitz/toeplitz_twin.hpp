// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of equal rows on the host: the twin of
// kernels/tridiagonal/toeplitz/toeplitz.cuh, which runs the same code.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/tridiagonal/toeplitz/toeplitz_thread.hpp"
#include "kernels/tridiagonal/zero_mode.hpp"

namespace tobiuo::tridiagonal {

template <ToeplitzForm form, typename T>
void solve_level_column_on_host(const ToeplitzSystems<T>& systems)
{
    T* const column = systems.data + systems.zero_mode;
    std::vector<double> values;
    for (int row = 0; row < form.rows; ++row) {
        values.push_back(static_cast<double>(column[form.place_of(row)]));
    }
    const OneThread team;
    const double removed =
        LevelColumn<form.first, form.last, OneThread>{team, values.data(), form.rows}.run();
    if (systems.constant != nullptr) {
        *systems.constant = static_cast<T>(removed);
    }
    for (int row = 0; row < form.rows; ++row) {
        column[form.place_of(row)] = static_cast<T>(systems.scale / systems.diffusion *
                                                    values[static_cast<std::size_t>(row)]);
    }
}

/// `sums`: see solve_tile() of kernels/tridiagonal/toeplitz/toeplitz_tile.cuh.
template <ToeplitzForm form, typename T>
void solve_tile_on_host(const ToeplitzSystems<T>& systems, long long number, const SlabSums& sums)
{
    using Thread = ToeplitzThread<form, T>;
    const auto tile = std::make_unique<ToeplitzTile<form, T>>();
    std::vector<Thread> threads;
    for (int thread = 0; thread < form.threads(); ++thread) {
        threads.emplace_back(systems, *tile, number, thread, form.threads());
    }
    std::ranges::for_each(threads, [&](Thread& thread) {
        thread.load([](double square) { return std::sqrt(square); }, sums);
    });
    std::ranges::for_each(threads, std::mem_fn(&Thread::reduce));
    std::ranges::for_each(threads, std::mem_fn(&Thread::gather));
    std::ranges::for_each(threads, std::mem_fn(&Thread::sweep_forwards));
    std::ranges::for_each(threads, std::mem_fn(&Thread::gather_again));
    std::ranges::for_each(threads, std::mem_fn(&Thread::sweep_backwards));
    if constexpr (form.is_slab()) {
        std::ranges::for_each(threads, [&](const Thread& thread) { thread.place_zero_mode(sums); });
    }
}

/// Solves all columns.
template <ToeplitzForm form, typename T>
void solve_toeplitz_on_host(const ToeplitzSystems<T>& systems)
{
    if (systems.zero_mode >= 0) {
        solve_level_column_on_host<form>(systems);
    }
    for (long long number = 0; number < form.tiles(); ++number) {
        solve_tile_on_host<form>(systems, number, SlabSums{});
    }
}

/// Solves the columns of one of several slabs: the twin of
/// kernels/tridiagonal/toeplitz/toeplitz_slab.cuh.
template <ToeplitzForm form, typename T>
void solve_slab_on_host(const ToeplitzSystems<T>& systems, const SlabSums& sums)
{
    for (long long number = 0; number < form.tiles(); ++number) {
        solve_tile_on_host<form>(systems, number, sums);
    }
}

}  // namespace tobiuo::tridiagonal
