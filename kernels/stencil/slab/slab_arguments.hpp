// SPDX-License-Identifier: BSD-3-Clause
// What the slab kernels are launched with: one definition for host and device.
#pragma once

#include "kernels/stencil/slab/slab_layout.hpp"
#include "runtime/device/block/tensor_map.hpp"

namespace tobiuo::stencil {

/// One launch of `passes` passes; p alternates between two arrays [ni][nj][p_pitch].
struct SlabArguments {
    device::TensorMap p_maps[2];  ///< the array that pass 0 reads, then the other
    float* p_new[2];              ///< the array that pass 0 writes, then the other
    const float* slabs;
    double* block_sums;  ///< [passes][sweeps][blocks]
    unsigned* arrived;   ///< ends of passes of all blocks; zero before the launch
    SlabTiles tiles;
    int p_pitch;
    int passes;
    float omega;
};

/// The launch that puts planes of one coefficient, [count][nj][nk], into the slabs.
struct SlabPackArguments {
    const float* planes;
    float* slabs;
    SlabTiles tiles;
    SlabLayout layout;
    int coefficient;
    int first;  ///< i of the first plane
    int count;
};

}  // namespace tobiuo::stencil
