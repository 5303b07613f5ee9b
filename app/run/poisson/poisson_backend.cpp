#include "app/run/poisson/poisson_backend.hpp"

#include <stdexcept>
#include <utility>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/run/backend.hpp"
#include "kernels/device/error.hpp"

namespace tobiuo {
namespace {

PoissonDecision on_cpu(std::string reason)
{
    return {.place = {}, .where = cpu_text(), .reason = std::move(reason), .needs = {}};
}

PoissonDecision on_gpu(int index, const device::Survey& found, std::string reason,
                       const PoissonDeviceNeeds& needs)
{
    return {.place = {.backend = Backend::cuda, .device = index},
            .where = gpu_text(index, found),
            .reason = std::move(reason),
            .needs = needs};
}

/// What the GPU needs. If the arrays alone exceed its memory, the solver is not planned: the
/// estimate reports that.
PoissonDeviceNeeds needs_of(const poisson::Problem& problem, int index,
                            const PoissonDevices& devices)
{
    const std::int64_t arrays = poisson_device_array_bytes(problem);
    return arrays > devices.free_bytes(index)
               ? PoissonDeviceNeeds{.bytes = arrays, .memory_passes = 3}
               : devices.needs(problem, index);
}

PoissonDecision insisted(const Case& the_case, const PoissonCase& poisson,
                         const PoissonDevices& devices)
{
    const device::Survey& found = devices.survey();
    if (const auto unsupported_reason = device_unsupported_reason(the_case.device, found)) {
        throw device::DeviceError{"the case needs a CUDA device, but " + *unsupported_reason +
                                  "; use `backend: auto` or `backend: cpu`"};
    }
    if (const auto unsupported_reason =
            devices.unsupported_reason(poisson.problem, the_case.device)) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         "backend: the GPU cannot solve this case: " + *unsupported_reason};
    }
    return on_gpu(the_case.device, found, "the case asks for it",
                  needs_of(poisson.problem, the_case.device, devices));
}

PoissonDecision automatic(const poisson::Problem& problem, int index, const PoissonDevices& devices)
{
    const device::Survey& found = devices.survey();
    if (const auto unsupported_reason = device_unsupported_reason(index, found)) {
        return on_cpu("no GPU is used: " + *unsupported_reason);
    }
    try {
        if (const auto unsupported_reason = devices.unsupported_reason(problem, index)) {
            return on_cpu("the GPU declines: " + *unsupported_reason);
        }
        const PoissonDeviceNeeds needs = needs_of(problem, index, devices);
        const std::int64_t free = devices.free_bytes(index);
        if (needs.bytes > free) {
            return on_cpu("the GPU is too small: the case needs " +
                          bytes_text(static_cast<double>(needs.bytes)) + ", " +
                          bytes_text(static_cast<double>(free)) + " are free");
        }
        return on_gpu(index, found, "a GPU is there and the case fits", needs);
    } catch (const std::invalid_argument& error) {
        return on_cpu(std::string{"the GPU declines: "} + error.what());
    } catch (const device::DeviceError& error) {  // even asking the device fails
        return on_cpu(std::string{"no GPU is used: "} + error.what());
    }
}

}  // namespace

PoissonDecision decide_poisson_backend(const Case& the_case, const PoissonCase& poisson,
                                       const PoissonDevices& devices)
{
    switch (the_case.backend) {
        case BackendChoice::cpu:
            return on_cpu("the case asks for it");
        case BackendChoice::cuda:
            return insisted(the_case, poisson, devices);
        case BackendChoice::automatic:
            break;
    }
    return automatic(poisson.problem, the_case.device, devices);
}

}  // namespace tobiuo
