// SPDX-License-Identifier: BSD-3-Clause
// Problems whose lengths are far from one, beside the same problems in lengths near one.
#pragma once

#include <tobiuo/poisson.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "solvers/poisson/unit_of_length.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"

namespace tobiuo::test {

/// The problem with lengths times 2^exponent: f times 2^(-2 exponent), derivatives on Neumann walls
/// times 2^(-exponent), the same u. Powers of two change no digit of any of them.
[[nodiscard]] inline Walled in_far_lengths(const Walled& near, int exponent)
{
    Walled far = near;
    far.problem = poisson::in_unit(near.problem, {.exponent = -exponent});
    for (double& value : far.f) {
        value = std::ldexp(value, -2 * exponent);
    }
    for (std::size_t face = 0; face < 6; ++face) {
        const poisson::Sides& sides = near.problem.sides.at(face / 2);
        const auto condition = face % 2 == 0 ? sides.lower : sides.upper;
        if (condition == poisson::Condition::neumann) {
            for (double& value : far.faces.of.at(face / 2).at(face % 2)) {
                value = std::ldexp(value, -exponent);
            }
        }
    }
    return far;
}

/// Exponents of lengths whose squares, times the points of a line, are beyond the range of the
/// precision, and for which f is still in it.
[[nodiscard]] inline std::vector<int> far_exponents(Precision precision)
{
    return precision == Precision::fp32 ? std::vector{-59, -40, 40, 54} : std::vector{-490, 480};
}

/// Both solves round the same operations; a positive lambda leaves a condition that is not far from
/// that without it, because no eigenvalue of these problems is near.
[[nodiscard]] inline double far_tolerance(poisson::Problem problem)
{
    problem.lambda = std::min(problem.lambda, 0.0);
    return solution_tolerance(problem);
}

[[nodiscard]] inline double largest_of(const std::vector<double>& values)
{
    double largest = 0.0;
    for (const double value : values) {
        largest = std::max(largest, std::abs(value));
    }
    return largest;
}

/// The problems with walls, and positive and negative lambdas.
[[nodiscard]] inline std::vector<poisson::Problem> problems_for_far_lengths()
{
    std::vector<poisson::Problem> all = problems_with_walls();
    const std::size_t count = all.size();
    for (std::size_t at = 0; at < count; at += 7) {
        all.push_back(all[at]);
        all.back().lambda = 2.3;
    }
    return all;
}

}  // namespace tobiuo::test
