// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/planes.hpp"

#include "runtime/threads.hpp"

namespace tobiuo::poisson {
namespace {

template <typename Real>
PlaneReader planes_in(std::span<const Real> array, std::int64_t values)
{
    return [array, values](std::int64_t first, std::span<double> planes) {
        const auto from = array.subspan(static_cast<std::size_t>(first * values), planes.size());
        const auto count = std::ssize(planes);
        [[maybe_unused]] const int threads = threads_for(count, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t n = 0; n < count; ++n) {
            const auto at = static_cast<std::size_t>(n);
            planes[at] = static_cast<double>(from[at]);
        }
    };
}

}  // namespace

PlaneReader planes_of(std::span<const double> array, std::int64_t values)
{
    return planes_in(array, values);
}

PlaneReader planes_of(std::span<const float> array, std::int64_t values)
{
    return planes_in(array, values);
}

}  // namespace tobiuo::poisson
