// SPDX-License-Identifier: BSD-3-Clause
// Device memory that another process of this machine reads and writes.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <map>
#include <string>

namespace tobiuo::ranks {

/// An address in memory of cudaMalloc, as another process can find it.
struct SharedAddress {
    cudaIpcMemHandle_t allocation;
    std::size_t offset;
};

/// What this process shares. An allocation that has been shared must live as long as this object.
class SharedMemory {
public:
    /// Throws DeviceError if the address is not in memory of cudaMalloc.
    [[nodiscard]] SharedAddress share(const void* address);

private:
    std::map<const void*, cudaIpcMemHandle_t> allocations_;
};

/// Allocations of other processes, mapped into this one.
class MappedMemory {
public:
    MappedMemory() = default;
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;
    ~MappedMemory();

    /// The address in this process. Throws DeviceError if the current device cannot reach it.
    [[nodiscard]] std::byte* map(const SharedAddress& shared);

private:
    std::map<std::string, void*> allocations_;  ///< by the bytes of their handles
};

/// Enqueues a write of `value` to a flag, behind the earlier work on the stream: whoever sees it sees
/// the copies of that work, too, because they have ended and the write has a barrier.
void write_flag(unsigned* flag, unsigned value, cudaStream_t stream);

/// Lets later work on the stream wait until the flag is at least `value`, or a little past its
/// overflow.
void wait_for_flag(const unsigned* flag, unsigned value, cudaStream_t stream);

}  // namespace tobiuo::ranks
