// The OpenCL device's part of a poisson case; free of OpenCL headers.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/run/poisson/poisson_device.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// Why OpenCL's solver does not support the problem on the device that this process uses, as a
/// sentence; nothing if it does. Throws DeviceError.
[[nodiscard]] std::optional<std::string> poisson_opencl_unsupported_reason(
    const poisson::Problem& problem);

/// What a solve takes there. Throws std::invalid_argument if the solver does not support the problem,
/// and DeviceError.
[[nodiscard]] PoissonDeviceNeeds poisson_opencl_needs(const poisson::Problem& problem);

/// Makes an engine for that device; see make_poisson_engine().
template <typename Real>
[[nodiscard]] std::unique_ptr<PoissonEngine<Real>> make_opencl_engine(
    const poisson::Problem& problem, const PoissonPlace& place);

}  // namespace tobiuo
