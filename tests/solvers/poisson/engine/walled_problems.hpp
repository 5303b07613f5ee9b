// SPDX-License-Identifier: BSD-3-Clause
// Problems with walls that are not zero, for tests of the public solver on both back ends.
#pragma once

#include <tobiuo/poisson.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/poisson/check/manufactured.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

/// A problem with the right-hand side and the walls of a manufactured solution.
struct Walled {
    poisson::Problem problem;
    std::vector<double> f;
    poisson::FaceValues faces;
};

[[nodiscard]] inline Walled walled(const poisson::Problem& problem)
{
    const poisson::Manufactured made{problem, poisson::AtWalls::general};
    return {.problem = problem, .f = made.right_hand_side(), .faces = made.face_values()};
}

/// Problems with every pair of ends on every axis, with walls that meet in edges and corners, all
/// operators, cells and nodes; stretched axes, a lambda, one and two dimensions.
[[nodiscard]] inline std::vector<poisson::Problem> problems_with_walls()
{
    std::vector<poisson::Problem> all;
    for (const Location location : all_locations) {
        for (const poisson::Operator op : all_operators) {
            for (std::size_t x = 0; x < all_sides.size(); ++x) {
                const std::size_t y = (x + 1) % all_sides.size();
                const std::size_t z = (2 * x + 1) % all_sides.size();
                poisson::Problem problem =
                    box({10, 13, 9}, {all_sides.at(x), all_sides.at(y), all_sides.at(z)}, location);
                problem.op = op;
                problem.lambda = x % 2 == 0 ? 0.0 : -1.5;
                all.push_back(problem);
                if (y != 0 && op != poisson::Operator::spectral) {
                    all.push_back(stretched(problem, 1));
                }
            }
            poisson::Problem closed =
                box({16, 12, 1}, {all_sides[2], all_sides[2], all_sides[0]}, location);
            closed.op = op;
            all.push_back(closed);
            poisson::Problem line =
                box({24, 1, 1}, {all_sides[3], all_sides[0], all_sides[0]}, location);
            line.op = op;
            all.push_back(line);
        }
    }
    return all;
}

/// The values of each face in an array of Real, by pointers if a face has several. `whole` has the
/// faces of the whole problem: a rank with one value of several has an array of it.
template <typename Real>
class WallArrays {
public:
    explicit WallArrays(const poisson::FaceValues& faces) : WallArrays{faces, faces} {}
    WallArrays(const poisson::FaceValues& faces, const poisson::FaceValues& whole)
    {
        for (std::size_t face = 0; face < of.size(); ++face) {
            const std::vector<double>& from = faces.of.at(face / 2).at(face % 2);
            of.at(face).assign(from.begin(), from.end());
            is_constant.at(face) = whole.of.at(face / 2).at(face % 2).size() == 1;
        }
    }

    /// With `pointers`, the walls refer to arrays in the memory of a back end, instead of those
    /// here.
    [[nodiscard]] poisson::Walls<Real> walls(const std::array<const Real*, 6>& pointers) const
    {
        poisson::Walls<Real> made;
        const std::array axes{&made.x, &made.y, &made.z};
        for (std::size_t face = 0; face < of.size(); ++face) {
            poisson::Wall<Real>& wall = axes.at(face / 2)->at(face % 2);
            if (is_constant.at(face)) {
                wall.constant = of.at(face).front();
            } else if (!of.at(face).empty()) {
                wall.values = pointers.at(face);
            }
        }
        return made;
    }
    [[nodiscard]] poisson::Walls<Real> walls() const
    {
        std::array<const Real*, 6> here{};
        std::ranges::transform(of, here.begin(), [](const auto& values) { return values.data(); });
        return walls(here);
    }

    std::array<std::vector<Real>, 6> of;
    std::array<bool, 6> is_constant{};
};

}  // namespace tobiuo::test
