// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/machines.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "app/machine/host.hpp"
#include "app/run/place.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "kernels/opencl/stencil/ceiling_probe.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::bench {
namespace {

const device::DeviceInfo& cuda_device(int index)
{
    return device::survey().devices.at(static_cast<std::size_t>(index));
}

MachineKind cuda_kind()
{
    return {.backend = Backend::cuda,
            .word = "cuda",
            .where = "on the device",
            .has_libraries = true,
            .name = [](int device) { return "CUDA device " + std::to_string(device); },
            .device_text = [](int device) { return cuda_device(device).name; },
            .unsupported_reason = [](int device) -> std::optional<std::string> {
                std::string reason = device::device_unsupported_reason(device::survey(), device);
                return reason.empty() ? std::nullopt : std::optional{std::move(reason)};
            },
            .free_bytes = device::free_device_bytes,
            .make_probe =
                [](int device, std::int64_t free) {
                    return memory::make_device_probe(device, memory::device_probe_bytes(free));
                },
            .make =
                [](int device) {
                    runtime::select_device(device);
                    return runtime::make_cuda_machine();
                },
            .text = &Machine::device,
            .ceiling = &Machine::copy_bytes_per_second};
}

MachineKind opencl_kind()
{
    return {.backend = Backend::opencl,
            .word = "opencl",
            .where = "on the OpenCL device",
            .has_buffers = true,
            .is_usual = false,
            .name = [](int) { return std::string{"an OpenCL device"}; },
            .device_text = [](int) { return opencl_text(opencl::chosen_device()); },
            .unsupported_reason = [](int) { return opencl::unsupported_reason(); },
            .free_bytes = [](int) { return opencl_free_bytes(opencl::chosen_device()); },
            .make_probe =
                [](int, std::int64_t free) {
                    return opencl::make_probe(memory::device_probe_bytes(free));
                },
            .make = [](int) { return runtime::make_opencl_machine(); },
            .text = &Machine::opencl_device,
            .ceiling = &Machine::opencl_bytes_per_second};
}

MachineKind cpu_kind()
{
    return {.backend = Backend::cpu,
            .word = "cpu",
            .where = "in host memory",
            .is_device = false,
            .name = [](int) { return std::string{"the CPU"}; },
            .device_text = [](int) { return std::string{}; },
            .unsupported_reason = [](int) -> std::optional<std::string> { return std::nullopt; },
            .free_bytes = [](int) { return host_info().usable_bytes(); },
            .make_probe =
                [](int, std::int64_t free) {
                    return memory::make_host_probe(memory::host_probe_bytes(free));
                },
            .make = [](int) { return runtime::make_host_machine(); },
            .text = &Machine::host,
            .ceiling = &Machine::ceiling_bytes_per_second};
}

}  // namespace

std::span<const MachineKind> machine_kinds()
{
    static const std::array kinds{cuda_kind(), opencl_kind(), cpu_kind()};
    return kinds;
}

const MachineKind& machine_kind(Backend backend)
{
    return *std::ranges::find(machine_kinds(), backend, &MachineKind::backend);
}

const MachineKind& host_kind()
{
    return *std::ranges::find(machine_kinds(), false, &MachineKind::is_device);
}

const MachineKind& gpu_kind()
{
    return *std::ranges::find(machine_kinds(), true, &MachineKind::has_libraries);
}

void require(const MachineKind& kind, int device, std::string_view doing, std::string_view cure)
{
    if (const auto reason = kind.unsupported_reason(device)) {
        throw device::DeviceError{
            fmt::format("cannot {} {} ({}): {}", doing, kind.name(device), *reason, cure)};
    }
}

bool fits(const std::string& problem, const MachineKind& kind, int device, double needed)
{
    return fits(problem, kind.where, needed, kind.free_bytes(device));
}

bool fits(const std::string& problem, const char* where, double needed, std::int64_t free)
{
    const bool enough = needed <= static_cast<double>(free);
    if (!enough) {
        spdlog::warn("{}: skipped (its arrays need {} {}, {} are free)", problem,
                     bytes_text(needed), where, bytes_text(static_cast<double>(free)));
    }
    return enough;
}

Machine machine_of(std::optional<int> device, int threads)
{
    const HostInfo found = host_info();
    Machine machine{.host = fmt::format("{}, {}", found.processor,
                                        threads_text(threads > 0 ? threads : found.threads))};
    if (device) {
        machine.device = cuda_device(*device).name;
        machine.l2_bytes = cuda_device(*device).l2_bytes;
        machine.copy_bytes_per_second =
            device_copy_ceiling(*device, device_copy_bytes(*device)).bytes_per_second;
    }
    return machine;
}

void measure_ceiling(Machine& machine, const MachineKind& kind)
{
    double& ceiling = machine.*kind.ceiling;
    if (ceiling > 0.0) {
        return;
    }
    ceiling = measure_poisson_ceiling({.backend = kind.backend}).measured.bytes_per_second;
    if (kind.is_device) {
        machine.*kind.text = kind.device_text(0);
    }
}

}  // namespace tobiuo::bench
