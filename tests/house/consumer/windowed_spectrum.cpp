// SPDX-License-Identifier: BSD-3-Clause
// Transforms a windowed signal in GPU memory: functions at load and store window and scale it.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

#include <tobiuo/fft.hpp>

int main()
{
    using namespace tobiuo;

    if (const auto reason = unsupported_reason(Backend::cuda)) {
        std::printf("nothing transformed: %s\n", reason->c_str());
        return EXIT_SUCCESS;
    }
    constexpr std::size_t points = 1000;
    constexpr std::size_t modes = points / 2 + 1;
    constexpr std::size_t wave = 20;
    std::vector<double> signal(points);
    for (std::size_t n = 0; n < points; ++n) {
        signal[n] = std::cos(2.0 * std::numbers::pi * static_cast<double>(wave * n) / points);
    }

    // Hann's window where the signal is loaded; amplitudes instead of sums where it is stored.
    const fft::LoadFunction windowed{
        .source =
            "Real windowed(Real value, const Index& index, const void*)\n"
            "{\n"
            "    return value * (1 - cospi(2 * Real(index.x) / 1000));\n"
            "}\n",
        .function = "windowed"};
    const fft::StoreFunction scaled{
        .source =
            "Complex scaled(Complex value, const Index&, const void* data)\n"
            "{\n"
            "    const Real scale = *static_cast<const Real*>(data);\n"
            "    return {scale * value.x, scale * value.y};\n"
            "}\n",
        .function = "scaled"};
    const fft::Plan plan{{.extents = {.x = points},
                          .kind = fft::Kind::r2c,
                          .placement = fft::Placement::out_of_place},
                         {.load = windowed, .store = scaled}};

    // The spectrum, the signal and the scale, in device memory.
    void* memory = nullptr;
    cudaMalloc(&memory, modes * sizeof(std::complex<double>) + (points + 1) * sizeof(double));
    auto* const spectrum = static_cast<std::complex<double>*>(memory);
    auto* const field = reinterpret_cast<double*>(spectrum + modes);
    double* const scale = field + points;
    constexpr double amplitude = 2.0 / points;
    cudaMemcpy(field, signal.data(), points * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(scale, &amplitude, sizeof(double), cudaMemcpyHostToDevice);
    plan.execute_untyped(field, spectrum, {.store = scale});
    std::vector<std::complex<double>> found(modes);
    const bool copied = cudaMemcpy(found.data(), spectrum, modes * sizeof(std::complex<double>),
                                   cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(memory);

    // The window spreads the wave to its neighbours: 1 at its mode, -1/2 beside it.
    double error = 0.0;
    for (std::size_t k = 0; k < modes; ++k) {
        const double expected = k == wave ? 1.0 : k + 1 == wave || k == wave + 1 ? -0.5 : 0.0;
        error = std::max(error, std::abs(found[k] - expected));
    }
    std::printf("%s\nlargest error %.1e\n", plan.describe().c_str(), error);
    constexpr double tolerance = 1e-13;
    return copied && error <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
