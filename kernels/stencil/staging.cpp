// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/staging.hpp"

#include <cstddef>

#include "runtime/threads.hpp"

namespace tobiuo::stencil {

std::int64_t planes_of_a_piece(const Shape& shape)
{
    return std::min(std::max<std::int64_t>(1, staging_values / shape.plane()), shape.ni);
}

template <typename Real>
void fill_planes(const ArraySource& source, Array array, std::int64_t first, std::int64_t plane,
                 std::span<Real> out)
{
    const std::int64_t count = std::ssize(out) / plane;
    [[maybe_unused]] const int threads = threads_for(count * plane, 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t i = 0; i < count; ++i) {
        source.planes(
            array, first + i, 1,
            out.subspan(static_cast<std::size_t>(i * plane), static_cast<std::size_t>(plane)));
    }
}

template void fill_planes<float>(const ArraySource&, Array, std::int64_t, std::int64_t,
                                 std::span<float>);
template void fill_planes<double>(const ArraySource&, Array, std::int64_t, std::int64_t,
                                  std::span<double>);

}  // namespace tobiuo::stencil
