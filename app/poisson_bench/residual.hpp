// Whether a solve solved its problem: what it left of the equation, beside what rounding explains.
#pragma once

#include "app/fft_bench/arena.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// In root mean squares.
struct Residual {
    double relative{};  ///< |f - A u| / |f|, f without its mean where the problem has a null space
    double rounding_level{};  ///< what it is at the most if all is well

    [[nodiscard]] bool at_rounding_level() const { return relative <= rounding_level; }
};

/// `f` and `u` hold points(problem) numbers of the problem's precision. A is the stencil, so that
/// no transform checks itself; of the spectral operator, which has none, HostSolver's.
[[nodiscard]] Residual residual_of(const poisson::Problem& problem, const fft_bench::Bytes& f,
                                   const fft_bench::Bytes& u);

}  // namespace tobiuo::poisson_bench
