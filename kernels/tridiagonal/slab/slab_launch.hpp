// SPDX-License-Identifier: BSD-3-Clause
// The launch of kernels with a thread for each column of a slab.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/tridiagonal/slab/slab.hpp"

namespace tobiuo::tridiagonal {

[[nodiscard]] inline dim3 slab_blocks(long long columns)
{
    return dim3{static_cast<unsigned>((columns + slab_threads - 1) / slab_threads)};
}

[[nodiscard]] inline dim3 slab_block()
{
    return dim3{static_cast<unsigned>(slab_threads)};
}

}  // namespace tobiuo::tridiagonal
