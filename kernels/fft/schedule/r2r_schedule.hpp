// SPDX-License-Identifier: BSD-3-Clause
// The passes of cosine and sine transforms, as data that a test can run on the host.
#pragma once

#include <cstdint>
#include <vector>

#include <tobiuo/fft/r2r_plan.hpp>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {

/// An axis of more than one point.
struct R2rAxis {
    std::int64_t points{};
    R2rKind kind{};
};

/// The axes that are transformed, the contiguous one first, of `batch` arrays.
struct R2rProblem {
    std::vector<R2rAxis> axes;
    double scale = 1.0;
    Precision precision = Precision::fp64;
    Placement placement = Placement::in_place;
    std::int64_t batch = 1;
};

/// The schedule of a problem with at least one axis: a pass for each axis, from the contiguous one to
/// the slowest one. Lines of one array are transformed in pairs (TwoForOne): along other axes with
/// their neighbours, as the parts of complex values where the numbers before the axis are even. An
/// array of one axis, and DCT-I and DST-I, whose pairs lose digits, have lines by themselves
/// (LoneLine), for no array of a batch may leave anything in another one.
/// Throws std::invalid_argument, saying why, if no pass serves an axis.
[[nodiscard]] Schedule make_r2r_schedule(const R2rProblem& problem, const DeviceLimits& limits,
                                         const Choices& choices = {});

}  // namespace tobiuo::fft
