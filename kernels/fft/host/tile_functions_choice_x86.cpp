// SPDX-License-Identifier: BSD-3-Clause
// Chooses the functions of a tile by what this x86-64 processor can do.
#include <vector>

#include "kernels/fft/host/tile_functions.hpp"

namespace tobiuo::fft {
namespace {

template <typename T>
std::vector<TileFunctions<T>> usable()
{
    std::vector<TileFunctions<T>> builds;
    if (__builtin_cpu_supports("avx512f")) {
        builds.push_back(avx512_tile_functions<T>());
    }
    if (__builtin_cpu_supports("avx2")) {
        builds.push_back(avx2_tile_functions<T>());
    }
    builds.push_back(baseline_tile_functions<T>());
    return builds;
}

}  // namespace

template <typename T>
std::span<const TileFunctions<T>> usable_tile_functions()
{
    static const std::vector<TileFunctions<T>> builds = usable<T>();
    return builds;
}

template std::span<const TileFunctions<float>> usable_tile_functions();
template std::span<const TileFunctions<double>> usable_tile_functions();

}  // namespace tobiuo::fft
