// Blocks for two passes in one launch.
#pragma once

#include <optional>

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/block_cost.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/kernel_request.hpp"

namespace tobiuo::fft {

/// The most promising pair of about as many threads each, `present` if that is one and none is
/// clearly better. Nothing if there is none.
[[nodiscard]] std::optional<BlockPair> choose_pair(const PairRequest& request,
                                                   const BlockPair& present,
                                                   const DeviceLimits& limits);

/// The most promising form of exactly `threads` threads of which a multiprocessor holds `resident`
/// blocks: a partner for a merged step. Nothing if there is none.
[[nodiscard]] std::optional<KernelConfig> choose_partner(const KernelRequest& request,
                                                         const DeviceLimits& limits, int threads,
                                                         int resident);

}  // namespace tobiuo::fft
