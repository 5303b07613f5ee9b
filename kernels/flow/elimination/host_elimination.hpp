// SPDX-License-Identifier: BSD-3-Clause
// The systems of implicit diffusion for the length of a step, on the CPU.
#pragma once

#include "kernels/flow/elimination/elimination.hpp"

namespace tobiuo::flow {

/// Makes the tables of all systems, as Elimination says, unless they are those of the time step.
/// With elimination_parts as `parts` it is the twin of the kernel.
template <typename T>
void eliminate_on_host(const Elimination<T>& all, int parts = 1);

extern template void eliminate_on_host(const Elimination<float>&, int);
extern template void eliminate_on_host(const Elimination<double>&, int);

}  // namespace tobiuo::flow
