// SPDX-License-Identifier: BSD-3-Clause
// Transforms a field in host memory on a GPU that may take a fraction of its size.
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tobiuo/fft.hpp>

int main()
{
    using namespace tobiuo;

    if (const auto reason = unsupported_reason(Backend::cuda)) {
        std::printf("nothing transformed: %s\n", reason->c_str());
        return EXIT_SUCCESS;
    }

    // The array has 64 MiB; the plan may take 16 MiB of the GPU's memory.
    const fft::Transform transform{.extents = {256, 128, 128}};
    const fft::OutOfCardPlan plan{transform, {.device_bytes = 16LL << 20}};

    constexpr std::size_t points = std::size_t{256} * 128 * 128;
    std::vector<std::complex<double>> field(points, 1.0);
    const PageLock lock{field.data(), points * sizeof(field[0])};  // it is optional, and faster
    plan.execute_and_wait(field.data());

    const double mean = field[0].real() / static_cast<double>(points);
    std::printf("%s\nthe mean of 1 is %.15f\n", plan.describe().c_str(), mean);
    constexpr double tolerance = 1e-13;
    return std::abs(mean - 1.0) <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
