#include "app/run/poisson/poisson_ceiling.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/device/survey.hpp"
#include "kernels/median.hpp"
#include "kernels/memory/study/probe.hpp"

namespace tobiuo {

memory::Ceiling device_copy_ceiling(int device, std::int64_t bytes)
{
    constexpr std::int64_t copies = 10;
    constexpr int repetitions = 9;
    const auto probe = memory::make_driver_copy_probe(device, bytes);
    std::vector<double> rates;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        rates.push_back(probe->bytes_per_unit() * copies / probe->time_and_wait(copies));
    }
    return {.bytes_per_second = median(rates),
            .bytes = static_cast<std::int64_t>(probe->bytes_per_unit()),
            .repetitions = repetitions};
}

std::int64_t device_copy_bytes(int device)
{
    constexpr std::int64_t most_bytes = std::int64_t{2} << 30U;
    return std::min(most_bytes, device::free_device_bytes(device) / 4);
}

CeilingSource poisson_ceiling_source(const PoissonPlace& place)
{
    switch (place.backend) {
        case Backend::cuda:
            return device_copy_ceiling_source(place.device);
        case Backend::opencl:
            return opencl_ceiling_source(opencl::chosen_device());
        case Backend::cpu:
            break;
    }
    return host_ceiling_source();
}

PoissonCeiling measure_poisson_ceiling(const PoissonPlace& place)
{
    const CeilingSource source = poisson_ceiling_source(place);
    return {.measured = source.measure(source.wanted).ceiling, .mix = source.mix};
}

}  // namespace tobiuo
