// The bandwidth that a Poisson solve is measured by.
#pragma once

#include <cstdint>
#include <string>

#include "app/run/ceiling.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "kernels/memory/ceiling.hpp"

namespace tobiuo {

/// Where a run's ceiling comes from: the host's memory, or the driver's copy on the GPU.
[[nodiscard]] CeilingSource poisson_ceiling_source(const PoissonPlace& place);

struct PoissonCeiling {
    memory::Ceiling measured{};
    std::string mix{};  ///< what it moves
};

/// What the driver's own copy reads and writes in a second, with arrays of `bytes` in all: the
/// median of some repetitions. Throws device::DeviceError.
[[nodiscard]] memory::Ceiling device_copy_ceiling(int device, std::int64_t bytes);
/// Bytes for it: 2 GiB, or a quarter of what is free.
[[nodiscard]] std::int64_t device_copy_bytes(int device);

/// On the CPU by memory::measure_ceiling(); on a GPU by device_copy_ceiling(). Throws
/// device::DeviceError.
[[nodiscard]] PoissonCeiling measure_poisson_ceiling(const PoissonPlace& place);

}  // namespace tobiuo
