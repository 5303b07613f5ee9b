// SPDX-License-Identifier: BSD-3-Clause
// An axis of a convolution: its values, images beyond walls, zeros beyond open ends.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// An axis with `length` values that repeat with the period of a discrete Fourier transform, whose
/// first `count` are those of the box.
///
/// Walls     beyond a Neumann wall the source goes on evenly, beyond a Dirichlet wall oddly; between two
///           walls these images make it periodic.
/// Open ends zeros follow, so many that the kernel of free space, which reaches length / 2 values, takes
///           no value to a wrong place.
struct PaddedAxis {
    std::int64_t count{};
    std::int64_t length{};
    double spacing{};
    bool is_open{};           ///< at one end or both
    std::vector<int> images;  ///< of `length` values: +-(source + 1), 0 for zero
    double reach{};           ///< the largest distance of a value of the box from a source or image

    /// The modes k >= 0 of the transform, or the values of an even kernel.
    [[nodiscard]] std::int64_t half_count() const { return length / 2 + 1; }
    /// The wave number of mode `k`.
    [[nodiscard]] double wave_number(std::int64_t k) const;
};

/// The axis of a valid problem, not stretched.
[[nodiscard]] PaddedAxis padded_axis(const Problem& problem, int axis);

/// The least even number from `least` on that has no prime factor above 7.
[[nodiscard]] std::int64_t even_smooth(std::int64_t least);

}  // namespace tobiuo::poisson
