// SPDX-License-Identifier: BSD-3-Clause
// The plan of the resident kernel: device memory, upload, cooperative launches.
#pragma once

#include <memory>

#include "kernels/stencil/resident/resident.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// The most sweeps of one launch. Each launch reads the coefficients anew; each sweep needs memory
/// for the sums of its blocks.
inline constexpr std::int64_t resident_sweeps_a_launch = 1024;

/// Compiles the kernel and allocates thirteen arrays, packets and sums on request.device. Throws
/// DeviceError, or std::invalid_argument where the shape does not fit.
[[nodiscard]] std::unique_ptr<SweepPlan> make_resident_plan(const SweepRequest& request);

/// Makes the plan with the given form instead of the one that resident_form() chooses.
[[nodiscard]] std::unique_ptr<SweepPlan> make_resident_plan(const SweepRequest& request,
                                                            const ResidentForm& form);

}  // namespace tobiuo::stencil
