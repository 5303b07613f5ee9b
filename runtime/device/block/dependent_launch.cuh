// SPDX-License-Identifier: BSD-3-Clause
// Kernels that begin while the previous kernel of the stream ends (sm_90 and later; on older GPUs
// kernels follow each other as usual).
//
// Source    CUDA C++ Programming Guide, programmatic dependent launch; PTX ISA, griddepcontrol.
#pragma once

namespace tobiuo::device {

#if __CUDA_ARCH__ >= 900

/// Waits until the previous kernel has ended and its results are visible, and only then lets the
/// next kernel start. A kernel that Launch::overlapping starts calls it before it touches memory
/// that others write. If the next kernel could start earlier, several kernels would be resident at
/// a time and their blocks would gather on the multiprocessors that end first.
__device__ __forceinline__ void begin_after_previous()
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;");
}

#else

__device__ __forceinline__ void begin_after_previous() {}

#endif

}  // namespace tobiuo::device
