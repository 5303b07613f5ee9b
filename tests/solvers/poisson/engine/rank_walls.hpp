// SPDX-License-Identifier: BSD-3-Clause
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

/// Problems that ranks transpose: every pair of ends along z, cells and nodes, of all operators.
[[nodiscard]] inline std::vector<poisson::Problem> transposed_problems()
{
    std::vector<poisson::Problem> all;
    const auto add = [&](poisson::Problem problem, poisson::Operator op, double lambda) {
        problem.op = op;
        problem.lambda = lambda;
        all.push_back(problem);
    };
    for (const Location location : all_locations) {
        for (std::size_t z = 0; z < all_sides.size(); ++z) {
            const std::size_t x = (z + 3) % all_sides.size();
            const std::size_t y = (2 * z + 1) % all_sides.size();
            const poisson::Problem odd =
                box({9, 10, 11}, {all_sides.at(x), all_sides.at(y), all_sides.at(z)}, location);
            const poisson::Problem even =
                box({8, 7, 10}, {all_sides.at(y), all_sides.at(x), all_sides.at(z)}, location);
            add(odd, poisson::Operator::fourth_order, 0.0);
            add(odd, poisson::Operator::spectral, -1.5);
            add(odd, poisson::Operator::second_order, 0.7);
            add(even, poisson::Operator::spectral, 0.0);
            add(even, poisson::Operator::fourth_order, 0.7);
        }
        for (const poisson::Operator op :
             {poisson::Operator::fourth_order, poisson::Operator::spectral}) {
            add(box({8, 6, 7}, {periodic, neumann, periodic}, location), op, 0.0);
            add(box({8, 9, 6}, {neumann, neumann, neumann}, location), op, 0.0);
            add(box({7, 1, 8}, {dirichlet, periodic, neumann}, location), op, 0.0);
            add(box({1, 8, 9}, {periodic, periodic, all_sides[3]}, location), op, 0.0);
            add(box({8, 1, 6}, {periodic, periodic, periodic}, location), op, 0.0);
        }
    }
    return all;
}

/// Problems that ranks transpose with a stretched axis; lambda is positive on the CPU only.
[[nodiscard]] inline std::vector<poisson::Problem> stretched_transposed_problems(bool on_cpu)
{
    std::vector<poisson::Problem> all;
    for (const Location location : all_locations) {
        for (std::size_t z = 0; z < all_sides.size(); ++z) {
            const poisson::Sides& other = all_sides.at((z + 2) % all_sides.size());
            const poisson::Sides& walls = all_sides.at(1 + (3 * z + 1) % 4);
            poisson::Problem x =
                stretched(box({9, 8, 11}, {walls, other, all_sides.at(z)}, location), 0);
            poisson::Problem y =
                stretched(box({8, 7, 10}, {other, walls, all_sides.at(z)}, location), 1);
            poisson::Problem odd =
                stretched(box({9, 7, 6}, {other, walls, all_sides.at(z)}, location), 1);
            odd.op = poisson::Operator::spectral;
            x.op = z % 2 == 0 ? poisson::Operator::second_order : poisson::Operator::fourth_order;
            all.insert(all.end(), {x, y, odd});
            if (on_cpu) {
                x.lambda = 0.7;
                y.lambda = 0.7;
                all.insert(all.end(), {x, y});
            }
        }
        poisson::Problem z = stretched(box({8, 9, 7}, {periodic, dirichlet, neumann}, location), 2);
        z.op = poisson::Operator::fourth_order;
        all.push_back(z);
        all.push_back(stretched(box({8, 7, 6}, {periodic, neumann, neumann}, location), 1));
        if (on_cpu) {
            z.op = poisson::Operator::second_order;
            z.lambda = 0.7;
            all.push_back(z);
        }
    }
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
