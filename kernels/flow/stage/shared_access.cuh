// SPDX-License-Identifier: BSD-3-Clause
// How rows of planes in shared memory are read.
#pragma once

#include "kernels/flow/piece.cuh"

namespace tobiuo::flow {

/// Reads neighbouring values of a row in shared memory, where the middle `count` are a piece.
struct SharedAccess {
    template <int before, int count, int after, typename T>
    static void load(T* to, const T* from)
    {
        if constexpr (before > 0) {
            to[0] = from[-1];
        }
        const auto piece = *reinterpret_cast<const Piece<T, count>*>(from);
#pragma unroll
        for (int c = 0; c < count; ++c) {
            to[before + c] = piece.of[c];
        }
        if constexpr (after > 0) {
            to[before + count] = from[count];
        }
    }
};

}  // namespace tobiuo::flow
