// SPDX-License-Identifier: BSD-3-Clause
// The arguments of the kernels of divergence and projection. The code compiles for device and host.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

inline constexpr int piece_threads = 256;  ///< threads of a block, see PieceOfRow

template <typename T>
struct DivergenceArguments {
    Box<T> box;
    const T* velocity[3] = {};
    const T* impulse = nullptr;  ///< of a projection
    T* out[3] = {};              ///< the divergence, or the projected velocity
};

}  // namespace tobiuo::flow
