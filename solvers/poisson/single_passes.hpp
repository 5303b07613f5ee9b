// What the passes of a solve may change where they are not merged.
#pragma once

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "solvers/poisson/solve_lines.hpp"

namespace tobiuo::poisson {

/// Rows take narrow blocks, and columns of y leave the padding of rows out where that saves them a
/// wave of blocks (128^3 double on nodes between Neumann walls, 525 blocks instead of 533 where 528
/// have room: 0.0622 ms instead of 0.0650; where no wave is saved it costs up to 8 %).
void refine_single_passes(fft::Schedule& schedule, const SolveLines& lines,
                          const fft::PassBlocks& blocks, const fft::DeviceLimits& limits);

}  // namespace tobiuo::poisson
