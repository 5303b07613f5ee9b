// SPDX-License-Identifier: BSD-3-Clause
// Differentiates a field along x by real transforms on the CPU.
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

    // sin(6 pi x) on 64 x 16 points of a unit square: element (x, y) has the index x + 64 y
    constexpr std::size_t nx = 64;
    constexpr std::size_t ny = 16;
    constexpr std::size_t half = nx / 2 + 1;
    std::vector<double> field(nx * ny);
    std::vector<std::complex<double>> spectrum(half * ny);
    for (std::size_t at = 0; at < field.size(); ++at) {
        field[at] = std::sin(6 * std::numbers::pi * static_cast<double>(at % nx) / nx);
    }

    fft::Transform transform{.extents = {.x = nx, .y = ny},
                             .kind = fft::Kind::r2c,
                             .placement = fft::Placement::out_of_place};
    const fft::Plan forward{transform, {.backend = Backend::cpu}};
    transform.kind = fft::Kind::c2r;
    const fft::Plan inverse{transform, {.backend = Backend::cpu}};

    forward.execute(field.data(), spectrum.data());
    for (std::size_t at = 0; at < spectrum.size(); ++at) {
        // d/dx, and the number of points, by which forward and inverse transforms multiply
        const double wave_number = 2 * std::numbers::pi * static_cast<double>(at % half);
        spectrum[at] *= std::complex{0.0, wave_number / static_cast<double>(field.size())};
    }
    inverse.execute(spectrum.data(), field.data());

    const double slope = 6 * std::numbers::pi;  // of sin(6 pi x) at 0
    std::printf("%s\nslope %.12f, exact %.12f\n", forward.describe().c_str(), field[0], slope);
    constexpr double tolerance = 1e-13;
    return std::abs(field[0] - slope) <= tolerance * slope ? EXIT_SUCCESS : EXIT_FAILURE;
}
