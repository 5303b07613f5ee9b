// SPDX-License-Identifier: BSD-3-Clause
// The rows of a tile for any processor of the build's architecture.
#include "kernels/fft/host/tile_functions_body.hpp"

namespace tobiuo::fft {

template <typename T>
TileFunctions<T> baseline_tile_functions()
{
    return tile_functions<T, 16>("baseline");
}

template TileFunctions<float> baseline_tile_functions();
template TileFunctions<double> baseline_tile_functions();

}  // namespace tobiuo::fft
