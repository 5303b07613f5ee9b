// SPDX-License-Identifier: BSD-3-Clause
// Builds without OpenCL's headers have no transforms with OpenCL.
#include "kernels/fft/engine.hpp"

namespace tobiuo::fft {

/// engines_of() refuses the back end before.
const Engines& opencl_engines()
{
    static constexpr Engines none{};
    return none;
}

}  // namespace tobiuo::fft
