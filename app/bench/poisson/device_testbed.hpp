// The device's side of the Poisson benchmark: our solver beside cuFFT's transforms.
#pragma once

#include <memory>

#include "app/bench/fft/testbed.hpp"
#include "app/bench/poisson/bench_problem.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// A solve competes as a transform does, from f to u: it keeps f, so there is nothing to restore.
/// The libraries are "ours", "cufft" and "vkfft"; a plan throws fft_bench::NotPlanned where the
/// library cannot, or has too little memory. Throws device::DeviceError.
[[nodiscard]] std::unique_ptr<fft_bench::Testbed> make_device_testbed(
    int device, const poisson::Problem& problem, const fft_bench::Bytes& f);

/// What the testbed takes of the device's memory, without what its implementations do.
[[nodiscard]] inline double device_bytes(const poisson::Problem& problem)
{
    return 2.0 * array_bytes(problem);
}

}  // namespace tobiuo::poisson_bench
