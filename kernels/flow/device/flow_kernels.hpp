// SPDX-License-Identifier: BSD-3-Clause
// What the kernels of a flow on a GPU are compiled from.
#pragma once

#include "kernels/fft/kernel/functions.hpp"
#include "kernels/flow/device/stage_launch.hpp"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/stage_form.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::flow {

[[nodiscard]] StageForm form_of(const StageProblem& problem, const StageLaunch& launch,
                                const Stage& stage, bool observes);
[[nodiscard]] device::Specialisation specialise_stage(const StageForm& form, Precision precision);
/// The kernel that finds the viscosity of the problem, with the tile of viscosity_form().
[[nodiscard]] device::Specialisation specialise_viscosity(const StageProblem& problem,
                                                          const StageLaunch& launch);
[[nodiscard]] StageForm viscosity_form(const StageProblem& problem, const StageLaunch& launch);

enum class FlowKernel { divergence, project, scalar };
/// `columns`: cells along x.
[[nodiscard]] device::Specialisation specialise(FlowKernel kernel, Precision precision,
                                                long long columns, bool varies = false,
                                                bool bounded = false);

/// `solve_parts` takes lines of up to most_parts * part_rows values, `rise` and `fall` those along z.
enum class ImplicitKernel { solve, solve_parts, raise_pressure, rise, fall };
/// `axis`: along which diffusion is implicit.
[[nodiscard]] device::Specialisation specialise(ImplicitKernel kernel, Precision precision,
                                                int axis);

/// The divergence as the function of a plan's first pass, which gets DivergenceArguments in device
/// memory.
[[nodiscard]] fft::PlaceFunction divergence_function(const StageProblem& problem);

}  // namespace tobiuo::flow
