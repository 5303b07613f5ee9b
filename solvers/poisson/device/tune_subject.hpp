// The passes of a solve as a subject of tuning, on the current CUDA device.
#pragma once

#include <memory>

#include "kernels/fft/tune/tune.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The subject for fft::tune(). The arrays are f and u of the problem; results are compared with
/// those of HostSolver if that takes seconds at most. Throws std::invalid_argument with
/// DeviceSolver::unsupported_reason(), and DeviceError without CUDA.
[[nodiscard]] std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& problem);

}  // namespace tobiuo::poisson
