// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/memory/ceiling.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/median.hpp"

namespace tobiuo::memory {

Ceiling measure_ceiling(const CeilingProbe& probe, int repetitions)
{
    std::vector<double> rates;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        rates.push_back(probe.stream_and_wait());
    }
    return {.bytes_per_second = median(std::move(rates)),
            .bytes = probe.bytes,
            .repetitions = repetitions};
}

std::int64_t host_probe_bytes(std::int64_t free_bytes)
{
    constexpr std::int64_t wanted = 1'000'000'000;
    return std::min(wanted, free_bytes / 4);
}

std::int64_t device_probe_bytes(std::int64_t free_bytes)
{
    constexpr std::int64_t wanted = 2'000'000'000;
    return std::min(wanted, free_bytes / 4);
}

}  // namespace tobiuo::memory
