// SPDX-License-Identifier: BSD-3-Clause
// Owners of device memory and of pinned host memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "runtime/device/check.hpp"
#include "runtime/device/handle.hpp"

namespace tobiuo::device {

/// Owns `count` uninitialised values on the current device. Throws DeviceError naming the size.
template <typename T>
class DeviceBuffer {
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::size_t count) : count_{count}
    {
        void* raw = nullptr;
        check(cudaMalloc(&raw, count * sizeof(T)),
              "allocate " + std::to_string(count * sizeof(T)) + " bytes on the device");
        data_.reset(raw);
    }

    [[nodiscard]] T* data() const { return static_cast<T*>(data_.get()); }
    [[nodiscard]] std::size_t size() const { return count_; }

private:
    UniqueHandle<void*, cudaFree> data_;
    std::size_t count_ = 0;
};

/// Owns `count` uninitialised values of page-locked host memory, which the copy engines reach
/// directly.
template <typename T>
class PinnedBuffer {
public:
    explicit PinnedBuffer(std::size_t count) : count_{count}
    {
        void* raw = nullptr;
        check(cudaMallocHost(&raw, count * sizeof(T)),
              "pin " + std::to_string(count * sizeof(T)) + " bytes of host memory");
        data_.reset(raw);
    }

    [[nodiscard]] std::span<T> span() const { return {static_cast<T*>(data_.get()), count_}; }

private:
    UniqueHandle<void*, cudaFreeHost> data_;
    std::size_t count_ = 0;
};

/// Enqueues a copy of `from` to device memory.
template <typename T>
void copy_to_device(T* to, std::span<const T> from, cudaStream_t stream)
{
    check(cudaMemcpyAsync(to, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, stream),
          "copy to the device");
}

/// Enqueues a copy of device memory into `to`.
template <typename T>
void copy_to_host(std::span<T> to, const T* from, cudaStream_t stream)
{
    check(cudaMemcpyAsync(to.data(), from, to.size_bytes(), cudaMemcpyDeviceToHost, stream),
          "copy from the device");
}

}  // namespace tobiuo::device
