// Memory of the host that the copy engines of devices reach directly.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>

#include "kernels/device/handle.hpp"

namespace tobiuo::device {

/// Keeps an array of the host in page-locked memory as long as it lives. Locking takes about a
/// third of a second for each gigabyte. Where the system refuses it, the array stays as it is:
/// copies then go through blocks of the driver, and are several times slower.
class PageLock {
public:
    PageLock() = default;

    template <typename T>
    explicit PageLock(std::span<T> array)
    {
        // NOLINTNEXTLINE(*-const-cast): nothing is written to the array
        void* const address = const_cast<std::remove_const_t<T>*>(array.data());
        const cudaError_t status =
            cudaHostRegister(address, array.size_bytes(), cudaHostRegisterDefault);
        if (status == cudaSuccess) {
            locked_.reset(address);
            return;
        }
        static_cast<void>(cudaGetLastError());
        if (status != cudaErrorHostMemoryAlreadyRegistered) {
            refusal_ = cudaGetErrorString(status);
        }
    }

    /// Why the array is not locked; empty if it is.
    [[nodiscard]] const std::string& refusal() const { return refusal_; }

private:
    UniqueHandle<void*, cudaHostUnregister> locked_;
    std::string refusal_;
};

}  // namespace tobiuo::device
