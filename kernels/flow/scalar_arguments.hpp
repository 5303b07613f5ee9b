// SPDX-License-Identifier: BSD-3-Clause
// The arguments of the kernel of a scalar's stage. The code compiles for device and host.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

template <typename T>
struct ScalarArguments {
    Box<T> box;
    StageArrays<T> arrays;
    T new_part = 0;  ///< gamma times the time step
    T old_part =
        0;  ///< zeta times the time step; of a bounded scalar the part of that at its begin
    bool uses_old = false;
    bool keeps = false;
};

}  // namespace tobiuo::flow
