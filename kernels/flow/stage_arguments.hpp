// SPDX-License-Identifier: BSD-3-Clause
// The arguments of the kernel of a stage. The code compiles for device and host.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/measure_row.hpp"

namespace tobiuo::flow {

template <typename T>
struct StageArguments {
    Box<T> box;
    StageArrays<T> arrays;
    T new_part = 0;                ///< gamma times the time step
    T old_part = 0;                ///< zeta times the time step
    int planes = 0;                ///< of a block
    Measures* parts = nullptr;     ///< one for each block
    unsigned* finished = nullptr;  ///< blocks that have written their part; 0 before and after
    Measures* measures = nullptr;  ///< of all; may be in memory of the host
};

}  // namespace tobiuo::flow
