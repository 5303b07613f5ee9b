// The peer on the device: a Poisson solve as a user of cuFFT writes it.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

#include "app/fft_bench/arena.hpp"
#include "kernels/device/specialisation.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// cuFFT's r2c out of place, one kernel that divides by the eigenvalues, cuFFT's c2r out of place;
/// where there are walls, of the periodic box of all images, between a kernel that writes the images
/// and one that takes the unknowns out. `execute` solves from f to u, enqueues on `stream` and keeps
/// f. On `device`, the current one. No axis of `problem` is stretched, its lambda is 0. Throws
/// fft_bench::NotPlanned, device::DeviceError.
[[nodiscard]] std::unique_ptr<fft_bench::Transform> make_cufft_peer(const poisson::Problem& problem,
                                                                    int device,
                                                                    cudaStream_t stream);

/// The kernels of a peer, for tests that compile them: dividing, extending, restricting.
[[nodiscard]] std::vector<device::Specialisation> peer_specialisations(
    const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
