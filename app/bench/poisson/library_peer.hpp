// The kernels of a Poisson solve as a user of cuFFT or VkFFT writes it.
#pragma once

#include <vector>

#include "runtime/device/compile/specialisation.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson_bench {

/// The kernels beside the transforms of make_library_peer(), for tests that compile them: dividing,
/// extending, restricting.
[[nodiscard]] std::vector<device::Specialisation> peer_specialisations(
    const poisson::Problem& problem);

}  // namespace tobiuo::poisson_bench
