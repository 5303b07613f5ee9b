// SPDX-License-Identifier: BSD-3-Clause
// One face of the box: the values on it and beside it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The face of `problem` across `axis`, at its lower (0) or upper (1) end, as counts and strides.
struct Face {
    int axis{};
    int end{};
    std::array<int, 2> along{};            ///< the two other axes, the faster one first
    std::array<std::int64_t, 2> counts{};  ///< unknowns along these axes
    std::array<std::int64_t, 2> strides{};
    std::int64_t first{};    ///< index of the first unknown beside the face
    std::int64_t inwards{};  ///< distance from a row to the next one inside

    [[nodiscard]] std::int64_t values() const { return counts[0] * counts[1]; }

    /// The index of value [slower][faster] of the row `row` away from the face in an array of
    /// unknowns.
    [[nodiscard]] std::size_t at(std::int64_t slower, std::int64_t faster, std::int64_t row) const
    {
        return static_cast<std::size_t>(first + row * inwards + slower * strides[1] +
                                        faster * strides[0]);
    }
};

[[nodiscard]] Face face_of(const Problem& problem, int axis, int end);

[[nodiscard]] Condition condition_of(const Problem& problem, int axis, int end);

/// The unknowns of each axis, and the distance of neighbours along it in an array of unknowns.
[[nodiscard]] std::array<std::int64_t, 3> shape_of(const Problem& problem);
[[nodiscard]] std::array<std::int64_t, 3> strides_of(const Problem& problem);

}  // namespace tobiuo::poisson
