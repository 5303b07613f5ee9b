// One face of the box: which values lie on it and beside it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The face of `problem` across `axis`, at its lower (0) or upper (1) end, as loops see it.
struct Face {
    int axis{};
    int end{};
    std::array<int, 2> along{};            ///< the two other axes, the faster one first
    std::array<std::int64_t, 2> counts{};  ///< unknowns along them
    std::array<std::int64_t, 2> strides{};
    std::int64_t first{};    ///< of the row beside the face
    std::int64_t inwards{};  ///< from a row to the next one inside

    [[nodiscard]] std::int64_t values() const { return counts[0] * counts[1]; }

    /// Where value [slower][faster] of the row `row` away from the face lies in an array of
    /// unknowns.
    [[nodiscard]] std::size_t at(std::int64_t slower, std::int64_t faster, std::int64_t row) const
    {
        return static_cast<std::size_t>(first + row * inwards + slower * strides[1] +
                                        faster * strides[0]);
    }
};

[[nodiscard]] Face face_of(const Problem& problem, int axis, int end);

[[nodiscard]] Condition condition_of(const Problem& problem, int axis, int end);

/// Unknowns of each axis, and how far apart neighbours along it are in an array of them.
[[nodiscard]] std::array<std::int64_t, 3> shape_of(const Problem& problem);
[[nodiscard]] std::array<std::int64_t, 3> strides_of(const Problem& problem);

}  // namespace tobiuo::poisson
