// SPDX-License-Identifier: BSD-3-Clause
// A stage of the scalar that a flow carries, on the CPU.
#pragma once

#include "kernels/flow/flow_box.hpp"

namespace tobiuo::flow {

/// Computes `arrays.next_scalar`, and `arrays.scalar_rates` where the stage keeps them: the scalar
/// changes by -div(u scalar) + diffusivity laplacian(scalar) with the velocity before the stage.
///
/// `stage` is that of the velocity. Where advection is bounded no rates are kept, but in their array
/// the scalar at the begin of the step, see bounded_stages.
///
/// Method    fluxes through faces of cells are second-order central: velocity times the plain mean
///           of the two cells, so that the sum of the scalar and, without diffusion, that of its
///           square change by rounding and the time step only; or bounded, see bounded_flux.hpp.
/// Traffic   reads velocity, impulse, scalar and, where they are used, the old rates once from
///           memory and writes the scalar and the kept rates: 7, 8 and 7 words a cell; 7 in each
///           stage where advection is bounded.
/// Accuracy  the same bits for any number of threads.
/// Twin      plain_stage.hpp, plain loops over points.
/// Source    F. H. Harlow and J. E. Welch, Phys. Fluids 8, 2182 (1965), for the fluxes.
template <typename T>
void advance_scalar_on_host(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                            double time_step, int threads);

extern template void advance_scalar_on_host(const Box<float>&, const StageArrays<float>&,
                                            const Stage&, double, int);
extern template void advance_scalar_on_host(const Box<double>&, const StageArrays<double>&,
                                            const Stage&, double, int);

}  // namespace tobiuo::flow
