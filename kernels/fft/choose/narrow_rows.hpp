// Rows that a launch of their own transforms, in blocks as narrow as serves them.
#pragma once

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/kernel_request.hpp"

namespace tobiuo::fft {

/// A block of rows with fewer lines, so that threads wait for fewer others at its barriers and the
/// next block begins sooner: one warp, or the fewest of up to four that lines fill to three
/// quarters. Where lines lie within warps (KernelConfig::within_warps) and need no barrier of the
/// block, two warps of DCT-I and DST-I and four of others. Four also where blocks would be more
/// than the multiprocessors hold and have less than 2 KiB each. Never more lines than before, and
/// as before where a multiprocessor gets no more than one block.
///
/// H200, ms a solve by blocks of 256 threads and by these: 100^3 single, Dirichlet walls (10
/// threads) 0.0256 and 0.0216, periodic 0.0251 and 0.0232; 96^3 double, periodic (8 threads) 0.0314
/// and 0.0262; 144^3 single on nodes 0.0621 and 0.0547. Of 220 solves of 60^3 to 180^3,
/// convolutions among them, the geometric mean is 6 % less; a dozen take 2 to 11 % more, 80^3
/// single, periodic the most.
[[nodiscard]] KernelConfig narrowed(const KernelConfig& rows, const KernelRequest& request,
                                    const DeviceLimits& limits);

}  // namespace tobiuo::fft
