// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/singular.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <vector>

#include "solvers/poisson/axis/axis_modes.hpp"

namespace tobiuo::poisson {

std::string singular_text(double lambda, double eigenvalue)
{
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(),
                  "lambda = %.12g hits the eigenvalue %.12g of the Laplacian on this grid (that "
                  "mode has no solution): choose another lambda",
                  lambda, eigenvalue + 0.0);  // no "-0"
    return text.data();
}

void validate_lambda(double lambda, std::span<const double> sorted, std::span<const double> others,
                     double epsilon)
{
    // Near a hit all terms of the sum are at most lambda, so that its rounding is a few eps of
    // lambda.
    const double tolerance = 8.0 * epsilon * lambda;
    for (const double other : others) {
        const auto above = std::ranges::lower_bound(sorted, -(other + lambda));
        for (const auto near : {above, above == sorted.begin() ? above : above - 1}) {
            if (near != sorted.end() && std::abs(*near + other + lambda) <= tolerance) {
                throw std::invalid_argument{singular_text(lambda, *near + other)};
            }
        }
    }
}

void validate_modes(const Problem& problem)
{
    if (problem.lambda <= 0.0) {  // no eigenvalue of the Laplacian is positive
        return;
    }
    std::array<std::vector<double>, 3> eigenvalues;
    for (int axis = 0; axis < 3; ++axis) {
        eigenvalues.at(static_cast<std::size_t>(axis)) = is_absent(problem, axis)
                                                             ? std::vector<double>{0.0}
                                                             : modes_of(problem, axis).eigenvalues;
    }
    auto& [x, y, sorted] = eigenvalues;
    std::ranges::sort(sorted);
    const double epsilon = problem.precision == Precision::fp32
                               ? std::numeric_limits<float>::epsilon()
                               : std::numeric_limits<double>::epsilon();
    std::vector<double> others(x.size());
    for (const double outer : y) {
        std::ranges::transform(x, others.begin(), [&](double inner) { return inner + outer; });
        validate_lambda(problem.lambda, sorted, others, epsilon);
    }
}

}  // namespace tobiuo::poisson
