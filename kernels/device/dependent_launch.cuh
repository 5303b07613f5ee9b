// Kernels that begin while the one before them in the stream ends (sm_90 and later; on others they
// follow each other as usual).
//
// Source    CUDA C++ Programming Guide, programmatic dependent launch; PTX ISA, griddepcontrol.
#pragma once

namespace tobiuo::device {

#if __CUDA_ARCH__ >= 900

/// What Launch::overlapping needs at the begin of a kernel, before it touches what others write: lets
/// the next kernel take free places, and waits until the one before has ended and its results are
/// visible.
__device__ __forceinline__ void begin_after_previous()
{
    asm volatile("griddepcontrol.launch_dependents;");
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

#else

__device__ __forceinline__ void begin_after_previous() {}

#endif

}  // namespace tobiuo::device
