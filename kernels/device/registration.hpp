// Host memory of a caller, page-locked for a while.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "kernels/device/handle.hpp"

namespace tobiuo::device {

/// Page-locks `bytes` of host memory while it lives, so that the copy engines reach them directly.
/// Memory that is page-locked already stays as it is. Where the system refuses, the memory stays
/// pageable: copies then pass through the driver's own buffers, at a fraction of the speed.
class Registration {
public:
    Registration() = default;
    Registration(void* data, std::size_t bytes)
    {
        cudaPointerAttributes attributes{};
        if (cudaPointerGetAttributes(&attributes, data) == cudaSuccess &&
            attributes.type != cudaMemoryTypeUnregistered) {
            pinned_ = true;
            return;
        }
        pinned_ = cudaHostRegister(data, bytes, cudaHostRegisterDefault) == cudaSuccess;
        data_.reset(pinned_ ? data : nullptr);
        static_cast<void>(cudaGetLastError());
    }

    [[nodiscard]] bool pinned() const { return pinned_; }

private:
    UniqueHandle<void*, cudaHostUnregister> data_;
    bool pinned_ = false;
};

}  // namespace tobiuo::device
