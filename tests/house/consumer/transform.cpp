// Differentiates a row of a field through the installed library's real transforms on the CPU.
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <vector>

#include "kernels/fft/host/plan.hpp"

int main()
{
    using namespace tobiuo;

    constexpr std::size_t points = 64;
    std::vector<double> field(points);
    std::vector<std::complex<double>> spectrum(points / 2 + 1);
    for (std::size_t n = 0; n < points; ++n) {
        field[n] = std::sin(2 * std::numbers::pi * 3.0 * static_cast<double>(n) / points);
    }

    fft::Problem problem{.lengths = {points}};
    problem.precision = Precision::fp64;
    problem.placement = fft::Placement::out_of_place;
    problem.kind = fft::Kind::r2c;
    fft::HostPlan{problem}.execute(field.data(), spectrum.data());
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
        // d/dx on a unit interval, and the points that the pair of transforms multiplies by
        spectrum[k] *= std::complex{0.0, 2 * std::numbers::pi * static_cast<double>(k)} /
                       static_cast<double>(points);
    }
    problem.kind = fft::Kind::c2r;
    problem.direction = fft::Direction::inverse;
    fft::HostPlan{problem}.execute(spectrum.data(), field.data());

    const double slope = 2 * std::numbers::pi * 3.0;  // of sin(6 pi x) at 0
    std::printf("%s: slope %.12f, exact %.12f\n", fft::describe(problem).c_str(), field[0], slope);
    constexpr double tolerance = 1e-13;
    return std::abs(field[0] - slope) <= tolerance * slope ? EXIT_SUCCESS : EXIT_FAILURE;
}
