#include "app/run/poisson/poisson_backend.hpp"

#include <algorithm>
#include <optional>
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

/// The memory of a GPU that a case may take.
struct Room {
    std::int64_t bytes{};
    bool by_case = false;    ///< whether the case's device_memory says so, and not what is free
    std::int64_t planned{};  ///< bytes for a solver: a little of what is free is left to others
};

Room room_of(const PoissonCase& poisson, int index, const PoissonDevices& devices)
{
    const std::int64_t free = devices.free_bytes(index);
    const std::int64_t most = poisson.device_memory ? poisson.device_memory->bytes : free;
    return {.bytes = std::min(free, most),
            .by_case = most < free,
            .planned = std::min(free - free / 10, most)};
}

/// What the GPU needs. If the arrays alone exceed the memory, the solver is not planned.
PoissonDeviceNeeds needs_of(const poisson::Problem& problem, int index, const Room& room,
                            const PoissonDevices& devices)
{
    const std::int64_t arrays = devices.array_bytes(problem);
    return arrays > room.bytes ? PoissonDeviceNeeds{.bytes = arrays, .memory_passes = 3}
                               : devices.needs(problem, index);
}

/// "the case needs 17.2 GB of the GPU's memory, 4.29 GB are free"
std::string shortage(const PoissonDeviceNeeds& needs, const Room& room)
{
    return "the case needs " + bytes_text(static_cast<double>(needs.bytes)) +
           " of the GPU's memory, " + bytes_text(static_cast<double>(room.bytes)) +
           (room.by_case ? " are allowed by device_memory" : " are free");
}

/// The decision for a case that does not fit and is supported with its arrays in host memory.
PoissonDecision from_host_memory(int index, const PoissonDeviceNeeds& needs, const Room& room,
                                 const PoissonOutOfCard& found, const PoissonDevices& devices)
{
    PoissonDecision decision =
        on_gpu(index, devices.survey(), shortage(needs, room) + ": its arrays stay in host memory",
               found.needs);
    decision.place.device_limit = room.planned;
    decision.place.link = found.link;
    return decision;
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
    const Room room = room_of(poisson, the_case.device, devices);
    const PoissonDeviceNeeds needs = needs_of(poisson.problem, the_case.device, room, devices);
    if (needs.bytes <= room.bytes) {
        return on_gpu(the_case.device, found, "the case asks for it", needs);
    }
    const PoissonOutOfCard host =
        devices.out_of_card(poisson.problem, the_case.device, room.planned);
    if (!host.unsupported_reason) {
        return from_host_memory(the_case.device, needs, room, host, devices);
    }
    if (room.by_case) {
        throw InputError{poisson.device_memory_at, "device_memory: " + shortage(needs, room) +
                                                       ", and " + *host.unsupported_reason};
    }
    return on_gpu(the_case.device, found, "the case asks for it", needs);  // the estimate refuses
}

/// If the arrays alone exceed the memory, the solver is not planned, and the estimate refuses.
PoissonDecision by_opencl(const poisson::Problem& problem, const opencl::DeviceInfo& device,
                          std::string reason)
{
    const std::int64_t arrays = poisson_device_array_bytes(problem);
    return {.place = {.backend = Backend::opencl},
            .where = opencl_text(device),
            .reason = std::move(reason),
            .needs = arrays > opencl_free_bytes(device)
                         ? PoissonDeviceNeeds{.bytes = arrays, .memory_passes = 3}
                         : poisson_device_needs(problem, Backend::opencl, 0)};
}

PoissonDecision insisted_by_opencl(const Case& the_case, const PoissonCase& poisson)
{
    const opencl::DeviceInfo& device = required_opencl_device();
    if (poisson.device_memory) {
        throw InputError{poisson.device_memory_at,
                         "device_memory: arrays stay in host memory by CUDA only: leave it out, or "
                         "use backend: cuda"};
    }
    if (const auto reason = poisson_unsupported_reason(poisson.problem, Backend::opencl, 0)) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         "backend: OpenCL cannot solve this case: " + *reason};
    }
    return by_opencl(poisson.problem, device, "the case asks for it");
}

/// The decision of `auto` where CUDA is out of the question, as `cuda_declined` says: an OpenCL
/// device that is no CPU, else the CPU.
PoissonDecision without_cuda(const PoissonCase& poisson, const std::string& cuda_declined,
                             const PoissonDevices& devices)
{
    const opencl::DeviceInfo* device = poisson.device_memory ? nullptr : devices.opencl();
    if (device == nullptr) {
        return on_cpu(cuda_declined);
    }
    try {
        if (const auto reason = poisson_unsupported_reason(poisson.problem, Backend::opencl, 0)) {
            return on_cpu(cuda_declined + "; OpenCL declines: " + *reason);
        }
        PoissonDecision decision =
            by_opencl(poisson.problem, *device, cuda_declined + "; an OpenCL device is there");
        const std::int64_t bytes = opencl_free_bytes(*device);
        return decision.needs->bytes <= bytes
                   ? decision
                   : on_cpu(cuda_declined + "; the OpenCL device is too small: the case needs " +
                            bytes_text(static_cast<double>(decision.needs->bytes)) + ", it has " +
                            bytes_text(static_cast<double>(bytes)));
    } catch (const std::invalid_argument& error) {
        return on_cpu(cuda_declined + "; OpenCL declines: " + error.what());
    } catch (const device::DeviceError& error) {
        return on_cpu(cuda_declined + "; OpenCL fails: " + error.what());
    }
}

PoissonDecision automatic(const PoissonCase& poisson, int index, const PoissonDevices& devices)
{
    const poisson::Problem& problem = poisson.problem;
    const device::Survey& found = devices.survey();
    if (const auto unsupported_reason = device_unsupported_reason(index, found)) {
        return without_cuda(poisson, "no GPU is used: " + *unsupported_reason, devices);
    }
    try {
        if (const auto unsupported_reason = devices.unsupported_reason(problem, index)) {
            return without_cuda(poisson, "the GPU declines: " + *unsupported_reason, devices);
        }
        const Room room = room_of(poisson, index, devices);
        const PoissonDeviceNeeds needs = needs_of(problem, index, room, devices);
        if (needs.bytes <= room.bytes) {
            return on_gpu(index, found, "a GPU is there and the case fits", needs);
        }
        const PoissonOutOfCard host = devices.out_of_card(problem, index, room.planned);
        return host.unsupported_reason ? on_cpu("the GPU is too small: " + shortage(needs, room) +
                                                ", and " + *host.unsupported_reason)
                                       : from_host_memory(index, needs, room, host, devices);
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
        case BackendChoice::opencl:
            return insisted_by_opencl(the_case, poisson);
        case BackendChoice::automatic:
            break;
    }
    return automatic(poisson, the_case.device, devices);
}

}  // namespace tobiuo
