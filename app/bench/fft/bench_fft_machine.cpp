#include "app/bench/fft/bench_fft_machine.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "app/machine/host.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/memory/study/probe.hpp"

namespace tobiuo {
namespace {

/// Bytes that the driver's own copy reads and writes in a second: the median of some repetitions.
double copy_bandwidth(int device)
{
    constexpr std::int64_t most_bytes = std::int64_t{2} << 30U;
    constexpr std::int64_t copies = 10;
    const std::int64_t bytes = std::min(most_bytes, device::free_device_bytes(device) / 4);
    const auto probe = memory::make_driver_copy_probe(device, bytes);
    std::vector<double> rates(9);
    for (double& rate : rates) {
        rate = probe->bytes_per_unit() * copies / probe->time_and_wait(copies);
    }
    std::ranges::sort(rates);
    return rates[rates.size() / 2];
}

}  // namespace

fft_bench::Machine machine_of(const BenchFftOptions& options, bool with_device)
{
    const HostInfo host = host_info();
    fft_bench::Machine machine{
        .device = {},
        .host = fmt::format("{}, {} threads", host.processor,
                            options.threads > 0 ? options.threads : host.threads)};
    if (with_device) {
        const device::DeviceInfo& found =
            device::survey().devices.at(static_cast<std::size_t>(options.device));
        machine.device = found.name;
        machine.l2_bytes = found.l2_bytes;
        machine.copy_bytes_per_second = copy_bandwidth(options.device);
    }
    return machine;
}

}  // namespace tobiuo
