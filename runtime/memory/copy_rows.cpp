// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/copy_rows.hpp"

#include <cstdint>

#include "runtime/device/check.hpp"

namespace tobiuo::memory {
namespace {

/// One side of a copy: a place and the distance of two rows there.
struct Side {
    std::byte* first;
    std::int64_t pitch;
};

void copy(const Side& to, const Side& from, const HostRows& rows, cudaMemcpyKind kind,
          cudaStream_t stream)
{
    constexpr std::int64_t longest_pitch = (1LL << 31) - 1;  // of a copy in two dimensions
    const auto bytes = static_cast<std::size_t>(rows.row_bytes);
    if (rows.rows == 1 || rows.pitch == rows.row_bytes) {
        device::check(cudaMemcpyAsync(to.first, from.first, static_cast<std::size_t>(rows.bytes()),
                                      kind, stream),
                      "copy rows");
    } else if (rows.pitch <= longest_pitch) {
        device::check(cudaMemcpy2DAsync(to.first, static_cast<std::size_t>(to.pitch), from.first,
                                        static_cast<std::size_t>(from.pitch), bytes,
                                        static_cast<std::size_t>(rows.rows), kind, stream),
                      "copy rows");
    } else {
        for (std::int64_t row = 0; row < rows.rows; ++row) {
            device::check(cudaMemcpyAsync(to.first + row * to.pitch, from.first + row * from.pitch,
                                          bytes, kind, stream),
                          "copy rows");
        }
    }
}

}  // namespace

void copy_to_device(std::span<const HostRows> rows, std::byte* array, std::byte* block,
                    cudaStream_t stream)
{
    for (const HostRows& one : rows) {
        copy({block + one.in_block, one.row_bytes}, {array + one.offset, one.pitch}, one,
             cudaMemcpyHostToDevice, stream);
    }
}

void copy_to_host(std::span<const HostRows> rows, std::byte* block, std::byte* array,
                  cudaStream_t stream)
{
    for (const HostRows& one : rows) {
        copy({array + one.offset, one.pitch}, {block + one.in_block, one.row_bytes}, one,
             cudaMemcpyDeviceToHost, stream);
    }
}

}  // namespace tobiuo::memory
