// SPDX-License-Identifier: BSD-3-Clause
// Problems with a variable coefficient for tests, and known solutions.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/poisson/coefficient_solver.hpp>

#include "solvers/poisson/face.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

/// Values of function(x, y, z) at the unknowns, [z][y][x].
template <typename T, typename Function>
[[nodiscard]] std::vector<T> at_unknowns(const poisson::Problem& problem, const Function& function)
{
    std::vector<T> values;
    for (std::int64_t k = 0; k < poisson::unknowns(problem, 2).count; ++k) {
        for (std::int64_t j = 0; j < poisson::unknowns(problem, 1).count; ++j) {
            for (std::int64_t i = 0; i < poisson::unknowns(problem, 0).count; ++i) {
                values.push_back(static_cast<T>(function(poisson::position(problem, 0, i),
                                                         poisson::position(problem, 1, j),
                                                         poisson::position(problem, 2, k))));
            }
        }
    }
    return values;
}

/// A smooth coefficient and a solution, products over the axes of functions that are periodic over the
/// lengths of test::box() along periodic axes, and have any values and slopes at walls of the others.
struct KnownSolution {
    std::array<double, 3> wave{};  ///< of each axis: 2 pi over its length
    std::array<double, 3> lower{};
    std::array<bool, 3> periodic{};
    double strength = 0.6;  ///< of ln a along each axis
    double lambda = 0.0;

    explicit KnownSolution(const poisson::Problem& problem) : lambda{problem.lambda}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Axis& one = problem.grid.axes.at(axis);
            wave.at(axis) = poisson::is_absent(problem, static_cast<int>(axis))
                                ? 0.0
                                : 2.0 * std::numbers::pi / (one.upper - one.lower);
            lower.at(axis) = one.lower;
            periodic.at(axis) = problem.sides.at(axis).lower == poisson::Condition::periodic;
        }
    }

    /// A function of one axis with its first and second derivative.
    struct Jet {
        double value = 0.0;
        double first = 0.0;
        double second = 0.0;
    };
    /// ln a along an axis.
    [[nodiscard]] Jet log_a(std::size_t axis, double at) const
    {
        const double k = periodic.at(axis) ? wave.at(axis) : 0.4 * wave.at(axis);
        const double s = k * (at - lower.at(axis)) + 0.3;
        return {strength * std::sin(s), strength * k * std::cos(s),
                -strength * k * k * std::sin(s)};
    }
    [[nodiscard]] Jet factor(std::size_t axis, double at) const
    {
        const double k = periodic.at(axis) ? wave.at(axis) : 0.6 * wave.at(axis);
        const double s = k * (at - lower.at(axis)) + 0.5;
        return {1.2 + std::cos(s), -k * std::sin(s), -k * k * std::cos(s)};
    }

    [[nodiscard]] double a(double x, double y, double z) const
    {
        return std::exp(log_a(0, x).value + log_a(1, y).value + log_a(2, z).value);
    }
    [[nodiscard]] double u(double x, double y, double z) const
    {
        return factor(0, x).value * factor(1, y).value * factor(2, z).value;
    }
    /// The derivative of u along an axis.
    [[nodiscard]] double slope(std::size_t axis, const std::array<double, 3>& at) const
    {
        double product = 1.0;
        for (std::size_t other = 0; other < 3; ++other) {
            const Jet jet = factor(other, at.at(other));
            product *= other == axis ? jet.first : jet.value;
        }
        return product;
    }
    [[nodiscard]] double f(double x, double y, double z) const
    {
        const std::array at{x, y, z};
        const std::array jets{factor(0, x), factor(1, y), factor(2, z)};
        double sum = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Jet& jet = jets.at(axis);
            const double rest = u(x, y, z) / jet.value;
            sum += rest * (jet.second + log_a(axis, at.at(axis)).first * jet.first);
        }
        return a(x, y, z) * sum + lambda * u(x, y, z);
    }
};

/// The values that a solution has on the walls, and what refers to them.
template <typename T>
struct KnownWalls {
    std::array<std::array<std::vector<T>, 2>, 3> values;
    poisson::Walls<T> walls;

    KnownWalls(const poisson::Problem& problem, const KnownSolution& known)
    {
        for (int axis = 0; axis < 3; ++axis) {
            const auto across = static_cast<std::size_t>(axis);
            for (int end = 0; end < 2; ++end) {
                const poisson::Condition condition = poisson::condition_of(problem, axis, end);
                if (condition == poisson::Condition::periodic) {
                    continue;
                }
                const Axis& one = problem.grid.axes.at(across);
                auto& of_face = values.at(across).at(static_cast<std::size_t>(end));
                const int faster = axis == 0 ? 1 : 0;
                const int slower = axis == 2 ? 1 : 2;
                std::array<double, 3> at{};
                at.at(across) = end == 0 ? one.lower : one.upper;
                for (std::int64_t row = 0; row < poisson::unknowns(problem, slower).count; ++row) {
                    for (std::int64_t n = 0; n < poisson::unknowns(problem, faster).count; ++n) {
                        at.at(static_cast<std::size_t>(faster)) = position(problem, faster, n);
                        at.at(static_cast<std::size_t>(slower)) = position(problem, slower, row);
                        const double sign = end == 0 ? -1.0 : 1.0;
                        of_face.push_back(static_cast<T>(condition == poisson::Condition::dirichlet
                                                             ? known.u(at[0], at[1], at[2])
                                                             : sign * known.slope(across, at)));
                    }
                }
                auto& wall = axis == 0 ? walls.x : axis == 1 ? walls.y : walls.z;
                wall.at(static_cast<std::size_t>(end)).values = of_face.data();
            }
        }
    }
};

}  // namespace tobiuo::test
