// SPDX-License-Identifier: BSD-3-Clause
// The rows of a tile for processors with AVX2.
#include "kernels/fft/host/tile_functions_body.hpp"

namespace tobiuo::fft {

template <typename T>
TileFunctions<T> avx2_tile_functions()
{
    return tile_functions<T, 32>("AVX2");
}

template TileFunctions<float> avx2_tile_functions();
template TileFunctions<double> avx2_tile_functions();

}  // namespace tobiuo::fft
