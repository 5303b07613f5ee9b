// SPDX-License-Identifier: BSD-3-Clause
// Convolves two periodic signals in GPU memory by one plan, and checks the result.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <tobiuo/fft.hpp>

namespace {

using Signal = std::vector<std::complex<double>>;

/// Element n of the sum over m of a[m] b[n - m].
std::complex<double> convolved(const Signal& a, const Signal& b, std::size_t n)
{
    std::complex<double> sum;
    for (std::size_t m = 0; m < a.size(); ++m) {
        sum += a[m] * b[(n + a.size() - m) % a.size()];
    }
    return sum;
}

}  // namespace

int main()
{
    using namespace tobiuo;

    constexpr std::size_t points = 1000;
    Signal wave(points);
    Signal window(points);
    for (std::size_t n = 0; n < points; ++n) {
        wave[n] = {std::sin(0.1 * static_cast<double>(n)), n < points / 2 ? 1.0 : 0.0};
        window[n] = n < 10 ? 0.1 : 0.0;
    }

    const fft::Transform transform{.extents = {.x = points}};
    if (const auto reason = fft::pointwise_unsupported_reason(transform)) {
        std::printf("nothing convolved: %s\n", reason->c_str());
        return EXIT_SUCCESS;
    }
    // Between the transform and its inverse: times the spectrum of the window, over the points.
    const fft::Plan forward{transform};
    const fft::PointwisePlan convolution{
        transform,
        {.source =
             "constexpr Real points = 1000;\n"
             "Complex times(Complex value, const Index& index, const void* data)\n"
             "{\n"
             "    const Complex product = value * static_cast<const Complex*>(data)[index.x];\n"
             "    return {product.x / points, product.y / points};\n"
             "}\n",
         .function = "times"}};

    constexpr std::size_t bytes = points * sizeof(Signal::value_type);
    void* memory = nullptr;
    cudaMalloc(&memory, 2 * bytes);
    auto* const signal = static_cast<std::complex<double>*>(memory);
    auto* const filter = signal + points;
    cudaMemcpy(signal, wave.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(filter, window.data(), bytes, cudaMemcpyHostToDevice);
    forward.execute(filter);
    convolution.execute(signal, filter);
    Signal smooth(points);
    const bool copied =
        cudaMemcpy(smooth.data(), signal, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(memory);

    double error = 0.0;
    for (std::size_t n = 0; n < points; ++n) {
        error = std::max(error, std::abs(smooth[n] - convolved(wave, window, n)));
    }
    std::printf("%s\nlargest error %.1e\n", convolution.describe().c_str(), error);
    constexpr double tolerance = 1e-13;
    return copied && error <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
