// The peers on the device: a Poisson solve as a user of cuFFT or VkFFT writes it.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>
#include <vector>

#include "app/bench/fft/testbed.hpp"
#include "kernels/device/specialisation.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// The library's r2c out of place, one kernel that divides by the eigenvalues, its c2r out of
/// place; where there are walls, of the periodic box of all images, between a kernel that writes
/// the images and one that takes the unknowns out. `execute` solves from f to u, enqueues on
/// `stream` and keeps f. On `device`, the current one. No axis of `problem` is stretched, its
/// lambda is 0. `library` is "cufft" or "vkfft". Throws fft_bench::NotPlanned, device::DeviceError.
[[nodiscard]] std::unique_ptr<fft_bench::Transform> make_library_peer(
    const std::string& library, const poisson::Problem& problem, int device, cudaStream_t stream);

/// The kernels of a peer, for tests that compile them: dividing, extending, restricting.
[[nodiscard]] std::vector<device::Specialisation> peer_specialisations(
    const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
