// SPDX-License-Identifier: BSD-3-Clause
// The functions of a tile where the architecture has one build.
#include "kernels/fft/host/tile_functions.hpp"

namespace tobiuo::fft {

template <typename T>
std::span<const TileFunctions<T>> usable_tile_functions()
{
    static const TileFunctions<T> build = baseline_tile_functions<T>();
    return {&build, 1};
}

template std::span<const TileFunctions<float>> usable_tile_functions();
template std::span<const TileFunctions<double>> usable_tile_functions();

}  // namespace tobiuo::fft
