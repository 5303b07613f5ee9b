// The bandwidth that a Poisson solve is measured by.
#pragma once

#include <string>

#include "app/command/poisson_engine.hpp"
#include "kernels/memory/ceiling.hpp"

namespace tobiuo {

struct PoissonCeiling {
    memory::Ceiling measured{};
    std::string mix{};  ///< what it moves
};

/// On the CPU by memory::measure_ceiling(); on a GPU what the driver's own copy reads and writes in
/// a second, the median of some repetitions. Throws device::DeviceError.
[[nodiscard]] PoissonCeiling measure_poisson_ceiling(const PoissonPlace& place);

}  // namespace tobiuo
