// The passes of a solve as a subject of tuning, on the OpenCL device; free of OpenCL headers.
#pragma once

#include <memory>

#include "kernels/fft/tune/tune.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// As tune_subject(), by OpenclSolver. Making plans throws std::invalid_argument with
/// OpenclSolver::unsupported_reason().
[[nodiscard]] std::unique_ptr<fft::TuneSubject> opencl_tune_subject(const Problem& problem);

}  // namespace tobiuo::poisson
