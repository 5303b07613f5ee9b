// SPDX-License-Identifier: BSD-3-Clause
// What a device can hold, as the CUDA runtime reports it.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/device/check.hpp"
#include "runtime/device/compile/module.hpp"

namespace tobiuo::device {

[[nodiscard]] inline int attribute_of(int device, cudaDeviceAttr which)
{
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, device), "read what the device can hold");
    return value;
}

[[nodiscard]] inline int multiprocessors_of(int device = current_device())
{
    return attribute_of(device, cudaDevAttrMultiProcessorCount);
}

/// Blocks of `threads` threads that the current device runs at a time.
[[nodiscard]] inline unsigned resident_blocks(const Kernel& kernel, int threads)
{
    return static_cast<unsigned>(kernel.blocks_per_multiprocessor(threads)) *
           static_cast<unsigned>(multiprocessors_of());
}

}  // namespace tobiuo::device
