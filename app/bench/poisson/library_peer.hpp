// A Poisson solve as a user of cuFFT or VkFFT writes it, for comparison on the device.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>
#include <vector>

#include "app/bench/testbed.hpp"
#include "kernels/device/compile/specialisation.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// Makes the solve: the library's r2c out of place, one kernel that divides by the eigenvalues, and
/// c2r out of place. With walls it works on the periodic box of all images, between a kernel that
/// writes the images and one that copies the unknowns out. `execute` solves from f to u, enqueues
/// on `stream` and keeps f, on `device`, the current one. No axis of `problem` is stretched, and
/// lambda is 0. `library` is "cufft" or "vkfft". Throws bench::NotPlanned, device::DeviceError.
[[nodiscard]] std::unique_ptr<bench::Transform> make_library_peer(const std::string& library,
                                                                  const poisson::Problem& problem,
                                                                  int device, cudaStream_t stream);

/// The kernels of such a solve, for tests that compile them: dividing, extending, restricting.
[[nodiscard]] std::vector<device::Specialisation> peer_specialisations(
    const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
