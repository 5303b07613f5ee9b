// SPDX-License-Identifier: BSD-3-Clause
// The rows of a tile for processors with AVX-512.
#include "kernels/fft/host/tile_functions_body.hpp"

namespace tobiuo::fft {

template <typename T>
TileFunctions<T> avx512_tile_functions()
{
    return tile_functions<T, 64>("AVX-512");
}

template TileFunctions<float> avx512_tile_functions();
template TileFunctions<double> avx512_tile_functions();

}  // namespace tobiuo::fft
