// SPDX-License-Identifier: BSD-3-Clause
#include "studies/memory/measure.hpp"

#include <algorithm>
#include <vector>

namespace tobiuo::memory_study {
namespace {

/// The number of units that take about `seconds`. A short trial measures mostly the start of the
/// work, so trials grow until they take a good part of `seconds`.
std::int64_t units_for(memory::Probe& probe, double seconds)
{
    constexpr std::int64_t most = 1'000'000'000;
    std::int64_t units = 1;
    double taken = probe.time_and_wait(units);
    while (taken < seconds / 8 && units < most) {
        units *= 4;
        taken = probe.time_and_wait(units);
    }
    const double wanted = static_cast<double>(units) * seconds / std::max(taken, 1e-9);
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::min(wanted, static_cast<double>(most))));
}

}  // namespace

std::string key_of(Quantity quantity)
{
    return quantity == Quantity::gbps ? "gbps" : "ns";
}

std::string unit_of(Quantity quantity)
{
    return quantity == Quantity::gbps ? "GB/s" : "ns";
}

Measurement measure(memory::Probe& probe, Quantity quantity, const Timing& timing)
{
    const std::int64_t units = units_for(probe, timing.seconds / timing.repetitions);
    std::vector<double> values;
    for (int repetition = 0; repetition < timing.repetitions; ++repetition) {
        const double of_one = probe.time_and_wait(units) / static_cast<double>(units);
        values.push_back(quantity == Quantity::gbps ? probe.bytes_per_unit() / of_one * 1e-9
                                                    : of_one * 1e9);
    }
    std::ranges::sort(values);
    return {.median = values[values.size() / 2],
            .least = values.front(),
            .most = values.back(),
            .repetitions = timing.repetitions,
            .units = units,
            .threads = probe.threads()};
}

}  // namespace tobiuo::memory_study
