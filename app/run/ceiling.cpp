// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/ceiling.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "app/machine/host.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "kernels/opencl/stencil/ceiling_probe.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/caches.hpp"
#include "runtime/opencl/survey.hpp"
#include "runtime/threads.hpp"
#include "runtime/utf8.hpp"

namespace tobiuo {

namespace {

/// A figure is measured again if the threads that measured it had less of the processors' time.
constexpr double undisturbed = 0.75;

double processor_seconds()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

MeasuredCeiling measured_on_host(std::int64_t bytes)
{
    const auto probe = memory::make_host_probe(bytes);
    const auto start = std::chrono::steady_clock::now();
    const double before = processor_seconds();
    const memory::Ceiling ceiling = memory::measure_ceiling(probe);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double whole = wall.count() * host_info().threads;
    return {.ceiling = ceiling,
            .processor_share = whole > 0.0 ? (processor_seconds() - before) / whole : 1.0};
}

std::string device_text(int index)
{
    const device::Survey& found = device::survey();
    const device::DeviceInfo& one = found.devices.at(static_cast<std::size_t>(index));
    return fmt::format("{}, {}, PCI {}, driver {}", host_name(), one.name, one.pci_bus_id,
                       device::version_text(found.driver_version));
}

/// The least bytes of a problem, beyond the second-level caches of GPUs.
constexpr std::int64_t least_on_device = std::int64_t{256} << 20U;

std::optional<KnownCeiling> undisturbed_ceiling(const CeilingSource& source,
                                                const std::filesystem::path& file)
{
    for (const KnownCeiling& known : read_ceilings(file)) {
        if (known.machine == utf8_text(source.machine) && known.mix == source.mix &&
            known.processor_share >= undisturbed) {
            return known;
        }
    }
    return std::nullopt;
}

CeilingSource host_ceiling_source()
{
    const HostInfo host = host_info();
    constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();
    return {
        .machine =
            fmt::format("{}, {}, {}", host_name(), host.processor, threads_text(host.threads)),
        .mix = ceiling_mix,
        .least = std::min(2 * memory::last_level_cache_bytes(), memory::host_probe_bytes(no_limit)),
        .wanted = memory::host_probe_bytes(host.usable_bytes()),
        .measure = [](std::int64_t bytes) { return measured_on_host(bytes); }};
}

CeilingSource device_ceiling_source(int device)
{
    return {.machine = device_text(device),
            .mix = ceiling_mix,
            .least = least_on_device,
            .wanted = memory::device_probe_bytes(device::free_device_bytes(device)),
            .measure = [device](std::int64_t bytes) {
                const auto probe = memory::make_device_probe(device, bytes);
                return MeasuredCeiling{.ceiling = memory::measure_ceiling(probe)};
            }};
}

CeilingSource opencl_ceiling_source(const opencl::DeviceInfo& device)
{
    const std::int64_t free = opencl_free_bytes(device);
    return {.machine = fmt::format("{}, OpenCL, {}, {}", host_name(), device.name, device.version),
            .mix = ceiling_mix,
            .least = least_on_device,
            .wanted = device.shares_host_memory ? memory::host_probe_bytes(free)
                                                : memory::device_probe_bytes(free),
            .measure = [](std::int64_t bytes) {
                const auto probe = opencl::make_probe(bytes);
                return MeasuredCeiling{.ceiling = memory::measure_ceiling(probe)};
            }};
}

CeilingSource device_copy_ceiling_source(int device)
{
    return {.machine = device_text(device),
            .mix = copy_mix,
            .least = least_on_device,
            .wanted = device_copy_bytes(device),
            .measure = [device](std::int64_t bytes) {
                return MeasuredCeiling{.ceiling = device_copy_ceiling(device, bytes)};
            }};
}

}  // namespace

CeilingSource ceiling_source(const Place& place, GpuMix mix)
{
    if (place.is_gpu()) {
        return mix == GpuMix::copy ? device_copy_ceiling_source(place.device)
                                   : device_ceiling_source(place.device);
    }
    return place.is_opencl() ? opencl_ceiling_source(opencl::chosen_device())
                             : host_ceiling_source();
}

CeilingPlan plan_ceiling(CeilingUse use, const CeilingSource& source, std::int64_t problem_bytes,
                         const std::filesystem::path& file)
{
    if (use == CeilingUse::none) {
        return {};
    }
    if (use == CeilingUse::measure) {
        return {.known = {}, .probe_bytes = source.wanted};
    }
    if (const auto known = undisturbed_ceiling(source, file)) {
        return {.known = known, .probe_bytes = 0};
    }
    constexpr std::int64_t times = 4;
    const std::int64_t bytes =
        problem_bytes > source.wanted / times ? source.wanted : times * problem_bytes;
    return {.known = {}, .probe_bytes = bytes >= source.least ? bytes : 0};
}

std::optional<RunCeiling> ceiling_of_run(const CeilingPlan& plan, const CeilingSource& source,
                                         const std::filesystem::path& file)
{
    if (plan.known) {
        spdlog::info("memory ceiling ({}): {:.4g} GB/s, kept since {}", source.mix,
                     plan.known->measured.bytes_per_second * 1e-9, plan.known->date);
        return RunCeiling{.figure = *plan.known, .kept = true};
    }
    if (plan.probe_bytes == 0) {
        return std::nullopt;
    }
    const TimedPart ceiling{TimePart::ceiling};
    const MeasuredCeiling measured = source.measure(plan.probe_bytes);
    const KnownCeiling figure{.machine = utf8_text(source.machine),
                              .mix = source.mix,
                              .measured = measured.ceiling,
                              .date = utc_now(),
                              .processor_share = measured.processor_share};
    const bool sound = measured.processor_share >= undisturbed;
    const bool kept = (sound || !undisturbed_ceiling(source, file)) && keep_ceiling(file, figure);
    spdlog::info("memory ceiling ({}): {:.4g} GB/s, measured now{}", source.mix,
                 figure.measured.bytes_per_second * 1e-9,
                 !sound ? " beside other work: a later run measures it again"
                 : kept ? " and kept for later runs"
                        : "");
    return RunCeiling{.figure = figure, .kept = false};
}

}  // namespace tobiuo
