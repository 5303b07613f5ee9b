// The GPU's side of a poisson case; free of CUDA headers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/run/poisson/poisson_engine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// What the GPU's solver cannot do on `device`: a sentence; nothing if it can. Throws
/// device::DeviceError.
[[nodiscard]] std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem,
                                                                    int device);

/// What a solve takes on a GPU.
struct PoissonDeviceNeeds {
    std::int64_t bytes{};  ///< f, u and what the solver owns
    int memory_passes{};   ///< of the array through memory
};

/// Of f and u alone: the least that there must be.
[[nodiscard]] inline std::int64_t poisson_device_array_bytes(const poisson::Problem& problem)
{
    return 2 * poisson::points(problem) * bytes_per_value(problem.precision);
}

/// Plans the solver, of lambda 0, to ask it: its kernels are compiled, and kept for the run. Throws
/// std::invalid_argument for what the solver objects to, device::DeviceError.
[[nodiscard]] PoissonDeviceNeeds poisson_device_needs(const poisson::Problem& problem, int device);

/// As make_poisson_engine().
template <typename Real>
[[nodiscard]] std::unique_ptr<PoissonEngine<Real>> make_device_engine(
    const poisson::Problem& problem, const PoissonPlace& place);

}  // namespace tobiuo
