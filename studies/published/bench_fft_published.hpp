// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo bench fft --published`.
#pragma once

#include "app/bench/fft/bench_fft.hpp"
#include "app/errors.hpp"

namespace tobiuo {

/// Measures tables 7 to 12 of Nukada et al. 2008 and prints them beside the paper's figures, with a
/// JSON file of their own; without a device only the tables of the host. Throws as
/// bench_fft_command() does.
[[nodiscard]] ExitCode bench_fft_published_command(const BenchFftOptions& options);

}  // namespace tobiuo
