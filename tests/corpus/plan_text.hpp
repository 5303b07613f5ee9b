// SPDX-License-Identifier: BSD-3-Clause
// A schedule as text that does not depend on the names in the program.
#pragma once

#include <string>
#include <vector>

#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::corpus {

/// Every number that a kernel or a launch depends on, step by step, without those that all usual
/// passes of complex lines share.
[[nodiscard]] std::string plan_text(const fft::Schedule& schedule);

/// The requests of each step, with "apart" before pairs of passes that are not merged.
[[nodiscard]] std::vector<std::string> requests_of(const fft::Schedule& schedule);

/// The kernels of the steps. `function` is that of passes of modes.
[[nodiscard]] std::vector<device::Specialisation> kernels_of(const fft::Schedule& schedule,
                                                             Precision precision,
                                                             const fft::Pointwise& function = {});

}  // namespace tobiuo::corpus
