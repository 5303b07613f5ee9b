// SPDX-License-Identifier: BSD-3-Clause
// Poisson problems for tests: every pair of ends, small grids of odd sizes, stretched axes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/check/conditioning.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/stencil.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::test {

inline constexpr std::array<poisson::Sides, 5> all_sides{
    {{poisson::Condition::periodic, poisson::Condition::periodic},
     {poisson::Condition::dirichlet, poisson::Condition::dirichlet},
     {poisson::Condition::neumann, poisson::Condition::neumann},
     {poisson::Condition::dirichlet, poisson::Condition::neumann},
     {poisson::Condition::neumann, poisson::Condition::dirichlet}}};

inline constexpr poisson::Sides periodic = all_sides[0];
inline constexpr poisson::Sides dirichlet = all_sides[1];
inline constexpr poisson::Sides neumann = all_sides[2];

inline constexpr std::array all_locations{Location::cell, Location::node};

inline constexpr std::array all_operators{
    poisson::Operator::second_order, poisson::Operator::fourth_order, poisson::Operator::spectral};

/// A box with another length and origin along each axis.
[[nodiscard]] inline poisson::Problem box(const std::array<std::int64_t, 3>& cells,
                                          const std::array<poisson::Sides, 3>& sides,
                                          Location location = Location::cell)
{
    poisson::Problem problem;
    problem.grid = grid_of_cells(cells, location);
    constexpr std::array lower{0.0, -0.5, 1.0};
    constexpr std::array length{1.3, 0.9, 1.1};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        problem.grid.axes.at(axis).lower = lower.at(axis);
        problem.grid.axes.at(axis).upper = lower.at(axis) + length.at(axis);
    }
    problem.sides = sides;
    return problem;
}

/// The problem with nodes along `axis` that crowd at both ends, smoothly as cells grow in number.
[[nodiscard]] inline poisson::Problem stretched(poisson::Problem problem, int axis)
{
    Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    constexpr double strength = 1.2;
    std::vector<double> nodes;
    for (std::int64_t i = 0; i <= one.cells; ++i) {
        const double s = 2.0 * static_cast<double>(i) / static_cast<double>(one.cells) - 1.0;
        const double inside = 0.5 * (1.0 + std::tanh(strength * s) / std::tanh(strength));
        nodes.push_back(one.lower + (one.upper - one.lower) * inside);
    }
    nodes.front() = one.lower;
    nodes.back() = one.upper;
    one.nodes = nodes;
    return problem;
}

/// Random values from -1 to 1 for all unknowns, the same on every machine.
template <typename T>
[[nodiscard]] std::vector<T> random_values(const poisson::Problem& problem, unsigned seed)
{
    std::mt19937_64 engine{seed};
    std::uniform_real_distribution<T> numbers{-1, 1};
    std::vector<T> values(static_cast<std::size_t>(poisson::points(problem)));
    for (T& value : values) {
        value = numbers(engine);
    }
    return values;
}

/// |a - b| / |b| in the 2-norm.
template <typename T>
[[nodiscard]] double relative_difference(const std::vector<T>& a, const std::vector<T>& b)
{
    double difference = 0.0;
    double sum = 0.0;
    for (std::size_t at = 0; at < a.size(); ++at) {
        const auto wanted = static_cast<double>(b[at]);
        difference += std::pow(static_cast<double>(a[at]) - wanted, 2);
        sum += wanted * wanted;
    }
    return std::sqrt(difference / sum);
}

[[nodiscard]] inline double largest(std::span<const double> values)
{
    double most = 0.0;
    for (const double value : values) {
        if (!std::isfinite(value)) {
            return std::numeric_limits<double>::infinity();
        }
        most = std::max(most, std::abs(value));
    }
    return most;
}

/// A bound of the norm of operators with a stencil.
[[nodiscard]] inline double norm_of(const poisson::Problem& problem)
{
    double norm = std::abs(problem.lambda);
    for (const Axis& axis : problem.grid.axes) {
        double h = axis.spacing();
        for (std::size_t i = 1; i < axis.nodes.size(); ++i) {
            h = std::min(h, axis.nodes[i] - axis.nodes[i - 1]);
        }
        norm += 8.0 / (h * h);
    }
    return norm;
}

[[nodiscard]] inline double epsilon_of(const poisson::Problem& problem)
{
    return problem.precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                : std::numeric_limits<double>::epsilon();
}

/// The part of f - A u that rounding explains: each of the operator's sums is off by some eps of
/// its largest term, at most |A| |u|, and the transforms' errors grow like the square root of their
/// stages.
[[nodiscard]] inline double residual_tolerance(const poisson::Problem& problem, double largest_u,
                                               double largest_f)
{
    const auto n = static_cast<double>(std::max<std::int64_t>(poisson::points(problem), 2));
    return 8.0 * epsilon_of(problem) * std::sqrt(std::log2(n)) *
           (norm_of(problem) * largest_u + largest_f);
}

/// The relative difference of two solutions that rounding explains: some eps times |A| over the
/// least distance from a singular mode. The least eigenvalue is about (pi / 2 L)^2 or more, L the
/// longest axis; a positive lambda lies between the eigenvalues.
[[nodiscard]] inline double solution_tolerance(const poisson::Problem& problem)
{
    double longest = 0.0;
    for (const Axis& axis : problem.grid.axes) {
        longest = std::max(longest, axis.upper - axis.lower);
    }
    double least = std::pow(std::numbers::pi / (2.0 * longest), 2);
    if (problem.lambda > 0.0) {
        const auto conditioning = poisson::conditioning_of(problem);
        least = conditioning ? conditioning->distance
                             : std::min(problem.lambda, least - problem.lambda);
    }
    return 8.0 * epsilon_of(problem) * poisson::operator_norm(problem) / least;
}

/// A right-hand side that is difficult for sums along a line, see long_line_sources.
enum class Source { random, smooth, alternating, single };
inline constexpr std::array long_line_sources{Source::random, Source::smooth, Source::alternating,
                                              Source::single};

/// The right-hand side of a problem in one dimension.
template <typename T>
[[nodiscard]] std::vector<T> long_line(const poisson::Problem& problem, Source source)
{
    std::vector<T> f = random_values<T>(problem, 7);
    const auto count = static_cast<double>(f.size());
    for (std::size_t k = 0; k < f.size() && source != Source::random; ++k) {
        const double at = (static_cast<double>(k) + 0.5) / count;
        const double wave = std::sin(6.3 * at) + 0.3 * std::cos(12.6 * at) + 0.2 * at;
        const double alternating = (k % 2 == 0 ? 0.1 : -0.1) * (1.0 + 0.1 * at);
        f[k] = static_cast<T>(source == Source::smooth        ? wave
                              : source == Source::alternating ? alternating
                              : k == f.size() / 3             ? 1.0
                                                              : 0.0);
    }
    return f;
}

/// In units of epsilon: the largest |f - removed mean - A u| by the stencil, divided by |A| |u| +
/// |f|, and the mean of u, if it should be 0, divided by |u|. Norms are largest values.
struct LineErrors {
    double residual{};
    double mean{};
};

template <typename T>
[[nodiscard]] LineErrors line_errors(poisson::Problem problem, const std::vector<T>& f,
                                     double removed_mean, const std::vector<T>& u)
{
    problem.precision = Precision::fp64;  // without the stencil's own rounding
    const std::vector<double> wide(u.begin(), u.end());
    const std::vector<double> sources(f.begin(), f.end());
    std::vector<double> left(u.size());
    if (poisson::has_stencil(problem)) {
        poisson::apply_stencil(problem, std::span<const double>{wide}, std::span<double>{left});
    } else {
        poisson::HostSolver{problem}.apply(wide, left);
    }
    for (std::size_t k = 0; k < left.size(); ++k) {
        left[k] = sources[k] - removed_mean - left[k];
    }
    const double epsilon = std::numeric_limits<T>::epsilon();
    const double scale = poisson::operator_norm(problem) * largest(wide) + largest(sources);
    const double mean = poisson::norms_of(problem, std::span<const double>{wide}).mean;
    return {.residual = largest(left) / scale / epsilon,
            .mean = poisson::has_null_space(problem) ? std::abs(mean) / (largest(wide) * epsilon)
                                                     : 0.0};
}

/// Random values that single precision holds exactly.
template <typename T>
[[nodiscard]] std::vector<T> single_values(const poisson::Problem& problem)
{
    const std::vector<float> values = random_values<float>(problem, 7);
    return {values.begin(), values.end()};
}

/// The error |u - exact| in units of epsilon (|f| / distance + |exact|), each the root of the mean
/// square.
[[nodiscard]] inline double error_in_eps(const poisson::Problem& problem,
                                         const std::vector<double>& f,
                                         const std::vector<double>& exact,
                                         const std::vector<float>& u)
{
    const std::vector<double> wide(u.begin(), u.end());
    const auto size = [&](const std::vector<double>& values) {
        return poisson::norms_of(problem, std::span<const double>{values}).l2;
    };
    const double distance = poisson::conditioning_of(problem)->distance;
    return relative_difference(wide, exact) * size(exact) /
           (std::numeric_limits<float>::epsilon() * (size(f) / distance + size(exact)));
}

/// The error of a line of any length that rounding explains, in units of epsilon.
inline constexpr double most_line_errors = 8.0;

}  // namespace tobiuo::test
