// SPDX-License-Identifier: BSD-3-Clause
// Problems that ranks solve by transposition, each rank's chunks on the host.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/ranks/mode_division.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"

namespace tobiuo::test {

struct RanksCase {
    poisson::Problem problem;
    int size{};
    fft::Merging merging = fft::Merging::never;

    [[nodiscard]] poisson::SolveSchedule schedule(const poisson::SolveChunk& chunk) const
    {
        return poisson::make_chunk_schedule(problem, chunk, poisson::cuts_of_ranks(problem),
                                            fft::DeviceLimits{}, {.merging = merging});
    }

    [[nodiscard]] poisson::SolveChunk planes_of(int rank) const
    {
        const ranks::Slice slab = ranks::slices_of(poisson::unknowns(problem, 2).count, size)
                                      .at(static_cast<std::size_t>(rank));
        return {.is_middle = false, .first = slab.first, .count = slab.count};
    }

    [[nodiscard]] poisson::ModeDivision division() const
    {
        const poisson::SolveSchedule plane = schedule({.is_middle = false, .first = 0, .count = 1});
        return {problem, poisson::rows_of_schedule(problem, plane), size};
    }
};

[[nodiscard]] inline RanksCase on_ranks(poisson::Problem problem, poisson::Operator op, int size,
                                        fft::Merging merging = fft::Merging::never)
{
    problem.op = op;
    return {.problem = problem, .size = size, .merging = merging};
}

/// Columns that are rows of some y and parts of rows, with padding and without, in packed rows.
[[nodiscard]] inline std::vector<RanksCase> ranks_cases()
{
    using poisson::Operator;
    constexpr Precision fp32 = Precision::fp32;
    const auto plain = [](const TwinCase& one) { return one.problem; };
    return {
        on_ranks(plain(twin_case({16, 8, 12}, {0, 2, 0})), Operator::spectral, 3,
                 fft::Merging::always),
        on_ranks(plain(twin_case({15, 7, 6}, {2, 3, 1}, Location::cell, fp32)),
                 Operator::fourth_order, 2),
        on_ranks(plain(stretched(twin_case({16, 6, 8}, {0, 2, 0}), 1)), Operator::second_order, 3),
        on_ranks(plain(stretched(twin_case({9, 6, 5}, {2, 2, 2}, Location::cell, fp32), 1)),
                 Operator::second_order, 3),
        on_ranks(plain(twin_case({12, 1, 10}, {0, 0, 0})), Operator::spectral, 4),
        on_ranks(plain(twin_case({1, 9, 8}, {0, 0, 2})), Operator::fourth_order, 2),
        on_ranks(plain(stretched(twin_case({9, 5, 6}, {1, 0, 3}), 0)), Operator::second_order, 2),
    };
}

}  // namespace tobiuo::test
