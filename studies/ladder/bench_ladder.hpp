// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench himeno --ladder`.
#pragma once

#include "app/bench/himeno/bench_himeno.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// Runs the techniques of Naruse et al. 2008 one by one on this GPU, beside their table. Throws
/// InputError for options that choose kernels, and DeviceError without a GPU.
[[nodiscard]] ExitCode bench_ladder_command(const BenchHimenoOptions& options);

}  // namespace tobiuo
