// A schedule as text that does not depend on the names in the program.
#pragma once

#include <string>
#include <vector>

#include "kernels/device/specialisation.hpp"
#include "kernels/fft/kernel/pointwise.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::corpus {

/// Every number that a kernel or a launch depends on, one step behind the other; what a
/// usual pass of complex lines has too is left out.
[[nodiscard]] std::string plan_text(const fft::Schedule& schedule);

/// What each step asked for, "apart" in front of pairs of passes that are not merged.
[[nodiscard]] std::vector<std::string> requests_of(const fft::Schedule& schedule);

/// The kernels of its steps. `function` is that of passes between there and back.
[[nodiscard]] std::vector<device::Specialisation> kernels_of(const fft::Schedule& schedule,
                                                             Precision precision,
                                                             const fft::Pointwise& function = {});

}  // namespace tobiuo::corpus
