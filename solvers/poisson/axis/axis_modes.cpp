// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/axis/axis_modes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace tobiuo::poisson {
namespace {

using fft::RealKind;

struct Pair {
    RealKind forward;
    RealKind inverse;
};

Pair transforms_of(const Sides& sides, Location location)
{
    const bool cell = location == Location::cell;
    if (sides.lower == Condition::periodic) {
        return {RealKind::halfcomplex, RealKind::real};
    }
    if (sides.lower == Condition::dirichlet && sides.upper == Condition::dirichlet) {
        return cell ? Pair{RealKind::sine_2, RealKind::sine_3}
                    : Pair{RealKind::sine_1, RealKind::sine_1};
    }
    if (sides.lower == Condition::neumann && sides.upper == Condition::neumann) {
        return cell ? Pair{RealKind::cosine_2, RealKind::cosine_3}
                    : Pair{RealKind::cosine_1, RealKind::cosine_1};
    }
    if (sides.lower == Condition::dirichlet) {
        return cell ? Pair{RealKind::sine_4, RealKind::sine_4}
                    : Pair{RealKind::sine_3, RealKind::sine_2};
    }
    return cell ? Pair{RealKind::cosine_4, RealKind::cosine_4}
                : Pair{RealKind::cosine_3, RealKind::cosine_2};
}

/// The number of half periods of mode `index` in the length of the axis: k = pi / length times
/// this.
double half_periods(const Sides& sides, std::int64_t index, std::int64_t cells)
{
    if (sides.lower == Condition::periodic) {
        return 2.0 * static_cast<double>(std::min(index, cells - index));
    }
    const auto mode = static_cast<double>(index);
    if (sides.lower != sides.upper) {
        return mode + 0.5;
    }
    return sides.lower == Condition::dirichlet ? mode + 1.0 : mode;
}

double eigenvalue(Operator op, double half_periods, const Axis& axis)
{
    const double half_angle =
        0.5 * std::numbers::pi * half_periods / static_cast<double>(axis.cells);
    const double h = axis.spacing();
    if (op == Operator::spectral) {
        const double k = 2.0 * half_angle / h;
        return -k * k;
    }
    const double root = 2.0 * std::sin(half_angle) / h;
    const double second = -root * root;
    return op == Operator::second_order ? second : second * (1.0 - second * h * h / 12.0);
}

}  // namespace

AxisModes modes_of(const Problem& problem, int axis)
{
    const auto at = static_cast<std::size_t>(axis);
    const Axis& one = problem.grid.axes.at(at);
    const Sides& sides = problem.sides.at(at);
    const std::int64_t count = unknowns(problem, axis).count;
    const auto [forward, inverse] = transforms_of(sides, problem.grid.location);
    AxisModes modes{.forward = forward,
                    .inverse = inverse,
                    .round_trip = fft::round_trip(forward, count),
                    .eigenvalues = {}};
    for (std::int64_t index = 0; index < count; ++index) {
        modes.eigenvalues.push_back(
            eigenvalue(problem.op, half_periods(sides, index, one.cells), one));
    }
    return modes;
}

}  // namespace tobiuo::poisson
