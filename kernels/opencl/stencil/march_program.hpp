// SPDX-License-Identifier: BSD-3-Clause
// The text of the one-sweep kernel, specialised.
#pragma once

#include "kernels/stencil/march/march_division.hpp"
#include "runtime/opencl/kernel.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::opencl {

/// What the kernel is specialised to.
struct MarchForm {
    Precision precision = Precision::fp32;
    stencil::BlockShape block{};  ///< its number of work-items is a power of two
    int unroll = 1;               ///< planes per turn of the loop
    /// Whether squared residuals are summed in double precision; else in pairs of floats, as
    /// devices without double precision need it.
    bool sums_in_fp64 = true;
};

/// The program with the kernels himeno_march and himeno_add_groups.
[[nodiscard]] Program march_program(const MarchForm& form);

}  // namespace tobiuo::opencl
