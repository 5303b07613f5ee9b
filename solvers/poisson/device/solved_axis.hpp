// SPDX-License-Identifier: BSD-3-Clause
// An axis of a problem as the passes on the GPU see it: how its lines are transformed, and the
// eigenvalues of its modes in their order in memory.
#pragma once

#include <vector>

#include "kernels/fft/pass/two_for_one.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// One axis of the problem along which something changes.
struct SolvedAxis {
    int axis{};
    long long points{};
    long long whole{};                     ///< points of the axis in the problem
    long long first = 0;                   ///< of these points, if they are a part of rows
    bool stretched = false;                ///< or with rows of its own or an open end: eliminated
    bool given = false;                    ///< whether its values are modes: GivenModes
    bool transposed = false;               ///< kind III forward, kind II back
    fft::TwoForOne pairs = {};             ///< how its lines are transformed as pairs
    std::vector<double> eigenvalues = {};  ///< per mode, in the order of a pass along an outer axis

    /// Whether passes transform along it, unless it is the middle one.
    [[nodiscard]] bool transformed() const { return !stretched && !given; }
    [[nodiscard]] bool periodic() const
    {
        return transformed() && pairs.makhoul == fft::Makhoul::none && !pairs.is_type_one() &&
               pairs.continued == fft::TypeOne::none;
    }
};

/// The axis of a valid problem; it is not absent.
[[nodiscard]] SolvedAxis solved_axis(const Problem& problem, int axis);
/// An axis whose values are modes with these eigenvalues.
[[nodiscard]] SolvedAxis given_axis(int axis, const std::vector<double>& eigenvalues);

/// The axis between two equal walls on nodes by a DFT of its continuation beyond both, which has
/// twice the points: the differences that a DCT-I or DST-I of pairs adds up would add up errors,
/// with the square root of their number.
[[nodiscard]] SolvedAxis continued(SolvedAxis axis);

/// The eigenvalues for fft::Symbol::along, at the points of the transform of the axis along which
/// the pass divides. Modes that no line has get one far below all others, so that what rounding
/// leaves in them is divided by a large number.
[[nodiscard]] std::vector<double> eigenvalues_along(const SolvedAxis& axis);

}  // namespace tobiuo::poisson
