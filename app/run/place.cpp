// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/place.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "runtime/device/error.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/messages.hpp"

namespace tobiuo {
namespace {

/// A kind of devices, and the words for what it says to a case.
struct DeviceKind {
    Backend backend;
    const char* device;       ///< "the case needs a CUDA device, but ..."
    const char* subject;      ///< "the GPU cannot solve this case"
    const char* before_free;  ///< "the case needs 17.2 GB of the GPU's memory, 4.29 GB are free"
    const char* after_free;
    /// Why `auto` does not take it, before the reason.
    const char* absent;
    const char* declines;
    const char* too_small;
    const char* fails;
    const char* taken;  ///< why `auto` takes it
};

/// In the order in which `auto` prefers them.
constexpr std::array device_kinds{DeviceKind{.backend = Backend::cuda,
                                             .device = "a CUDA device",
                                             .subject = "the GPU",
                                             .before_free = " of the GPU's memory, ",
                                             .after_free = " are free",
                                             .absent = "no GPU is used: ",
                                             .declines = "the GPU declines: ",
                                             .too_small = "the GPU is too small: ",
                                             .fails = "no GPU is used: ",
                                             .taken = "a GPU is there and the case fits"},
                                  DeviceKind{.backend = Backend::opencl,
                                             .device = "an OpenCL device",
                                             .subject = "OpenCL",
                                             .before_free = ", it has ",
                                             .after_free = "",
                                             .absent = "",
                                             .declines = "OpenCL declines: ",
                                             .too_small = "the OpenCL device is too small: ",
                                             .fails = "OpenCL fails: ",
                                             .taken = "an OpenCL device is there"}};

/// A device that a case may take.
struct Candidate {
    const DeviceKind& kind;
    int index = 0;                               ///< of a CUDA device
    const opencl::DeviceInfo* opencl = nullptr;  ///< null for one of CUDA
    std::optional<std::string> absent = {};      ///< why it cannot be used at all

    [[nodiscard]] std::int64_t free_bytes(const MachineFacts& machine) const
    {
        return opencl == nullptr ? machine.free_bytes(index) : opencl_free_bytes(*opencl);
    }
    [[nodiscard]] std::string where(const MachineFacts& machine) const
    {
        return opencl == nullptr ? gpu_text(index, machine.survey()) : opencl_text(*opencl);
    }
};

/// What a device says to a case.
struct Offer {
    enum class Answer { absent, declines, too_small, taken };

    Answer answer;
    std::string why = {};  ///< it is not taken
    /// One with a reason of its own if the arrays stay in host memory. Where the device is too
    /// small, it is that which the estimate refuses.
    Place place = {};
    bool by_case = false;  ///< whether it is too small because of the case's device_memory
};

/// Why device `index` cannot be used at all; nothing if it can.
std::optional<std::string> device_absent(int index, const device::Survey& found)
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

/// The device that a case names by its back end, whether it is there or not.
Candidate named_device(const DeviceKind& kind, const Case& the_case, const MachineFacts& machine)
{
    if (kind.backend == Backend::cuda) {
        return {.kind = kind,
                .index = the_case.device,
                .absent = device_absent(the_case.device, machine.survey())};
    }
    auto absent = opencl::unsupported_reason();
    return {.kind = kind,
            .opencl = absent ? nullptr : &opencl::chosen_device(),
            .absent = std::move(absent)};
}

/// The device that `auto` may take; nothing if there is no talk of it.
std::optional<Candidate> automatic_device(const DeviceKind& kind, const Case& the_case,
                                          const DeviceSolver& solver, const MachineFacts& machine)
{
    if (kind.backend == Backend::cuda) {
        return named_device(kind, the_case, machine);
    }
    const auto* device =
        solver.device_memory || !solver.runs_by_opencl ? nullptr : machine.opencl();
    return device == nullptr ? std::nullopt
                             : std::optional{Candidate{.kind = kind, .opencl = device}};
}

/// What the case needs of the device. If the arrays alone exceed `bytes`, it is not planned.
DeviceNeeds needs_within(std::int64_t bytes, const Place& place, const DeviceSolver& solver)
{
    const std::int64_t arrays = solver.array_bytes();
    return arrays > bytes ? DeviceNeeds{.bytes = arrays, .memory_passes = 3} : solver.needs(place);
}

Offer offer_of(const Candidate& device, const DeviceSolver& solver, const MachineFacts& machine)
{
    if (device.absent) {
        return {.answer = Offer::Answer::absent, .why = *device.absent};
    }
    Place place{.backend = device.kind.backend, .device = device.index};
    if (const auto reason = solver.unsupported_reason(place)) {
        return {.answer = Offer::Answer::declines, .why = *reason};
    }
    const std::int64_t free = device.free_bytes(machine);
    const std::int64_t room =
        solver.device_memory ? std::min(free, solver.device_memory->bytes) : free;
    place.needs = needs_within(room, place, solver);
    place.where = device.where(machine);
    if (place.needs->bytes <= room) {
        return {.answer = Offer::Answer::taken, .place = std::move(place)};
    }
    std::string why = "the case needs " + bytes_text(static_cast<double>(place.needs->bytes)) +
                      device.kind.before_free + bytes_text(static_cast<double>(room)) +
                      (room < free ? " are allowed by device_memory" : device.kind.after_free);
    if (!solver.from_host_memory || device.opencl != nullptr) {
        return {
            .answer = Offer::Answer::too_small, .why = std::move(why), .place = std::move(place)};
    }
    Place in_parts = place;
    in_parts.device_limit = bytes_for_solver(free, solver.device_memory);
    const FromHostMemory host = solver.from_host_memory(in_parts);
    if (host.unsupported_reason) {
        return {.answer = Offer::Answer::too_small,
                .why = why + ", and " + *host.unsupported_reason,
                .place = std::move(place),
                .by_case = room < free};
    }
    in_parts.needs = host.needs;
    in_parts.link = host.link;
    in_parts.reason = why + ": its arrays stay in host memory";
    return {.answer = Offer::Answer::taken, .place = std::move(in_parts)};
}

/// Takes the device that a case names.
Place taken(const Candidate& device, const Case& the_case, const DeviceSolver& solver,
            const MachineFacts& machine, std::string reason)
{
    if (device.absent) {
        throw device::DeviceError{solver.missing(device.kind.device, *device.absent)};
    }
    if (device.opencl != nullptr && solver.device_memory) {
        throw InputError{
            solver.device_memory_at,
            "device_memory: arrays stay in host memory with CUDA only: leave it out, or "
            "use backend: cuda"};
    }
    Offer offer = offer_of(device, solver, machine);
    if (offer.answer == Offer::Answer::declines) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         std::string{"backend: "} + device.kind.subject + " cannot " + solver.verb +
                             " this case: " + offer.why};
    }
    if (offer.answer == Offer::Answer::too_small && offer.by_case) {
        throw InputError{solver.device_memory_at, "device_memory: " + offer.why};
    }
    if (offer.place.reason.empty()) {
        offer.place.reason = std::move(reason);
    }
    return std::move(offer.place);
}

/// Whether Linux shows a graphics processor: what the drivers of AMD, Intel, ARM and NVIDIA and the
/// Windows Subsystem for Linux put into /dev.
bool shows_gpu()
{
    constexpr std::array signs{"/dev/dri", "/dev/kfd", "/dev/mali0", "/dev/nvidiactl", "/dev/dxg"};
    return std::ranges::any_of(signs, [](const char* sign) {
        std::error_code ignored;
        return std::filesystem::exists(sign, ignored);
    });
}

}  // namespace

std::int64_t Place::device_bytes_on_host() const
{
    return is_opencl() && opencl::chosen_device().shares_host_memory ? needs->bytes : 0;
}

std::optional<std::int64_t> Place::free_device_bytes() const
{
    switch (backend) {
        case Backend::cuda:
            return world == nullptr ? device::free_device_bytes(device)
                                    : free_device_bytes_of_rank(*world, device);
        case Backend::opencl:
            return opencl_free_bytes(opencl::chosen_device());
        case Backend::cpu:
            break;
    }
    return std::nullopt;
}

void Place::select() const
{
    if (is_gpu()) {
        runtime::select_device(device);
    }
}

Place place_on_gpu(int device, std::int64_t limit)
{
    return {.backend = Backend::cuda, .device = device, .device_limit = limit};
}

std::string gpu_text(int device, const device::Survey& found)
{
    return "GPU " + std::to_string(device) + ", " +
           found.devices.at(static_cast<std::size_t>(device)).name;
}

std::string cpu_text()
{
    const HostInfo host = host_info();
    return "CPU, " + std::to_string(host.threads) +
           (host.threads == 1 ? " thread, " : " threads, ") + host.processor;
}

std::string opencl_text(const opencl::DeviceInfo& device)
{
    return "OpenCL device " + std::to_string(device.index) + ", " + device.name + " (" +
           device.platform + ")";
}

const opencl::DeviceInfo* automatic_opencl_device()
{
    if (!shows_gpu() || opencl::unsupported_reason()) {
        return nullptr;
    }
    const opencl::DeviceInfo& device = opencl::chosen_device();
    return device.kind == opencl::DeviceKind::cpu ? nullptr : &device;
}

std::int64_t opencl_free_bytes(const opencl::DeviceInfo& device)
{
    return device.shares_host_memory ? std::min(device.memory_bytes, host_info().usable_bytes())
                                     : device.memory_bytes;
}

// Ranks take the devices of their machine in turns, see device_of_rank().
std::int64_t free_device_bytes_of_rank(const World& world, int device)
{
    const int devices = std::max(static_cast<int>(device::survey().devices.size()), 1);
    const int turn = world.rank_on_machine() % devices;
    const int sharing = (world.ranks_on_machine() - turn + devices - 1) / devices;
    return device::free_device_bytes(device) / sharing;
}

std::int64_t bytes_for_solver(std::int64_t free, const std::optional<MemorySize>& allowed)
{
    const std::int64_t most = free - free / 10;
    return allowed ? std::min(most, allowed->bytes) : most;
}

Place on_cpu(std::string reason)
{
    return {.where = cpu_text(), .reason = std::move(reason)};
}

Place named_place(Backend backend, const Case& the_case, const DeviceSolver& solver,
                  const MachineFacts& machine, std::string reason)
{
    const auto* kind = std::ranges::find(device_kinds, backend, &DeviceKind::backend);
    return kind == device_kinds.end() ? on_cpu(std::move(reason))
                                      : taken(named_device(*kind, the_case, machine), the_case,
                                              solver, machine, std::move(reason));
}

Place automatic_place(const Case& the_case, const DeviceSolver& solver, const MachineFacts& machine)
{
    std::string declined;
    const auto with = [&](const char* what, const std::string& why) {
        return declined + (declined.empty() ? "" : "; ") + what + why;
    };
    for (const DeviceKind& kind : device_kinds) {
        const auto device = automatic_device(kind, the_case, solver, machine);
        if (!device) {
            continue;
        }
        try {
            Offer offer = offer_of(*device, solver, machine);
            switch (offer.answer) {
                case Offer::Answer::taken:
                    if (offer.place.reason.empty()) {
                        offer.place.reason = with(kind.taken, "");
                    }
                    return std::move(offer.place);
                case Offer::Answer::too_small:
                    return on_cpu(with(kind.too_small, offer.why));
                case Offer::Answer::absent:
                    declined = with(kind.absent, offer.why);
                    break;
                case Offer::Answer::declines:
                    declined = with(kind.declines, offer.why);
                    break;
            }
        } catch (const std::invalid_argument& error) {
            return on_cpu(with(kind.declines, error.what()));
        } catch (const device::DeviceError& error) {  // even asking the device fails
            return on_cpu(with(kind.fails, error.what()));
        }
    }
    return on_cpu(declined);
}

Place decide_place(const Case& the_case, const DeviceSolver& solver, const MachineFacts& machine)
{
    switch (the_case.backend) {
        case BackendChoice::cpu:
            break;
        case BackendChoice::cuda:
            return named_place(Backend::cuda, the_case, solver, machine);
        case BackendChoice::opencl:
            return named_place(Backend::opencl, the_case, solver, machine);
        case BackendChoice::automatic:
            return automatic_place(the_case, solver, machine);
    }
    return on_cpu("the case asks for it");
}

Place agreed_place(const World& world, Place mine)
{
    const std::vector<std::string> reasons =
        ranks::gathered_texts(world.ranks(), mine.is_gpu() ? std::string{} : mine.reason);
    const auto other = std::ranges::find_if(reasons, [](const auto& one) { return !one.empty(); });
    return mine.is_gpu() && other != reasons.end()
               ? on_cpu(fmt::format("on rank {} {}", other - reasons.begin(), *other))
               : mine;
}

}  // namespace tobiuo
