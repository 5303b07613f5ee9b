// SPDX-License-Identifier: BSD-3-Clause
// A CUDA stream, named without CUDA's headers.
#pragma once

/// The type that cudaStream_t points to.
struct CUstream_st;

namespace tobiuo {

/// The type cudaStream_t. Null is the default stream of the device; the CPU ignores it.
using Stream = CUstream_st*;

}  // namespace tobiuo
