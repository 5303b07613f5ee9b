// SPDX-License-Identifier: BSD-3-Clause
// Zeros and copies beyond those of buffer.hpp: within the device, and of rows with gaps between.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::device {

/// Enqueues setting all bytes of `buffer` to zero; `doing` names the intent for errors: "clear p".
template <typename T>
void clear(const DeviceBuffer<T>& buffer, std::string_view doing, cudaStream_t stream)
{
    check(cudaMemsetAsync(buffer.data(), 0, buffer.size() * sizeof(T), stream), doing);
}

/// Returns a buffer of `count` values whose bytes are zero, which every stream finds so: work on the
/// default stream is not ordered with that on a stream that does not block it.
template <typename T>
[[nodiscard]] DeviceBuffer<T> zeros_and_wait(std::size_t count, std::string_view doing)
{
    DeviceBuffer<T> buffer{count};
    clear(buffer, doing, nullptr);
    synchronize(nullptr);
    return buffer;
}

/// Enqueues a copy of all of `from` to the start of `to`.
template <typename T>
void copy_on_device(const DeviceBuffer<T>& to, const DeviceBuffer<T>& from, cudaStream_t stream)
{
    check(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(T), cudaMemcpyDeviceToDevice,
                          stream),
          "copy on the device");
}

/// Copies `values` to device memory and waits for the copy.
template <typename T>
[[nodiscard]] DeviceBuffer<T> uploaded(const std::vector<T>& values, cudaStream_t stream)
{
    DeviceBuffer<T> buffer{values.size()};
    copy_to_device(buffer.data(), std::span{values}, stream);
    synchronize(stream);
    return buffer;
}

/// Rows of `columns` values in device memory, `pitch` values from the start of one to the next.
template <typename T>
struct PitchedRows {
    T* first;
    std::int64_t columns;
    std::int64_t pitch;

    [[nodiscard]] std::size_t row_bytes() const
    {
        return static_cast<std::size_t>(columns) * sizeof(T);
    }
    [[nodiscard]] std::size_t pitch_bytes() const
    {
        return static_cast<std::size_t>(pitch) * sizeof(T);
    }
};

/// Enqueues a copy of `from`, whole rows without gaps, to device memory.
template <typename T>
void copy_to_device(const PitchedRows<T>& to, std::span<const T> from, cudaStream_t stream)
{
    check(cudaMemcpy2DAsync(to.first, to.pitch_bytes(), from.data(), to.row_bytes(), to.row_bytes(),
                            from.size_bytes() / to.row_bytes(), cudaMemcpyHostToDevice, stream),
          "copy rows to the device");
}

/// Enqueues a copy of device memory into `to`, whole rows without gaps.
template <typename T>
void copy_to_host(std::span<T> to, const PitchedRows<const T>& from, cudaStream_t stream)
{
    check(cudaMemcpy2DAsync(to.data(), from.row_bytes(), from.first, from.pitch_bytes(),
                            from.row_bytes(), to.size_bytes() / from.row_bytes(),
                            cudaMemcpyDeviceToHost, stream),
          "copy rows from the device");
}

/// Returns all values of `buffer` after waiting for the work on `stream`.
template <typename T>
[[nodiscard]] std::vector<T> fetch_and_wait(const DeviceBuffer<T>& buffer, cudaStream_t stream)
{
    std::vector<T> values(buffer.size());
    const T* from = buffer.data();
    copy_to_host(std::span{values}, from, stream);
    synchronize(stream);
    return values;
}

}  // namespace tobiuo::device
