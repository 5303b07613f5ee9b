// SPDX-License-Identifier: BSD-3-Clause
// The bandwidth ceiling that a Poisson solve is compared with.
#pragma once

#include <cstdint>
#include <string>

#include "app/run/place.hpp"
#include "runtime/memory/ceiling.hpp"

namespace tobiuo {

struct PoissonCeiling {
    memory::Ceiling measured{};
    std::string mix{};  ///< what is moved
};

/// The bytes that the driver's own copy reads and writes per second, with arrays of `bytes` in all:
/// the median of some repetitions. Throws device::DeviceError.
[[nodiscard]] memory::Ceiling device_copy_ceiling(int device, std::int64_t bytes);
/// The bytes for device_copy_ceiling(): 2 GiB, or a quarter of what is free.
[[nodiscard]] std::int64_t device_copy_bytes(int device);

/// Measures the ceiling of a place. Throws device::DeviceError.
[[nodiscard]] PoissonCeiling measure_poisson_ceiling(const Place& place);

}  // namespace tobiuo
