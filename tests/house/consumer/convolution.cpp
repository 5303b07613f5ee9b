// Convolves two periodic signals on the GPU through the installed library, and checks the result.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/plan.hpp"
#include "kernels/fft/pointwise_plan.hpp"

namespace {

using Signal = std::vector<std::complex<float>>;

/// c[n] = sum over m of a[m] b[n - m], by its definition.
Signal convolved(const Signal& a, const Signal& b)
{
    const std::size_t points = a.size();
    Signal c(points);
    for (std::size_t n = 0; n < points; ++n) {
        for (std::size_t m = 0; m < points; ++m) {
            c[n] += a[m] * b[(n + points - m) % points];
        }
    }
    return c;
}

double largest_difference(const Signal& a, const Signal& b)
{
    double largest = 0.0;
    for (std::size_t n = 0; n < a.size(); ++n) {
        largest = std::max(largest, static_cast<double>(std::abs(a[n] - b[n])));
    }
    return largest;
}

}  // namespace

int main()
{
    using namespace tobiuo;

    if (device::survey().devices.empty()) {
        std::printf("no convolution on a device: %s\n", device::survey().reason.c_str());
        return EXIT_SUCCESS;
    }
    constexpr std::size_t points = 1000;
    Signal wave(points);
    Signal window(points);
    for (std::size_t n = 0; n < points; ++n) {
        wave[n] = {std::sin(0.1F * static_cast<float>(n)), n < points / 2 ? 1.0F : 0.0F};
        window[n] = n < 10 ? 0.1F : 0.0F;
    }

    // Between there and back: times the window's spectrum, and over the number of points, which
    // transforms there and back multiply by.
    const fft::Problem problem{.lengths = {points}};
    const fft::Plan forward{problem};
    const fft::PointwisePlan convolution{
        problem,
        {.source =
             "constexpr Real points = " + std::to_string(points) +
             ";\n"
             "Complex times(Complex value, const Index& index, const void* data)\n"
             "{\n"
             "    const Complex product = value * static_cast<const Complex*>(data)[index.x];\n"
             "    return {product.x / points, product.y / points};\n"
             "}\n",
         .function = "times"}};

    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<std::complex<float>> filter{points};
    const device::DeviceBuffer<std::complex<float>> signal{points};
    device::copy_to_device<std::complex<float>>(filter.data(), window, stream.get());
    device::copy_to_device<std::complex<float>>(signal.data(), wave, stream.get());
    forward.execute(filter.data(), filter.data(), stream.get());
    convolution.execute(signal.data(), signal.data(), stream.get(), filter.data());
    Signal smooth(points);
    device::copy_to_host<std::complex<float>>(smooth, signal.data(), stream.get());
    device::synchronize(stream.get());

    const double error = largest_difference(smooth, convolved(wave, window));
    std::printf("%s: largest error %.1e\n", convolution.describe().c_str(), error);
    constexpr double tolerance = 1e-5;
    return error <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
