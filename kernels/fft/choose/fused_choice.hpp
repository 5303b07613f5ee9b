// SPDX-License-Identifier: BSD-3-Clause
// The configurations of passes that one block of threads runs, one after the other, over an array
// in its shared memory.
#pragma once

#include <optional>
#include <span>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/pass/fused_form.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// A pass of a FusedForm without its configuration.
struct FusedPass {
    PassForm form;
    Order order = Order::contiguous;
};

/// The form of these passes over arrays of `values` reals, which take `held` reals in shared memory;
/// nothing if no block holds them. What is cheapest follows from the operations of a multiprocessor,
/// and from the time of a block, by the number of blocks that a multiprocessor holds.
[[nodiscard]] std::optional<FusedForm> choose_fused(std::span<const FusedPass> passes,
                                                    long long values, long long held,
                                                    Precision precision,
                                                    const DeviceLimits& limits);

}  // namespace tobiuo::fft
