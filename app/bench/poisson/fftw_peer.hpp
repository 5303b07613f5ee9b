// The peer on the host: a Poisson solve as a user of FFTW writes it.
#pragma once

#include <memory>

#include "app/bench/fft/host_testbed.hpp"
#include "app/bench/fft/testbed.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// FFTW's transform of the whole array out of place, one loop that divides by the eigenvalues, and
/// FFTW's transform back, all on `threads`: r2r with the kinds that the walls ask for, and r2c and
/// c2r where all axes are periodic. `execute` solves from f to u and keeps f. No axis of `problem`
/// is stretched, its lambda is 0. Throws std::runtime_error if FFTW makes no plan.
[[nodiscard]] std::unique_ptr<fft_bench::Transform> make_fftw_peer(
    const poisson::Problem& problem, const fft_bench::HostSettings& settings);

}  // namespace tobiuo::poisson_bench
