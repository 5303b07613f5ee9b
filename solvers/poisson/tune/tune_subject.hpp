// SPDX-License-Identifier: BSD-3-Clause
// The passes of a solve as a subject of tuning.
#pragma once

#include <tobiuo/backend.hpp>

#include "kernels/fft/tune/tune.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The subject for fft::tune() on a device. The arrays are f and u of the problem; results are
/// compared with those of HostSolver if that takes seconds at most. Making plans throws
/// std::invalid_argument with MachineSolver::unsupported_reason(), and DeviceError where there is no
/// device.
[[nodiscard]] fft::TuneSubject tune_subject(const Problem& problem, Backend backend);

}  // namespace tobiuo::poisson
