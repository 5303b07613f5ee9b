// SPDX-License-Identifier: BSD-3-Clause
// The CUDA rows of the table of kernels.
#pragma once

#include <vector>

#include "kernels/stencil/sweep.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::stencil {

/// The CUDA kernels, the preferred one first. A build without a CUDA toolkit has their rows, too,
/// so that their names and switches mean the same in every build; their plans then cannot be made.
[[nodiscard]] std::vector<SweepKind> cuda_kinds();

/// Every form of every CUDA kernel that the program may ask for; tests compile all of them. The
/// function does not exist in a build without a CUDA toolkit.
[[nodiscard]] std::vector<device::Specialisation> cuda_specialisations();

}  // namespace tobiuo::stencil
