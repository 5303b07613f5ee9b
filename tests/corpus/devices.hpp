// SPDX-License-Identifier: BSD-3-Clause
// The GPUs that the corpus plans for, described by numbers, so that no device is needed.
#pragma once

#include <array>
#include <string_view>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"

namespace tobiuo::corpus {

struct Device {
    std::string_view name;
    std::string_view architecture;
    fft::DeviceLimits limits;
    fft::DeviceName table;  ///< its name in tables of tuned configurations
};

/// Limits are from NVIDIA's CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability"; multiprocessors and L2 cache from the data sheets of A100 40 GB and RTX 4090.
inline const std::array<Device, 3>& devices()
{
    static const std::array<Device, 3> all{
        {{.name = "h200", .architecture = "sm_90", .limits = {}, .table = {"NVIDIA H200", "9.0"}},
         {.name = "a100",
          .architecture = "sm_80",
          .limits = {.multiprocessors = 108,
                     .shared_per_block = 166912,
                     .shared_per_multiprocessor = 167936,
                     .l2_bytes = 40 << 20},
          .table = {"NVIDIA A100-SXM4-40GB", "8.0"}},
         {.name = "rtx4090",
          .architecture = "sm_89",
          .limits = {.multiprocessors = 128,
                     .shared_per_block = 101376,
                     .shared_per_multiprocessor = 102400,
                     .l2_bytes = 72 << 20,
                     .threads_per_multiprocessor = 1536},
          .table = {"NVIDIA GeForce RTX 4090", "8.9"}}}};
    return all;
}

}  // namespace tobiuo::corpus
