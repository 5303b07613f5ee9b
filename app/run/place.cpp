#include "app/run/place.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo {
namespace {

/// The memory of a GPU that a case may take.
struct Room {
    std::int64_t bytes{};
    bool by_case = false;    ///< whether the case's device_memory says so, and not what is free
    std::int64_t planned{};  ///< bytes_for_solver()
};

Room room_of(int index, const DeviceSolver& solver, const MachineFacts& machine)
{
    const std::int64_t free = machine.free_bytes(index);
    const std::int64_t most = solver.device_memory ? solver.device_memory->bytes : free;
    return {.bytes = std::min(free, most),
            .by_case = most < free,
            .planned = bytes_for_solver(free, solver.device_memory)};
}

/// What the device needs. If the arrays alone exceed the memory, the solver is not planned.
DeviceNeeds needs_within(std::int64_t bytes, Backend backend, int index, const DeviceSolver& solver)
{
    const std::int64_t arrays = solver.array_bytes();
    return arrays > bytes ? DeviceNeeds{.bytes = arrays, .memory_passes = 3}
                          : solver.needs(backend, index);
}

/// "the case needs 17.2 GB of the GPU's memory, 4.29 GB are free"
std::string shortage(const DeviceNeeds& needs, const Room& room)
{
    return "the case needs " + bytes_text(static_cast<double>(needs.bytes)) +
           " of the GPU's memory, " + bytes_text(static_cast<double>(room.bytes)) +
           (room.by_case ? " are allowed by device_memory" : " are free");
}

Place on_gpu(int index, const MachineFacts& machine, std::string reason,
             const std::optional<DeviceNeeds>& needs)
{
    return {.backend = Backend::cuda,
            .device = index,
            .where = gpu_text(index, machine.survey()),
            .reason = std::move(reason),
            .needs = needs};
}

/// The place of a case that does not fit and is supported with its arrays in host memory.
Place from_host_memory(int index, const DeviceNeeds& needs, const Room& room,
                       const FromHostMemory& found, const MachineFacts& machine)
{
    Place place = on_gpu(index, machine, shortage(needs, room) + ": its arrays stay in host memory",
                         found.needs);
    place.device_limit = room.planned;
    place.link = found.link;
    return place;
}

/// How the solver takes the arrays from host memory; nothing if it never does.
std::optional<FromHostMemory> asked_from_host(int index, const Room& room,
                                              const DeviceSolver& solver)
{
    return solver.from_host_memory ? std::optional{solver.from_host_memory(index, room.planned)}
                                   : std::nullopt;
}

InputError refused(const Case& the_case, const std::string& sentence)
{
    return {{.source = the_case.file.string(), .line = 0, .column = 0}, "backend: " + sentence};
}

Place named_gpu(const Case& the_case, const DeviceSolver& solver, const MachineFacts& machine,
                std::string reason)
{
    const int index = the_case.device;
    if (const auto missing = device_unsupported_reason(index, machine.survey())) {
        throw device::DeviceError{solver.missing("a CUDA device", *missing)};
    }
    if (const auto unsupported = solver.unsupported_reason(Backend::cuda, index)) {
        throw refused(the_case, "the GPU cannot " + solver.verb + " this case: " + *unsupported);
    }
    const Room room = room_of(index, solver, machine);
    const DeviceNeeds needs = needs_within(room.bytes, Backend::cuda, index, solver);
    if (needs.bytes > room.bytes) {
        const auto host = asked_from_host(index, room, solver);
        if (host && !host->unsupported_reason) {
            return from_host_memory(index, needs, room, *host, machine);
        }
        if (host && room.by_case) {
            throw InputError{solver.device_memory_at, "device_memory: " + shortage(needs, room) +
                                                          ", and " + *host->unsupported_reason};
        }
    }
    return on_gpu(index, machine, std::move(reason), needs);  // the estimate refuses what is left
}

Place by_opencl(const DeviceSolver& solver, const opencl::DeviceInfo& device, std::string reason)
{
    return {.backend = Backend::opencl,
            .where = opencl_text(device),
            .reason = std::move(reason),
            .needs = needs_within(opencl_free_bytes(device), Backend::opencl, 0, solver)};
}

Place named_opencl(const Case& the_case, const DeviceSolver& solver, std::string reason)
{
    if (const auto missing = opencl::unsupported_reason()) {
        throw device::DeviceError{solver.missing("an OpenCL device", *missing)};
    }
    if (solver.device_memory) {
        throw InputError{
            solver.device_memory_at,
            "device_memory: arrays stay in host memory with CUDA only: leave it out, or "
            "use backend: cuda"};
    }
    if (const auto unsupported = solver.unsupported_reason(Backend::opencl, 0)) {
        throw refused(the_case, "OpenCL cannot " + solver.verb + " this case: " + *unsupported);
    }
    return by_opencl(solver, opencl::chosen_device(), std::move(reason));
}

/// The place of `auto` where CUDA is out of the question, as `cuda_declined` says: an OpenCL device
/// that is no CPU, else the CPU.
Place without_cuda(const DeviceSolver& solver, const std::string& cuda_declined,
                   const MachineFacts& machine)
{
    const opencl::DeviceInfo* device =
        solver.device_memory || !solver.runs_by_opencl ? nullptr : machine.opencl();
    if (device == nullptr) {
        return on_cpu(cuda_declined);
    }
    try {
        if (const auto reason = solver.unsupported_reason(Backend::opencl, 0)) {
            return on_cpu(cuda_declined + "; OpenCL declines: " + *reason);
        }
        Place place = by_opencl(solver, *device, cuda_declined + "; an OpenCL device is there");
        const std::int64_t bytes = opencl_free_bytes(*device);
        return place.needs->bytes <= bytes
                   ? place
                   : on_cpu(cuda_declined + "; the OpenCL device is too small: the case needs " +
                            bytes_text(static_cast<double>(place.needs->bytes)) + ", it has " +
                            bytes_text(static_cast<double>(bytes)));
    } catch (const std::invalid_argument& error) {
        return on_cpu(cuda_declined + "; OpenCL declines: " + error.what());
    } catch (const device::DeviceError& error) {
        return on_cpu(cuda_declined + "; OpenCL fails: " + error.what());
    }
}

}  // namespace

std::string gpu_text(int device, const device::Survey& found)
{
    return "GPU " + std::to_string(device) + ", " +
           found.devices.at(static_cast<std::size_t>(device)).name;
}

std::optional<std::string> device_unsupported_reason(int index, const device::Survey& found)
{
    if (found.devices.empty()) {
        return found.reason;
    }
    if (index >= static_cast<int>(found.devices.size())) {
        return "there is no device " + std::to_string(index) + " (this machine has " +
               std::to_string(found.devices.size()) + ", counted from 0)";
    }
    return std::nullopt;
}

std::string cpu_text()
{
    const HostInfo host = host_info();
    return "CPU, " + std::to_string(host.threads) +
           (host.threads == 1 ? " thread, " : " threads, ") + host.processor;
}

std::int64_t bytes_for_solver(std::int64_t free, const std::optional<MemorySize>& allowed)
{
    const std::int64_t most = free - free / 10;
    return allowed ? std::min(most, allowed->bytes) : most;
}

Place on_cpu(std::string reason)
{
    return {.where = cpu_text(), .reason = std::move(reason), .needs = {}};
}

Place named_place(Backend backend, const Case& the_case, const DeviceSolver& solver,
                  const MachineFacts& machine, std::string reason)
{
    switch (backend) {
        case Backend::cuda:
            return named_gpu(the_case, solver, machine, std::move(reason));
        case Backend::opencl:
            return named_opencl(the_case, solver, std::move(reason));
        case Backend::cpu:
            break;
    }
    return on_cpu(std::move(reason));
}

Place automatic_place(const Case& the_case, const DeviceSolver& solver, const MachineFacts& machine)
{
    const int index = the_case.device;
    if (const auto missing = device_unsupported_reason(index, machine.survey())) {
        return without_cuda(solver, "no GPU is used: " + *missing, machine);
    }
    try {
        if (const auto unsupported = solver.unsupported_reason(Backend::cuda, index)) {
            return without_cuda(solver, "the GPU declines: " + *unsupported, machine);
        }
        const Room room = room_of(index, solver, machine);
        const DeviceNeeds needs = needs_within(room.bytes, Backend::cuda, index, solver);
        if (needs.bytes <= room.bytes) {
            return on_gpu(index, machine, "a GPU is there and the case fits", needs);
        }
        const auto host = asked_from_host(index, room, solver);
        if (host && !host->unsupported_reason) {
            return from_host_memory(index, needs, room, *host, machine);
        }
        return on_cpu("the GPU is too small: " + shortage(needs, room) +
                      (host ? ", and " + *host->unsupported_reason : ""));
    } catch (const std::invalid_argument& error) {
        return on_cpu(std::string{"the GPU declines: "} + error.what());
    } catch (const device::DeviceError& error) {  // even asking the device fails
        return on_cpu(std::string{"no GPU is used: "} + error.what());
    }
}

Place decide_place(const Case& the_case, const DeviceSolver& solver, const MachineFacts& machine)
{
    switch (the_case.backend) {
        case BackendChoice::cpu:
            return on_cpu("the case asks for it");
        case BackendChoice::cuda:
            return named_place(Backend::cuda, the_case, solver, machine);
        case BackendChoice::opencl:
            return named_place(Backend::opencl, the_case, solver, machine);
        case BackendChoice::automatic:
            break;
    }
    return automatic_place(the_case, solver, machine);
}

}  // namespace tobiuo
