// SPDX-License-Identifier: BSD-3-Clause
// Loads and stores that stay where the source has them: each goes to L2, in program order.
#pragma once

namespace tobiuo::memory {

// The GPUs of 2008 had no L1 for global memory, and repeated copies of a small buffer would measure
// L1; therefore the accesses are .cg. They are volatile so that no load overtakes the store before
// it.

inline float load(const float* from)
{
    float word;
    asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(word) : "l"(from) : "memory");
    return word;
}

inline float2 load(const float2* from)
{
    float2 word;
    asm volatile("ld.global.cg.v2.f32 {%0, %1}, [%2];"
                 : "=f"(word.x), "=f"(word.y)
                 : "l"(from)
                 : "memory");
    return word;
}

inline float4 load(const float4* from)
{
    float4 word;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(word.x), "=f"(word.y), "=f"(word.z), "=f"(word.w)
                 : "l"(from)
                 : "memory");
    return word;
}

template <typename Word>
inline void store(Word* to, const Word& word)
{
    *to = word;
}

}  // namespace tobiuo::memory
