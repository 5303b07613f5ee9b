// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/poisson/open_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "solvers/poisson/open/lattice_nodes.hpp"
#include "solvers/poisson/open/open_line.hpp"

namespace tobiuo::poisson_bench {
namespace {

/// The spectrum of an even function in a ring of so many points, of which values from 0 on are given.
std::vector<double> even_spectrum(const std::vector<double>& values, std::int64_t points)
{
    std::vector<double> cosines(static_cast<std::size_t>(points));
    for (std::int64_t n = 0; n < points; ++n) {
        cosines[static_cast<std::size_t>(n)] =
            std::cos(2.0 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(points));
    }
    std::vector<double> spectrum(static_cast<std::size_t>(points));
    for (std::int64_t mode = 0; mode < points; ++mode) {
        double sum = 0.0;
        for (std::int64_t n = 0; n < points; ++n) {
            sum += values[static_cast<std::size_t>(std::min(n, points - n))] *
                   cosines[static_cast<std::size_t>(n * mode % points)];
        }
        spectrum[static_cast<std::size_t>(mode)] = sum;
    }
    return spectrum;
}

/// The spectra of all nodes: [node][mode].
using Spectra = std::vector<std::vector<double>>;

}  // namespace

bool is_convolution(const poisson::Problem& problem)
{
    const auto whole = [](const poisson::Sides& sides) {
        return (sides.lower == poisson::Condition::open) ==
               (sides.upper == poisson::Condition::open);
    };
    return poisson::has_open_axes(problem) && problem.grid.location == Location::cell &&
           std::ranges::all_of(problem.sides, whole);
}

template <typename T>
std::vector<T> kernel_spectrum(const poisson::Problem& problem,
                               const std::array<std::int64_t, 3>& points)
{
    const poisson::OpenLines lines = poisson::lines_of(problem);
    poisson::LatticeNodes nodes = lattice_nodes(poisson::decay_of(problem, lines));
    std::array<Spectra, 3> spectra;  // slow, middle, fast
    std::size_t next = 0;
    std::vector<double> levels(nodes.times.size(), 1.0);
    for (const std::size_t axis : {2U, 1U, 0U}) {
        if (poisson::is_absent(problem, static_cast<int>(axis))) {
            spectra.at(next++) = Spectra(nodes.times.size() + 1, {1.0});
        }
    }
    for (const std::size_t axis : {2U, 1U, 0U}) {
        if (poisson::is_absent(problem, static_cast<int>(axis))) {
            continue;
        }
        Spectra& made = spectra.at(next);
        made.resize(nodes.times.size() + 1);
        const auto count = static_cast<std::ptrdiff_t>(nodes.times.size());
#pragma omp parallel for schedule(dynamic)
        for (std::ptrdiff_t node = 0; node < count; ++node) {
            const auto at = static_cast<std::size_t>(node);
            const std::vector<double> heat = lines[axis].heat(nodes.times[at]);
            levels[at] *= lines[axis].is_open() ? heat.front() : 1.0;
            made[at] = even_spectrum(heat, points.at(next));
        }
        made.back() = even_spectrum(lines[axis].level(), points.at(next));
        ++next;
    }
    double level = 0.0;
    for (std::size_t node = 0; node < nodes.times.size(); ++node) {
        level -= nodes.weights[node] * levels[node];
    }
    nodes.weights.push_back(nodes.logarithmic ? level : 0.0);
    const std::int64_t row = points[2] / 2 + 1;
    const double scale = -1.0 / static_cast<double>(points[0] * points[1] * points[2]);
    std::vector<T> made(static_cast<std::size_t>(points[0] * points[1] * row));
#pragma omp parallel for collapse(2) schedule(static)
    for (std::int64_t z = 0; z < points[0]; ++z) {
        for (std::int64_t y = 0; y < points[1]; ++y) {
            std::vector<double> sums(static_cast<std::size_t>(row));
            for (std::size_t node = 0; node < nodes.weights.size(); ++node) {
                const double factor = scale * nodes.weights[node] *
                                      spectra[0][node][static_cast<std::size_t>(z)] *
                                      spectra[1][node][static_cast<std::size_t>(y)];
                const std::vector<double>& along = spectra[2][node];
                for (std::size_t x = 0; x < sums.size(); ++x) {
                    sums[x] += factor * along[x];
                }
            }
            std::ranges::transform(sums, made.begin() + (z * points[1] + y) * row,
                                   [](double sum) { return static_cast<T>(sum); });
        }
    }
    return made;
}

template std::vector<float> kernel_spectrum(const poisson::Problem&,
                                            const std::array<std::int64_t, 3>&);
template std::vector<double> kernel_spectrum(const poisson::Problem&,
                                             const std::array<std::int64_t, 3>&);

}  // namespace tobiuo::poisson_bench
