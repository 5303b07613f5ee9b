// SPDX-License-Identifier: BSD-3-Clause
// Copies of rows between host and device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>

#include "runtime/memory/host_rows.hpp"

namespace tobiuo::memory {

/// Enqueues a copy of rows of `array` to `block` in device memory. Throws DeviceError.
void copy_to_device(std::span<const HostRows> rows, std::byte* array, std::byte* block,
                    cudaStream_t stream);
/// Enqueues a copy of `block` in device memory to rows of `array`. Throws DeviceError.
void copy_to_host(std::span<const HostRows> rows, std::byte* block, std::byte* array,
                  cudaStream_t stream);

}  // namespace tobiuo::memory
