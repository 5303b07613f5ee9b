// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/mode_matrices.hpp"

#include <cstddef>
#include <cstdint>

#include "kernels/fft/host/real_plan.hpp"
#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/device/solved_axis.hpp"

namespace tobiuo::poisson {
namespace {

/// FFTW's transform of each unit vector of `count`: [vector][result].
std::vector<double> of_unit_vectors(fft::RealKind kind, std::int64_t count)
{
    std::vector<double> unit(static_cast<std::size_t>(count * count));
    for (std::int64_t n = 0; n < count; ++n) {
        unit[static_cast<std::size_t>(n * (count + 1))] = 1.0;
    }
    std::vector<double> made(unit.size());
    const fft::HostRealPlan<double> plan{{{.kind = kind, .length = count, .stride = 1}},
                                         {.count = count, .stride = count},
                                         fft::Placement::out_of_place,
                                         fft::Effort::estimate};
    plan.execute(unit.data(), made.data());
    return made;
}

}  // namespace

ModeMatrices mode_matrices(const Problem& problem, int axis)
{
    const AxisModes modes = modes_of(problem, axis);
    const SolvedAxis solved = solved_axis(problem, axis);
    const std::int64_t count = unknowns(problem, axis).count;
    const std::vector<double> forward = of_unit_vectors(modes.forward, count);
    const std::vector<double> inverse = of_unit_vectors(modes.inverse, count);
    // FFTW's types I and IV, and its type II, have twice the sums of the passes.
    const bool transposed = solved.transposed;
    const double forwards = transposed || solved.periodic() ? 1.0 : 0.5;
    const double back = transposed ? 0.5 : 1.0;
    const bool reversed = solved.pairs.sine && !transposed && !solved.pairs.is_type_one();
    ModeMatrices made{.forward = std::vector<double>(forward.size()),
                      .inverse = std::vector<double>(inverse.size())};
    for (std::int64_t mode = 0; mode < count; ++mode) {
        const std::int64_t of_fftw = reversed ? count - 1 - mode : mode;
        // The passes have sums of sines where FFTW has imaginary parts.
        const double sign = solved.periodic() && 2 * mode > count ? -1.0 : 1.0;
        for (std::int64_t point = 0; point < count; ++point) {
            made.forward[static_cast<std::size_t>(point * count + mode)] =
                sign * forwards * forward[static_cast<std::size_t>(point * count + of_fftw)];
            made.inverse[static_cast<std::size_t>(mode * count + point)] =
                sign * back * inverse[static_cast<std::size_t>(of_fftw * count + point)];
        }
    }
    return made;
}

}  // namespace tobiuo::poisson
