// The CPU kernels: their rows in the table.
#pragma once

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// Three plain loops over arrays as the benchmark's source has them: what every kernel is
/// compared with. Parallel over i-planes.
[[nodiscard]] const SweepKind& twin_kind();

/// The fast CPU kernel: coefficients interleaved in blocks of sixteen points, vectorised.
[[nodiscard]] const SweepKind& blocked_kind();

}  // namespace tobiuo::stencil
