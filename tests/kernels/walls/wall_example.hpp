// SPDX-License-Identifier: BSD-3-Clause
// A box with walls for tests: all coefficients and all values differ.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/walls/wall_item.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::walls {

/// Corrects arguments.f for all walls, all arrays in memory of the machine.
template <typename T>
void correct(const Arguments<T, T>& arguments, const runtime::Machine& machine,
             Stream stream = nullptr)
{
    if (arguments.box.needs_curvatures()) {
        runtime::ForEach<FindCurvature<T>>{machine}({arguments}, arguments.box.points, stream);
    }
    runtime::ForEach<Correct<T>>{machine}({arguments}, arguments.box.points, stream);
    machine.wait(stream);
}

/// A box of 5 x 4 x 3 unknowns, whose walls reach `rows` rows, with coefficients that are all
/// different; its faces are held at numbers that are all different, too.
template <typename T>
class WallExample {
public:
    explicit WallExample(int rows)
    {
        constexpr std::array<long long, 3> counts{5, 4, 3};
        box.planes = counts[2];
        box.lambda = -0.7;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.counts[axis] = counts.at(axis);
            box.along[axis] = {.used = 3, .periodic = axis == 1};
            for (long long n = 0; n < counts.at(axis) * difference_points; ++n) {
                weights.at(axis).push_back(std::cos(0.3 * static_cast<double>(n)));
            }
            box.along[axis].weights = weights.at(axis).data();
        }
        for (int face = 0; face < face_count; ++face) {
            box.faces[face] = face_called(face, rows);
            for (long long n = 0; n < box.face_points(face); ++n) {
                values.at(static_cast<std::size_t>(face))
                    .push_back(static_cast<T>(std::sin(1.7 * (face + 1) + static_cast<double>(n))));
            }
            given.of[face].values = values.at(static_cast<std::size_t>(face)).data();
        }
        box.number_points();
        for (int n = 0; n < 60; ++n) {
            f.push_back(static_cast<T>(std::sin(1.0 + n * n)));
        }
    }

    [[nodiscard]] std::vector<T> corrected(int threads) const
    {
        const Box changing = only_changing(box, given);
        std::vector<T> result = f;
        std::vector<double> curvatures(static_cast<std::size_t>(changing.points));
        correct<T>(
            {.box = changing, .given = given, .f = result.data(), .curvatures = curvatures.data()},
            *runtime::make_host_machine(threads));
        return result;
    }

    Box box;
    GivenFaces<T> given;
    std::array<std::vector<T>, face_count> values;
    std::array<std::vector<double>, 3> weights;
    std::vector<T> f;

private:
    static Face face_called(int face, int rows)
    {
        Face made{.rows = rows};
        for (int row = 0; row < rows; ++row) {
            made.by_value[row] = 1.0 + face + 0.5 * row;
            made.by_curvature[row] = rows > 1 ? 0.1 * (face + 1) - row : 0.0;
        }
        for (int row = 0; row < extrapolation_points; ++row) {
            made.extrapolation[row] = 0.2 * (row + 1) - 0.05 * face;
        }
        return made;
    }
};

}  // namespace tobiuo::walls
