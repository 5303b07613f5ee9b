// SPDX-License-Identifier: BSD-3-Clause
// The passes that transform an array, apply a function to its spectrum, and transform it back.
#pragma once

#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// The schedule transforms all axes but the slowest one as make_schedule() does; then one pass
/// transforms the slowest axis, applies the function (the pass of modes) and transforms back; the
/// other axes follow back. A slowest axis that is too long for one pass takes three, with the
/// function in the middle one. Where its factors allow neither (see DevicePlan), the schedule is
/// the whole transform, the function in a pass of its own, and the whole inverse transform.
///
/// For r2c the last axis is always transformed between real samples and half a spectrum in passes
/// of its own, even if it is the only axis.
///
/// Throws std::invalid_argument if the problem is not a forward c2c or r2c transform or cannot be
/// served.
[[nodiscard]] Schedule make_pointwise_schedule(const Problem& problem, const DeviceLimits& limits,
                                               const Choices& choices = {});

}  // namespace tobiuo::fft
