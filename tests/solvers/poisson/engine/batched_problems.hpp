// SPDX-License-Identifier: BSD-3-Clause
// Batches of problems with walls of their own, for tests of the public solver on both back ends.
#pragma once

#include <tobiuo/poisson.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/solvers/poisson/engine/walled_problems.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::test {

/// Right-hand sides, and walls with values at each of their points, of `count` problems.
template <typename T>
struct BatchArrays {
    BatchArrays(const poisson::Problem& problem, std::int64_t count)
        : values{static_cast<std::size_t>(poisson::points(problem))}
    {
        for (std::int64_t number = 0; number < count; ++number) {
            const std::vector<T> one = random_values<T>(problem, static_cast<unsigned>(number));
            f.insert(f.end(), one.begin(), one.end());
        }
        for (std::size_t face = 0; face < walls.size(); ++face) {
            const auto axis = static_cast<int>(face / 2);
            const poisson::Sides& sides = problem.sides.at(face / 2);
            if ((face % 2 == 0 ? sides.lower : sides.upper) == poisson::Condition::periodic) {
                continue;
            }
            face_values.at(face) =
                values / static_cast<std::size_t>(poisson::unknowns(problem, axis).count);
            for (std::size_t at = 0; at < face_values.at(face) * static_cast<std::size_t>(count);
                 ++at) {
                walls.at(face).push_back(static_cast<T>(at * (face + 3) % 11) / T{8} - T{0.5});
            }
        }
    }

    /// The walls of the problems from number `first` on, at these addresses.
    [[nodiscard]] poisson::Walls<T> walls_from(std::size_t first,
                                               const std::array<const T*, 6>& at) const
    {
        poisson::Walls<T> made;
        const std::array axes{&made.x, &made.y, &made.z};
        for (std::size_t face = 0; face < walls.size(); ++face) {
            if (!walls.at(face).empty()) {
                axes.at(face / 2)->at(face % 2).values = at.at(face) + first * face_values.at(face);
            }
        }
        return made;
    }
    [[nodiscard]] poisson::Walls<T> walls_from(std::size_t first) const
    {
        std::array<const T*, 6> here{};
        for (std::size_t face = 0; face < walls.size(); ++face) {
            here.at(face) = walls.at(face).data();
        }
        return walls_from(first, here);
    }

    std::size_t values;  ///< of a problem
    std::vector<T> f;
    std::array<std::vector<T>, 6> walls;
    std::array<std::size_t, 6> face_values{};
};

}  // namespace tobiuo::test
