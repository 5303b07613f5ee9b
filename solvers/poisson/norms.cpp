#include "solvers/poisson/norms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/threads.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/three_point.hpp"

namespace tobiuo::poisson {
namespace {

struct Sums {
    double values{};
    double squares{};
    double max{};

    void add(double value, double weight)
    {
        values += weight * value;
        squares += weight * value * value;
        max = std::max(max, std::isfinite(value) ? std::abs(value) : HUGE_VAL);
    }
    void add(const Sums& part, double weight)
    {
        values += weight * part.values;
        squares += weight * part.squares;
        max = std::max(max, part.max);
    }
};

/// Shares of the axis's length.
std::vector<double> weights_of(const Problem& problem, int axis)
{
    std::vector<double> weights = three_point(problem, axis).width;
    double length = 0.0;
    for (const double weight : weights) {
        length += weight;
    }
    std::ranges::for_each(weights, [&](double& weight) { weight /= length; });
    return weights;
}

template <typename Real>
Norms norms(const Problem& problem, std::span<const Real> values)
{
    if (std::ssize(values) != points(problem)) {
        throw std::invalid_argument{"a field has " + std::to_string(values.size()) +
                                    " values where its problem has " +
                                    std::to_string(points(problem)) + " unknowns"};
    }
    const std::array weights{weights_of(problem, 0), weights_of(problem, 1),
                             weights_of(problem, 2)};
    const auto [nx, ny, nz] = shape_of(problem);
    std::vector<Sums> planes(static_cast<std::size_t>(nz));
    const int threads = threads_for(std::ssize(values), 1.0);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (std::int64_t z = 0; z < nz; ++z) {
        for (std::int64_t y = 0; y < ny; ++y) {
            Sums line;
            for (std::int64_t x = 0; x < nx; ++x) {
                line.add(
                    static_cast<double>(values[static_cast<std::size_t>((z * ny + y) * nx + x)]),
                    weights[0][static_cast<std::size_t>(x)]);
            }
            planes[static_cast<std::size_t>(z)].add(line, weights[1][static_cast<std::size_t>(y)]);
        }
    }
    Sums all;
    for (std::size_t z = 0; z < planes.size(); ++z) {
        all.add(planes[z], weights[2][z]);
    }
    return {.mean = all.values, .l2 = std::sqrt(all.squares), .max = all.max};
}

}  // namespace

Norms norms_of(const Problem& problem, std::span<const double> values)
{
    return norms(problem, values);
}

Norms norms_of(const Problem& problem, std::span<const float> values)
{
    return norms(problem, values);
}

}  // namespace tobiuo::poisson
