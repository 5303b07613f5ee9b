// The bandwidth ceiling that a Poisson solve is compared with.
#pragma once

#include <cstdint>
#include <string>

#include "app/run/ceiling.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "runtime/memory/ceiling.hpp"

namespace tobiuo {

/// The source of a run's ceiling: the host's memory, the driver's copy on the GPU, or the memory of
/// an OpenCL device.
[[nodiscard]] CeilingSource poisson_ceiling_source(const PoissonPlace& place);

struct PoissonCeiling {
    memory::Ceiling measured{};
    std::string mix{};  ///< what is moved
};

/// The bytes that the driver's own copy reads and writes per second, with arrays of `bytes` in all:
/// the median of some repetitions. Throws device::DeviceError.
[[nodiscard]] memory::Ceiling device_copy_ceiling(int device, std::int64_t bytes);
/// The bytes for device_copy_ceiling(): 2 GiB, or a quarter of what is free.
[[nodiscard]] std::int64_t device_copy_bytes(int device);

/// Measures the ceiling of that source. Throws device::DeviceError.
[[nodiscard]] PoissonCeiling measure_poisson_ceiling(const PoissonPlace& place);

}  // namespace tobiuo
