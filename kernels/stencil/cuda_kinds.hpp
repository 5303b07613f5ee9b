// The CUDA rows of the table of kernels.
#pragma once

#include <vector>

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// The preferred one first; empty in a build without a CUDA toolkit.
[[nodiscard]] std::vector<SweepKind> cuda_kinds();

}  // namespace tobiuo::stencil
