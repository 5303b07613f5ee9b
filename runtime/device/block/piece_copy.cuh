// SPDX-License-Identifier: BSD-3-Clause
// Copies of a few bytes into shared memory that go on while their thread does: no register holds what
// is under way. Before sm_80 they are loads and stores.
//
// Source    PTX ISA, cp.async.
#pragma once

namespace tobiuo::device {

/// Begins the copy of a value of 4, 8 or 16 bytes, aligned to them.
template <typename Value>
__device__ __forceinline__ void begin_copy(Value* to, const Value* from)
{
#if __CUDA_ARCH__ >= 800
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if constexpr (sizeof(Value) == 16) {  // past the first cache
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from)
                     : "memory");
    } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(from),
                     "n"(sizeof(Value))
                     : "memory");
    }
#else
    *to = *from;
#endif
}

/// Waits for all copies that this thread has begun.
__device__ __forceinline__ void wait_for_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace tobiuo::device
