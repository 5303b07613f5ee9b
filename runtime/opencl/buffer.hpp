// SPDX-License-Identifier: BSD-3-Clause
// Owner of device memory in OpenCL, its copies and zeros.
#pragma once

#include <CL/cl.h>

#include <cstdint>
#include <span>

#include "runtime/device/handle.hpp"
#include "runtime/opencl/context.hpp"

namespace tobiuo::opencl {

/// For UniqueHandle, which needs a function with a name.
void release_buffer(cl_mem buffer);

/// Owns uninitialised bytes on the device of a context; move-only.
class Buffer {
public:
    Buffer() = default;
    /// Throws DeviceError with the size if `bytes`, at least 1, are more than the device has or
    /// gives to one buffer.
    explicit Buffer(std::int64_t bytes, const Context& where = context());

    [[nodiscard]] cl_mem get() const { return memory_.get(); }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

private:
    device::UniqueHandle<cl_mem, release_buffer> memory_;
    std::int64_t bytes_ = 0;
};

/// Copies between host memory and `bytes` bytes of a buffer from byte `offset` on, behind the work
/// on the queue, and waits for it. They throw DeviceError.
void write_and_wait(cl_mem to, std::int64_t offset, const void* from, std::int64_t bytes,
                    cl_command_queue queue);
void read_and_wait(void* to, cl_mem from, std::int64_t offset, std::int64_t bytes,
                   cl_command_queue queue);

/// Copies values of any type between host memory and a buffer from value `first` on, and waits.
template <typename T>
void write_and_wait(const Buffer& to, std::span<const T> from, cl_command_queue queue,
                    std::int64_t first = 0)
{
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    write_and_wait(to.get(), first * size, from.data(),
                   static_cast<std::int64_t>(from.size_bytes()), queue);
}
template <typename T>
void read_and_wait(std::span<T> to, const Buffer& from, cl_command_queue queue,
                   std::int64_t first = 0)
{
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    read_and_wait(to.data(), from.get(), first * size, static_cast<std::int64_t>(to.size_bytes()),
                  queue);
}

/// A buffer of these values; an empty one if there are none. Throws DeviceError.
template <typename T>
[[nodiscard]] Buffer uploaded(std::span<const T> values, const Context& where)
{
    if (values.empty()) {
        return {};
    }
    Buffer buffer{static_cast<std::int64_t>(values.size_bytes()), where};
    write_and_wait<T>(buffer, values, where.queue());
    return buffer;
}

/// Enqueues a copy of `bytes` bytes between two buffers, or parts of one that do not overlap.
/// Throws DeviceError.
void copy(cl_mem to, std::int64_t to_offset, cl_mem from, std::int64_t from_offset,
          std::int64_t bytes, cl_command_queue queue);

/// Enqueues setting the first `bytes` bytes, at least 1, or all to zero. They throw DeviceError.
void clear(cl_mem buffer, std::int64_t bytes, cl_command_queue queue);
inline void clear(const Buffer& buffer, cl_command_queue queue)
{
    clear(buffer.get(), buffer.bytes(), queue);
}

}  // namespace tobiuo::opencl
