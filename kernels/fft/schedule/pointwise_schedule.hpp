// Which passes transform an array, apply a function to its spectrum, and transform it back.
#pragma once

#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// All axes but the slowest one there, as make_schedule() does it; the slowest one there, the
/// function (the pass of modes) and back in one pass; the other axes back. An axis that is too long
/// for one pass takes three, the function in the middle one; where its factors allow neither (see
/// Plan), the whole transform, the function in a pass of its own, and the whole transform back.
///
/// Of r2c the last axis goes from real numbers to half a spectrum and back in passes of its own,
/// where it is the only one too.
///
/// Throws std::invalid_argument if the problem is not c2c or r2c and forward or cannot be served,
/// or if the choices name blocks or an algorithm, which are for single transforms.
[[nodiscard]] Schedule make_pointwise_schedule(const Problem& problem, const DeviceLimits& limits,
                                               const Choices& choices = {});

}  // namespace tobiuo::fft
