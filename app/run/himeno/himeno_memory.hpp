// The memory in which a Himeno run has its arrays: what is free, and its bandwidth ceiling.
#pragma once

#include <cstdint>
#include <optional>

#include "app/run/ceiling.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo {

struct HimenoMemory {
    Backend backend;
    int cuda_device = 0;  ///< used by that back end only

    /// Free bytes of the device; nothing on the CPU.
    [[nodiscard]] std::optional<std::int64_t> free_device_bytes() const;

    [[nodiscard]] CeilingSource ceiling_source() const;
    [[nodiscard]] CeilingPlan ceiling_plan(CeilingUse use,
                                           const stencil::Footprint& footprint) const;
};

}  // namespace tobiuo
