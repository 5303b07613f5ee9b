// SPDX-License-Identifier: BSD-3-Clause
// The timing of a point: calibrated, repeated, median taken.
#pragma once

#include "studies/memory/study.hpp"

namespace tobiuo::memory_study {

struct Timing {
    double seconds = 0.1;  ///< all repetitions of a point together
    int repetitions = 7;
};

/// Finds how many units fill a repetition, then measures `timing.repetitions` of them.
[[nodiscard]] Measurement measure(memory::Probe& probe, Quantity quantity, const Timing& timing);

}  // namespace tobiuo::memory_study
