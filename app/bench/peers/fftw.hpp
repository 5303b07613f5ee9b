// SPDX-License-Identifier: BSD-3-Clause
// FFTW as an implementation on the host.
#pragma once

#include <memory>
#include <string>

#include "app/bench/measurement.hpp"
#include "app/bench/options.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::bench {

/// Makes a plan, of which c2r overwrites its input, even out of place. Throws std::runtime_error.
[[nodiscard]] std::unique_ptr<Transform> plan_fftw(const fft::Problem& problem,
                                                   const HostSettings& settings = {});

/// The version, "3.3.10".
[[nodiscard]] std::string fftw_version();

}  // namespace tobiuo::bench
