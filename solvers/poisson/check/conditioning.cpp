// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/conditioning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "solvers/poisson/axis/axis_modes.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/axis/sturm.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {
namespace {

using Spectra = std::array<std::vector<double>, 3>;

/// The eigenvalues along each axis, in ascending order; of one that has_own_rows() the two nearest to
/// zero, or all that an eliminated axis is shifted by.
Spectra spectra_of(const Problem& problem)
{
    Spectra spectra;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double>& one = spectra.at(static_cast<std::size_t>(axis));
        if (has_own_rows(problem, axis)) {
            const ThreePoint rows = three_point(problem, axis);
            const auto count = static_cast<std::int64_t>(rows.width.size());
            const bool needs_all = problem.lambda > 0.0 && is_dense(problem, axis);
            for (std::int64_t from_top = needs_all ? count : std::min<std::int64_t>(count, 2);
                 from_top-- > 0;) {
                one.push_back(eigenvalue_of(rows, from_top));
            }
            continue;
        }
        one = is_absent(problem, axis) ? std::vector<double>{0.0}
                                       : modes_of(problem, axis).eigenvalues;
        std::ranges::sort(one);
    }
    return spectra;
}

/// The sum of an eigenvalue of each axis that is nearest to -lambda.
double nearest_sum(const Spectra& spectra, double lambda)
{
    const auto& [x, y, z] = spectra;
    double nearest = x.back() + y.back() + z.back();
    for (const double outer : y) {
        for (const double inner : x) {
            const double other = inner + outer;
            const auto above = std::ranges::lower_bound(z, -(other + lambda));
            for (const auto at : {above, above == z.begin() ? above : above - 1}) {
                if (at != z.end() && std::abs(*at + other + lambda) < std::abs(nearest + lambda)) {
                    nearest = *at + other;
                }
            }
        }
    }
    return nearest;
}

/// The smallest absolute value of a sum that is not zero.
double gap_of(const Spectra& spectra)
{
    double sum = 0.0;
    double step = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& one : spectra) {
        sum -= one.back();
        const auto other = std::ranges::find_if(one.rbegin(), one.rend(),
                                                [&](double value) { return value < one.back(); });
        step = other == one.rend() ? step : std::min(step, one.back() - *other);
    }
    return sum > 0.0 ? sum : step;
}

}  // namespace

namespace {

double epsilon_of(const Problem& problem)
{
    return problem.precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                : std::numeric_limits<double>::epsilon();
}

/// The eigenvalue nearest to -lambda of a problem with an eliminated axis, if it is nearer than
/// sqrt(eps) lambda.
std::optional<double> eigenvalue_near(const Problem& problem, const Spectra& spectra)
{
    const int axis = *eliminated_axis(problem);
    const ThreePoint rows = three_point(problem, axis);
    const std::vector<double>& one = spectra.at(axis == 0 ? 1 : 0);
    const std::vector<double>& two = spectra.at(axis == 2 ? 1 : 2);
    const double window = std::sqrt(epsilon_of(problem)) * problem.lambda;
    std::optional<double> nearest;
    double distance = window;
    for (const double outer : two) {
        for (const double inner : one) {
            const double shift = inner + outer + problem.lambda;
            const std::int64_t first = eigenvalues_above(rows, shift - window);
            const std::int64_t end = eigenvalues_above(rows, shift + window);
            for (std::int64_t from_top = first; from_top < end; ++from_top) {
                const double value = eigenvalue_of(rows, from_top) + inner + outer;
                if (std::abs(value + problem.lambda) < distance) {
                    distance = std::abs(value + problem.lambda);
                    nearest = value;
                }
            }
        }
    }
    return nearest;
}

/// The eigenvalue of the Laplacian nearest to -lambda, if it is known.
std::optional<double> nearest_eigenvalue(const Problem& problem, const Spectra& spectra)
{
    if (problem.lambda <= 0.0) {
        return spectra[0].back() + spectra[1].back() + spectra[2].back();
    }
    return eliminated_axis(problem) ? eigenvalue_near(problem, spectra)
                                    : nearest_sum(spectra, problem.lambda);
}

}  // namespace

std::optional<Conditioning> conditioning_of(const Problem& problem)
{
    if (problem.lambda == 0.0 || open_axis(problem)) {
        return std::nullopt;
    }
    const Spectra spectra = spectra_of(problem);
    const auto eigenvalue = nearest_eigenvalue(problem, spectra);
    if (!eigenvalue) {
        return std::nullopt;
    }
    const double distance = std::abs(*eigenvalue + problem.lambda);
    return Conditioning{
        .eigenvalue = *eigenvalue,
        .distance = distance,
        .condition = operator_norm(problem) / distance,
        .nearly_singular = distance < std::sqrt(epsilon_of(problem)) *
                                          std::max(std::abs(problem.lambda), gap_of(spectra))};
}

std::optional<double> distance_of(const Problem& problem)
{
    if (problem.lambda == 0.0 && !open_axis(problem)) {
        return gap_of(spectra_of(problem));
    }
    const auto conditioning = conditioning_of(problem);
    return conditioning ? std::optional{conditioning->distance} : std::nullopt;
}

}  // namespace tobiuo::poisson
