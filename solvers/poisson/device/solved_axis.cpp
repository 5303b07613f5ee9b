// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/device/solved_axis.hpp"

#include <algorithm>
#include <cstddef>

#include "solvers/poisson/axis/axis_modes.hpp"

namespace tobiuo::poisson {
namespace {

using fft::Makhoul;
using fft::RealKind;
using fft::Split;
using fft::TwoForOne;
using fft::TypeOne;

}  // namespace

SolvedAxis solved_axis(const Problem& problem, int axis)
{
    if (eliminated_axis(problem) == axis) {
        const long long points = unknowns(problem, axis).count;
        return {.axis = axis, .points = points, .whole = points, .stretched = true};
    }
    const AxisModes modes = modes_of(problem, axis);
    SolvedAxis found{.axis = axis,
                     .points = unknowns(problem, axis).count,
                     .whole = unknowns(problem, axis).count,
                     .pairs = {.split = Split::all},
                     .eigenvalues = modes.eigenvalues};
    TwoForOne& pairs = found.pairs;
    const RealKind kind = modes.forward;
    if (kind == RealKind::cosine_1 || kind == RealKind::sine_1) {
        pairs.type_one = kind == RealKind::sine_1 ? TypeOne::dst : TypeOne::dct;
        pairs.split = Split::none;
        return found;
    }
    pairs.sine = kind == RealKind::sine_2 || kind == RealKind::sine_3 || kind == RealKind::sine_4;
    pairs.makhoul = kind == RealKind::halfcomplex                            ? Makhoul::none
                    : kind == RealKind::cosine_4 || kind == RealKind::sine_4 ? Makhoul::halfway
                                                                             : Makhoul::whole;
    found.transposed = kind == RealKind::cosine_3 || kind == RealKind::sine_3;
    pairs.reversed = found.transposed && pairs.sine;
    if (pairs.sine && !found.transposed) {  // its modes then have the order of the cosines'
        std::ranges::reverse(found.eigenvalues);
    }
    return found;
}

SolvedAxis given_axis(int axis, const std::vector<double>& eigenvalues)
{
    const auto points = static_cast<long long>(eigenvalues.size());
    return {
        .axis = axis, .points = points, .whole = points, .given = true, .eigenvalues = eigenvalues};
}

SolvedAxis continued(SolvedAxis axis)
{
    axis.pairs = {.split = Split::all, .continued = axis.pairs.type_one};
    return axis;
}

std::vector<double> eigenvalues_along(const SolvedAxis& axis)
{
    const auto at = [&](long long mode) {
        return axis.eigenvalues[static_cast<std::size_t>(mode)];
    };
    const long long n = axis.points;
    std::vector<double> along;
    if (axis.pairs.is_type_one()) {
        return axis.eigenvalues;
    }
    if (axis.pairs.continued != TypeOne::none) {
        const bool is_odd = axis.pairs.continued == TypeOne::dst;
        const long long period = axis.pairs.period(static_cast<int>(n));
        constexpr double far_below = 1048583.7;
        const double absent = far_below * std::ranges::min(axis.eigenvalues);
        // The lower half of a DFT of reals has the cosines, the upper one the sines. What rounding
        // leaves in those that a line does not have would have a kink at its ends.
        for (long long k = 0; k < period; ++k) {
            const bool is_cosine = 2 * k <= period;
            along.push_back(is_cosine == is_odd ? absent : at(is_odd ? period - k - 1 : k));
        }
        return along;
    }
    for (long long k = 0; k < n; ++k) {
        const long long front = (n + 1) / 2;
        along.push_back(at(!axis.transposed ? k : k < front ? 2 * k : 2 * (n - 1 - k) + 1));
    }
    return along;
}

}  // namespace tobiuo::poisson
