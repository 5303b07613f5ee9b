#include "app/bench/scaling/known_solution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace tobiuo::scaling_bench {
namespace {

using poisson::Condition;
using poisson::Sides;

/// A mode of an axis of n cells: cos or sin of 2 angle (i + 1/2) at cell i, with the eigenvalue
/// -(2 sin(angle) / h)^2.
struct AxisMode {
    double angle{};
    bool is_sine = false;  ///< zero at the lower wall

    [[nodiscard]] std::vector<double> values(std::int64_t cells) const
    {
        std::vector<double> values;
        for (std::int64_t cell = 0; cell < cells; ++cell) {
            const double phase = 2.0 * angle * (static_cast<double>(cell) + 0.5);
            values.push_back(is_sine ? std::sin(phase) : std::cos(phase));
        }
        return values;
    }
    /// The eigenvalue of cells of width 1 without its sign.
    [[nodiscard]] double size() const { return 4.0 * std::sin(angle) * std::sin(angle); }
};

/// Mode `number` of an axis, counted from the lowest one, which is 0.
AxisMode mode_of(const Sides& sides, std::int64_t cells, int number)
{
    const double step = std::numbers::pi / static_cast<double>(cells);
    if (sides.lower == Condition::periodic) {
        return {.angle = step * number};
    }
    const bool is_sine = sides.lower == Condition::dirichlet;
    if (sides.lower != sides.upper) {
        return {.angle = step * (0.5 * number + 0.25), .is_sine = is_sine};
    }
    return {.angle = step * 0.5 * (is_sine ? number + 1 : number), .is_sine = is_sine};
}

/// The lowest eigenvalue of cells of width 1 that is not zero, without its sign.
double lowest_eigenvalue(const std::vector<std::int64_t>& lengths,
                         const std::array<Sides, 3>& sides)
{
    double lowest = 0;
    double next = std::numeric_limits<double>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = lengths[2 - axis];
        lowest += mode_of(sides.at(axis), cells, 0).size();
        next = std::min(next, mode_of(sides.at(axis), cells, 1).size());
    }
    return lowest > 0 ? lowest : next;
}

}  // namespace

KnownSolution known_solution(const std::vector<std::int64_t>& lengths,
                             const poisson_bench::Boundary& boundary, Precision precision)
{
    constexpr std::array numbers{3, 2, 1};  // of the modes of x, y, z: each axis is told apart
    const double width = std::sqrt(lowest_eigenvalue(lengths, boundary.sides));
    KnownSolution known;
    std::array<double, 3> sides{};
    std::array<std::vector<double>*, 3> factors{&known.f.x, &known.f.y, &known.f.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = lengths[2 - axis];
        sides.at(axis) = width * static_cast<double>(cells);
        const AxisMode mode = mode_of(boundary.sides.at(axis), cells, numbers.at(axis));
        known.eigenvalue -= mode.size() / (width * width);
        *factors.at(axis) = mode.values(cells);
    }
    known.problem = {.grid = box({.x = lengths[2], .y = lengths[1], .z = lengths[0]}, sides),
                     .sides = boundary.sides,
                     .precision = precision};
    poisson::validate(known.problem);
    return known;
}

double solution_tolerance(const std::vector<std::int64_t>& lengths, Precision precision)
{
    constexpr double factor = 8.0;
    const double eps = precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                    : std::numeric_limits<double>::epsilon();
    return factor * eps * static_cast<double>(std::ranges::max(lengths));
}

}  // namespace tobiuo::scaling_bench
