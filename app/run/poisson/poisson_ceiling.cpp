// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_ceiling.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/run/ceiling.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/median.hpp"

namespace tobiuo {

memory::Ceiling device_copy_ceiling(int device, std::int64_t bytes)
{
    constexpr int copies = 10;
    constexpr int repetitions = 9;
    runtime::select_device(device);
    const auto machine = runtime::make_cuda_machine();
    const runtime::OwnStream stream = machine->make_stream();
    const auto half = static_cast<std::size_t>(bytes / 2);
    const runtime::Array array = machine->allocate(2 * half);
    machine->clear(array.data(), array.bytes(), stream.get());
    const auto seconds_of = [&](int count) {
        return machine->time_and_wait(stream.get(), [&] {
            for (int copy = 0; copy < count; ++copy) {
                machine->copy(array.as<std::byte>() + half, array.data(), half, stream.get());
            }
        });
    };
    static_cast<void>(seconds_of(1));  // touches the array
    std::vector<double> rates;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        rates.push_back(static_cast<double>(array.bytes()) * copies / seconds_of(copies));
    }
    return {.bytes_per_second = median(rates),
            .bytes = static_cast<std::int64_t>(array.bytes()),
            .repetitions = repetitions};
}

std::int64_t device_copy_bytes(int device)
{
    constexpr std::int64_t most_bytes = std::int64_t{2} << 30U;
    return std::min(most_bytes, device::free_device_bytes(device) / 4);
}

PoissonCeiling measure_poisson_ceiling(const Place& place)
{
    const CeilingSource source = ceiling_source(place, GpuMix::copy);
    return {.measured = source.measure(source.wanted).ceiling, .mix = source.mix};
}

}  // namespace tobiuo
