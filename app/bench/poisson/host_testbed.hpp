// The host's side of the Poisson benchmark: our solver beside FFTW's transforms.
#pragma once

#include <memory>

#include "app/bench/fft/host_testbed.hpp"
#include "app/bench/fft/testbed.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// A solve competes as a transform does, from f to u: it keeps f, so there is nothing to restore.
/// The libraries are "ours" and "fftw". `f` is the right-hand side and must outlive the testbed.
/// Throws std::bad_alloc.
[[nodiscard]] std::unique_ptr<fft_bench::Testbed> make_host_testbed(
    const poisson::Problem& problem, const fft_bench::Bytes& f,
    const fft_bench::HostSettings& settings);

/// What the testbed, its implementations, their planning and the check of the residual take at the
/// most.
[[nodiscard]] double host_bytes(const poisson::Problem& problem);

/// What the check takes on the host of a solve on a device: f, u and the residual.
[[nodiscard]] double check_bytes(const poisson::Problem& problem);

/// Numbers in [-0.5, 0.5], the same on every machine: all modes are there.
[[nodiscard]] fft_bench::Bytes random_right_hand_side(const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
