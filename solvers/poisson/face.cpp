// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {

std::array<std::int64_t, 3> shape_of(const Problem& problem)
{
    return {unknowns(problem, 0).count, unknowns(problem, 1).count, unknowns(problem, 2).count};
}

std::array<std::int64_t, 3> strides_of(const Problem& problem)
{
    const auto shape = shape_of(problem);
    return {1, shape[0], shape[0] * shape[1]};
}

Condition condition_of(const Problem& problem, int axis, int end)
{
    const Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
    return end == 0 ? sides.lower : sides.upper;
}

Face face_of(const Problem& problem, int axis, int end)
{
    const auto shape = shape_of(problem);
    const auto strides = strides_of(problem);
    const auto across = static_cast<std::size_t>(axis);
    Face face{.axis = axis, .end = end, .along = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}};
    for (std::size_t i = 0; i < 2; ++i) {
        face.counts.at(i) = shape.at(static_cast<std::size_t>(face.along.at(i)));
        face.strides.at(i) = strides.at(static_cast<std::size_t>(face.along.at(i)));
    }
    face.first = end == 0 ? 0 : (shape.at(across) - 1) * strides.at(across);
    face.inwards = end == 0 ? strides.at(across) : -strides.at(across);
    return face;
}

}  // namespace tobiuo::poisson
