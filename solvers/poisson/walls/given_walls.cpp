// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/given_walls.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

template <typename Real>
void validate_wall(const Problem& problem, int axis, int end, const Wall<Real>& wall)
{
    if (!std::isfinite(wall.constant)) {
        throw std::invalid_argument{"the " + wall_name(axis, end) +
                                    " is held at a constant that is not finite: give a number"};
    }
    const bool is_zero = wall.values == nullptr && wall.constant == Real{0};
    if (const Condition condition = condition_of(problem, axis, end);
        !is_wall(condition) && !is_zero) {
        throw std::invalid_argument{"the " + wall_name(axis, end) + " is " +
                                    (condition == Condition::open ? "open" : "periodic") +
                                    " and held at values (it is no boundary): leave it at zero"};
    }
}

}  // namespace

std::string wall_name(int axis, int end)
{
    return std::string{end == 0 ? "lower" : "upper"} + " wall across " +
           "xyz"[static_cast<std::size_t>(axis)];
}

template <typename Real>
walls::GivenFaces<Real> given_walls(const Problem& problem, const Walls<Real>& walls)
{
    const std::array axes{&walls.x, &walls.y, &walls.z};
    walls::GivenFaces<Real> given;
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            const Wall<Real>& wall =
                axes.at(static_cast<std::size_t>(axis))->at(static_cast<std::size_t>(end));
            validate_wall(problem, axis, end, wall);
            given.of[2 * axis + end] = {.values = wall.values,
                                        .constant = static_cast<double>(wall.constant)};
        }
    }
    return given;
}

template <typename T>
void validate_walls(const Problem& problem, const walls::GivenFaces<T>& given, const T* u,
                    std::int64_t problems)
{
    const std::int64_t all = points(problem) * problems;
    for (int face = 0; face < walls::face_count; ++face) {
        const T* values = given.of[face].values;
        if (values == nullptr) {
            continue;
        }
        const std::string name = "the array of the " + wall_name(face / 2, face % 2);
        validate_array(values, alignof(T), name);
        if (overlap(values, all / unknowns(problem, face / 2).count, u, all)) {
            throw std::invalid_argument{
                name +
                " overlaps u (which is written before all walls are read): give it memory of "
                "its own"};
        }
    }
}

template void validate_walls(const Problem&, const walls::GivenFaces<float>&, const float*,
                             std::int64_t);
template void validate_walls(const Problem&, const walls::GivenFaces<double>&, const double*,
                             std::int64_t);
template walls::GivenFaces<float> given_walls(const Problem&, const Walls<float>&);
template walls::GivenFaces<double> given_walls(const Problem&, const Walls<double>&);

}  // namespace tobiuo::poisson
