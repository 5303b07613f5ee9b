// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/page_lock.hpp>

#include <cuda_runtime_api.h>

namespace tobiuo {

PageLock::PageLock(const void* array, std::size_t bytes)
{
    // NOLINTNEXTLINE(*-const-cast): nothing is written to the array
    void* const address = const_cast<void*>(array);
    const cudaError_t status = cudaHostRegister(address, bytes, cudaHostRegisterDefault);
    if (status == cudaSuccess) {
        locked_ = address;
        return;
    }
    static_cast<void>(cudaGetLastError());
    if (status != cudaErrorHostMemoryAlreadyRegistered) {
        refusal_ = cudaGetErrorString(status);
    }
}

PageLock::~PageLock()
{
    if (locked_ != nullptr) {
        static_cast<void>(cudaHostUnregister(locked_));
    }
}

}  // namespace tobiuo
