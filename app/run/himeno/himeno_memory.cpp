#include "app/run/himeno/himeno_memory.hpp"

#include <algorithm>

#include "app/run/opencl_place.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {

std::optional<std::int64_t> HimenoMemory::free_device_bytes() const
{
    switch (backend) {
        case Backend::cuda:
            return device::free_device_bytes(cuda_device);
        case Backend::opencl:
            return opencl_free_bytes(opencl::chosen_device());
        case Backend::cpu:
            break;
    }
    return std::nullopt;
}

CeilingSource HimenoMemory::ceiling_source() const
{
    switch (backend) {
        case Backend::cuda:
            return device_ceiling_source(cuda_device);
        case Backend::opencl:
            return opencl_ceiling_source(opencl::chosen_device());
        case Backend::cpu:
            break;
    }
    return host_ceiling_source();
}

CeilingPlan HimenoMemory::ceiling_plan(CeilingUse use, const stencil::Footprint& footprint) const
{
    return plan_ceiling(use, ceiling_source(),
                        std::max(footprint.host_bytes, footprint.device_bytes));
}

}  // namespace tobiuo
