// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/ranks/peer_memory.hpp"

#include <cuda.h>

#include "runtime/device/check.hpp"
#include "runtime/device/driver_function.hpp"

namespace tobiuo::ranks {
namespace {

CUdeviceptr in_driver(const void* address)
{
    return reinterpret_cast<CUdeviceptr>(address);
}

void check_driver(CUresult status, const std::string& doing)
{
    if (status != CUDA_SUCCESS) {
        throw device::DeviceError{"could not " + doing + " (error " +
                                  std::to_string(static_cast<int>(status)) +
                                  " of the NVIDIA driver)"};
    }
}

}  // namespace

SharedAddress SharedMemory::share(const void* address)
{
    static const auto range_of =
        device::driver_function<decltype(&cuMemGetAddressRange)>("cuMemGetAddressRange");
    CUdeviceptr begin{};
    check_driver(range_of(&begin, nullptr, in_driver(address)), "find an allocation to share");
    const void* const base = reinterpret_cast<const void*>(begin);
    auto found = allocations_.find(base);
    if (found == allocations_.end()) {
        cudaIpcMemHandle_t handle{};
        device::check(
            cudaIpcGetMemHandle(&handle, const_cast<void*>(base)),  // NOLINT(*-const-cast)
            "share memory with another process");
        found = allocations_.emplace(base, handle).first;
    }
    return {.allocation = found->second,
            .offset = static_cast<std::size_t>(in_driver(address) - begin)};
}

MappedMemory::~MappedMemory()
{
    for (const auto& [handle, address] : allocations_) {
        static_cast<void>(cudaIpcCloseMemHandle(address));
    }
}

std::byte* MappedMemory::map(const SharedAddress& shared)
{
    const std::string key{static_cast<const char*>(shared.allocation.reserved),
                          sizeof shared.allocation.reserved};
    auto found = allocations_.find(key);
    if (found == allocations_.end()) {
        void* address = nullptr;
        device::check(
            cudaIpcOpenMemHandle(&address, shared.allocation, cudaIpcMemLazyEnablePeerAccess),
            "map the memory of another process");
        found = allocations_.emplace(key, address).first;
    }
    return static_cast<std::byte*>(found->second) + shared.offset;
}

void write_flag(unsigned* flag, unsigned value, cudaStream_t stream)
{
    static const auto write =
        device::driver_function<decltype(&cuStreamWriteValue32)>("cuStreamWriteValue32");
    check_driver(write(stream, in_driver(flag), value, CU_STREAM_WRITE_VALUE_DEFAULT),
                 "tell another device of messages");
}

void wait_for_flag(const unsigned* flag, unsigned value, cudaStream_t stream)
{
    static const auto wait =
        device::driver_function<decltype(&cuStreamWaitValue32)>("cuStreamWaitValue32");
    check_driver(wait(stream, in_driver(flag), value, CU_STREAM_WAIT_VALUE_GEQ),
                 "wait for messages of another device");
}

}  // namespace tobiuo::ranks
