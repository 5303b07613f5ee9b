// SPDX-License-Identifier: BSD-3-Clause
// The plan of the slab kernels: packed coefficients, tensor maps, launches of many passes.
#pragma once

#include <memory>

#include "kernels/stencil/pass_plan.hpp"

namespace tobiuo::stencil {

/// Compiles the kernels for `sweeps` sweeps a pass and for the sweeps that remain, and allocates
/// slabs and two arrays of p on request.device. Throws DeviceError.
[[nodiscard]] std::unique_ptr<PassPlan> make_slab_plan(const SweepRequest& request, int sweeps);

}  // namespace tobiuo::stencil
