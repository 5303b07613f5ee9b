// SPDX-License-Identifier: BSD-3-Clause
// Configurations of kernels that several tests transform by.
#pragma once

#include "kernels/fft/block/kernel_config.hpp"

namespace tobiuo::fft::configs {

inline constexpr KernelConfig rows_256{.length = 256,
                                       .stages = 2,
                                       .radices = {16, 16},
                                       .threads_per_transform = 16,
                                       .transforms_per_block = 4,
                                       .pad = 16,
                                       .twiddle_recurrence = true};
inline constexpr KernelConfig columns_60{.length = 60,
                                         .stages = 3,
                                         .radices = {5, 4, 3},
                                         .threads_per_transform = 12,
                                         .transforms_per_block = 8,
                                         .load_contiguous = false,
                                         .store_contiguous = false};
inline constexpr KernelConfig columns_14{.length = 14,
                                         .stages = 2,
                                         .radices = {7, 2},
                                         .threads_per_transform = 7,
                                         .transforms_per_block = 4,
                                         .load_contiguous = false,
                                         .store_contiguous = false};
inline constexpr KernelConfig columns_7{.length = 7,
                                        .stages = 1,
                                        .radices = {7},
                                        .threads_per_transform = 1,
                                        .transforms_per_block = 4,
                                        .load_contiguous = false,
                                        .store_contiguous = false};
inline constexpr KernelConfig single_7{.length = 7,
                                       .stages = 1,
                                       .radices = {7},
                                       .threads_per_transform = 1,
                                       .transforms_per_block = 4};
inline constexpr KernelConfig transposing_15{.length = 15,
                                             .stages = 2,
                                             .radices = {5, 3},
                                             .threads_per_transform = 5,
                                             .transforms_per_block = 4,
                                             .load_contiguous = true,
                                             .store_contiguous = false};

}  // namespace tobiuo::fft::configs
