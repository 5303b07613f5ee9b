// A solve as what is tuned: its passes, on the GPU at hand.
#pragma once

#include <memory>

#include "kernels/fft/tune/tune.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// For fft::tune(). Arrays are f and u of the problem; results are compared with HostSolver's where
/// that takes seconds. Throws std::invalid_argument: Solver::unsupported_reason(); DeviceError
/// where there is no CUDA.
[[nodiscard]] std::unique_ptr<fft::TuneSubject> tune_subject(const Problem& problem);

}  // namespace tobiuo::poisson
