// SPDX-License-Identifier: BSD-3-Clause
// A stage of the flow on the CPU.
#pragma once

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/host/stage_rows.hpp"
#include "kernels/flow/measure_row.hpp"

namespace tobiuo::flow {

/// Computes `arrays.next`, and `arrays.rates` where the stage keeps them, as Stage says. Returns
/// the measures of the velocity before the stage if they are wanted. `rows` are for tests.
///
/// Traffic   reads the velocity, the impulse and, where they are used, the old rates once from
///           memory and writes u* and the kept rates: 10, 13 and 10 words a cell. Where the stores
///           of memory::stores_for() go through the caches, the lines of u*, and those of the first
///           rates, are fetched, too: 6, 3 and 3 words more.
/// Accuracy  the same bits for any number of threads and every instruction set.
/// Twin      plain_stage.hpp, plain loops over points.
template <typename T>
Measures advance_on_host(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                         double time_step, bool measures, int threads,
                         const StageRows<T>& rows = usable_stage_rows<T>().front());

/// Computes `out` = div(velocity), where the velocity is as it stands in the arrays.
template <typename T>
void find_divergence_on_host(const Box<T>& box, const T* const (&velocity)[3], T* out, int threads);

/// Computes out[a] = the velocity before the stage, see StageArrays. An out[a] may be velocity[a].
template <typename T>
void project_on_host(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                     T* const (&out)[3], int threads);

extern template Measures advance_on_host(const Box<float>&, const StageArrays<float>&, const Stage&,
                                         double, bool, int, const StageRows<float>&);
extern template Measures advance_on_host(const Box<double>&, const StageArrays<double>&,
                                         const Stage&, double, bool, int, const StageRows<double>&);
extern template void find_divergence_on_host(const Box<float>&, const float* const (&)[3], float*,
                                             int);
extern template void find_divergence_on_host(const Box<double>&, const double* const (&)[3],
                                             double*, int);
extern template void project_on_host(const Box<float>&, const float* const (&)[3], const float*,
                                     float* const (&)[3], int);
extern template void project_on_host(const Box<double>&, const double* const (&)[3], const double*,
                                     double* const (&)[3], int);

}  // namespace tobiuo::flow
