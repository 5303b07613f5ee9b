// Whether an implementation solved its problem.
#pragma once

#include "app/bench/fft/testbed.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo::poisson_bench {

/// What `u` leaves of the equations with the right-hand side `f`, less its mean where the problem
/// has a null space. Both hold points(problem) numbers of the problem's precision.
[[nodiscard]] poisson::Residual residual_of(const poisson::Problem& problem,
                                            const fft_bench::Bytes& f, const fft_bench::Bytes& u);

}  // namespace tobiuo::poisson_bench
