// SPDX-License-Identifier: BSD-3-Clause
// The CPU kernels: their rows in the table.
#pragma once

#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// The reference: three plain loops over arrays as the benchmark's source has them, parallel over
/// i-planes. Tests compare every kernel with it.
[[nodiscard]] const SweepKind& twin_kind();

/// The fast CPU kernel: coefficients interleaved in blocks of sixteen points, vectorised.
[[nodiscard]] const SweepKind& blocked_kind();

}  // namespace tobiuo::stencil
