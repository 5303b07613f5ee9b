// The part of a problem with walls that belongs to one rank, for tests of the solver on several.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "tests/solvers/poisson/engine/walled_problems.hpp"

namespace tobiuo::test {

/// Problems that ranks solve with slabs: every pair of ends along z, cells and nodes, with and
/// without a lambda; one axis and two besides.
[[nodiscard]] inline std::vector<poisson::Problem> problems_for_ranks()
{
    std::vector<poisson::Problem> all;
    for (const Location location : all_locations) {
        for (std::size_t z = 0; z < all_sides.size(); ++z) {
            const std::size_t x = (z + 3) % all_sides.size();
            const std::size_t y = (2 * z + 1) % all_sides.size();
            poisson::Problem problem =
                box({9, 10, 11}, {all_sides.at(x), all_sides.at(y), all_sides.at(z)}, location);
            all.push_back(problem);
            problem.lambda = -1.5;
            all.push_back(problem);
        }
        for (const std::size_t z : {0U, 2U, 4U}) {  // some have a null space
            const poisson::Sides& sides = z == 4 ? all_sides[1] : all_sides.at(z);
            all.push_back(box({8, 6, 7}, {all_sides.at(z % 4), sides, all_sides.at(z)}, location));
        }
        all.push_back(box({12, 1, 14}, {all_sides[1], all_sides[0], all_sides[2]}, location));
    }
    return all;
}

/// The same along a stretched z, which is not periodic; one has rows that the elimination keeps.
[[nodiscard]] inline std::vector<poisson::Problem> stretched_problems_for_ranks()
{
    std::vector<poisson::Problem> all;
    for (const poisson::Problem& problem : problems_for_ranks()) {
        if (problem.sides[2] != periodic) {
            all.push_back(stretched(problem, 2));
        }
    }
    all.push_back(stretched(box({4, 6, 150}, {periodic, neumann, all_sides[4]}), 2));
    return all;
}

/// The values of faces beside the planes of a rank: all of them on faces across z.
[[nodiscard]] inline poisson::FaceValues faces_of_rank(const poisson::Problem& problem,
                                                       const poisson::FaceValues& all,
                                                       const poisson::Planes& planes)
{
    poisson::FaceValues mine = all;
    for (const int axis : {0, 1}) {
        for (std::vector<double>& face : mine.of.at(static_cast<std::size_t>(axis))) {
            if (face.size() > 1) {
                const std::int64_t row = poisson::unknowns(problem, 1 - axis).count;
                face = {face.begin() + planes.first * row,
                        face.begin() + (planes.first + planes.count) * row};
            }
        }
    }
    return mine;
}

}  // namespace tobiuo::test
