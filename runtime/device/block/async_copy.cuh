// SPDX-License-Identifier: BSD-3-Clause
// Bulk copies into shared memory and the barriers that announce them (sm_90 and later).
//
// Source    PTX ISA, mbarrier and cp.async.bulk.
#pragma once

#include "runtime/device/block/tensor_map.hpp"

namespace tobiuo::device {

/// The address of shared memory in the form that PTX instructions take.
__device__ __forceinline__ unsigned shared_address(const void* pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// A barrier in shared memory that counts arrivals and bytes; threads wait for the parity of a
/// phase.
class Barrier {
public:
    __device__ __forceinline__ explicit Barrier(unsigned address) : address_{address} {}

    __device__ __forceinline__ void start(unsigned arrivals) const
    {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_), "r"(arrivals));
    }
    __device__ __forceinline__ void arrive() const
    {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address_) : "memory");
    }
    /// Counts this thread in and makes the phase wait for `bytes` of bulk copies too.
    __device__ __forceinline__ void expect(unsigned bytes) const
    {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address_),
                     "r"(bytes)
                     : "memory");
    }
    [[nodiscard]] __device__ __forceinline__ bool passed(unsigned parity) const
    {
        unsigned done = 0;
        asm volatile(
            "{\n"
            ".reg .pred p;\n"
            "mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\n"
            "selp.u32 %0, 1, 0, p;\n"
            "}"
            : "=r"(done)
            : "r"(address_), "r"(parity)
            : "memory");
        return done != 0;
    }
    __device__ __forceinline__ void wait(unsigned parity) const
    {
        asm volatile(
            "{\n"
            ".reg .pred p;\n"
            "again:\n"
            "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
            "@!p bra again;\n"
            "}" ::"r"(address_),
            "r"(parity)
            : "memory");
    }
    [[nodiscard]] __device__ __forceinline__ unsigned address() const { return address_; }

private:
    unsigned address_;
};

/// Makes initialised barriers visible to the copy engine; call it before the block's first
/// __syncthreads().
__device__ __forceinline__ void publish_barriers()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/// Orders this thread's ordinary accesses and bulk copies of the same memory.
__device__ __forceinline__ void fence_bulk_copies()
{
    asm volatile("fence.proxy.async;" ::: "memory");
}

/// Copies `bytes` (a multiple of 16, both sides aligned to 16) and counts them at the barrier
/// `full`.
__device__ __forceinline__ void copy_bulk(void* to, const void* from, unsigned bytes, Barrier full)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(full.address())
        : "memory");
}

/// Copies the box of `map` that starts at (x, y, z), with zeros outside of the array, and counts
/// its bytes at the barrier `full`.
__device__ __forceinline__ void copy_box(void* to, const TensorMap& map, int x, int y, int z,
                                         Barrier full)
{
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3, %4}], [%5];" ::"r"(shared_address(to)),
        "l"(&map), "r"(x), "r"(y), "r"(z), "r"(full.address())
        : "memory");
}

/// Waits until `threads` threads of the block have arrived; `id` 1 to 15 names the barrier.
template <int id, int threads>
__device__ __forceinline__ void block_barrier()
{
    asm volatile("bar.sync %0, %1;" ::"n"(id), "n"(threads) : "memory");
}

/// Counts this thread in at barrier `id` without waiting there.
template <int id, int threads>
__device__ __forceinline__ void arrive_at_block_barrier()
{
    asm volatile("barrier.arrive %0, %1;" ::"n"(id), "n"(threads) : "memory");
}

__device__ __forceinline__ unsigned load_acquire(const unsigned* address)
{
    unsigned value = 0;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

/// Gives registers of this warp group back to the block's pool, or takes registers from it.
template <int registers>
__device__ __forceinline__ void release_registers()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}
template <int registers>
__device__ __forceinline__ void claim_registers()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}

}  // namespace tobiuo::device
