// How a point is timed: calibrated, repeated, the median taken.
#pragma once

#include "app/studies/memory/study.hpp"

namespace tobiuo::memory_study {

struct Timing {
    double seconds = 0.1;  ///< of all repetitions of a point together
    int repetitions = 7;
};

/// Finds out how many units fill a repetition, then measures `timing.repetitions` of them.
[[nodiscard]] Measurement measure(memory::Probe& probe, Quantity quantity, const Timing& timing);

}  // namespace tobiuo::memory_study
