// SPDX-License-Identifier: BSD-3-Clause
// Packs coefficients into slabs; the plain layout is read once, in order.
#pragma once

#include "kernels/stencil/slab/slab_arguments.hpp"

/// Launch    any grid and block; a thread packs every (grid x block)-th value.
extern "C" __global__ void himeno_slab_pack(tobiuo::stencil::SlabPackArguments pack)
{
    const auto& tiles = pack.tiles;
    const auto& layout = pack.layout;
    const long long values = static_cast<long long>(pack.count) * tiles.nj * tiles.nk;
    const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long at = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; at < values;
         at += step) {
        const int k = static_cast<int>(at % tiles.nk);
        const long long row = at / tiles.nk;
        const int j = static_cast<int>(row % tiles.nj);
        const int i = pack.first + static_cast<int>(row / tiles.nj);
        const bool interior =
            i > 0 && i < tiles.ni - 1 && j > 0 && j < tiles.nj - 1 && k > 0 && k < tiles.nk - 1;
        const float value =
            interior ? pack.planes[at] : tobiuo::stencil::boundary_coefficient(pack.coefficient);
        tobiuo::stencil::for_each_copy(tiles, layout, i, j, k, pack.coefficient,
                                       [&](long long to) { pack.slabs[to] = value; });
    }
}
