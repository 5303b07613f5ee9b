// SPDX-License-Identifier: BSD-3-Clause
// Problems that are solved in rounds on the host, in chunks of a few planes and rows.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "solvers/poisson/device/solve_chunk.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/out_of_card/solve_rounds.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"

namespace tobiuo::test {

struct RoundsCase {
    poisson::Problem problem;
    std::int64_t chunk_bytes{};
    fft::Merging merging = fft::Merging::never;

    [[nodiscard]] poisson::SolveRounds rounds() const
    {
        return poisson::make_solve_rounds(problem, poisson::whole_array(problem), chunk_bytes);
    }

    [[nodiscard]] poisson::SolveSchedule schedule(const poisson::SolveChunk& chunk) const
    {
        return poisson::make_chunk_schedule(problem, chunk, fft::DeviceLimits{},
                                            {.merging = merging});
    }
};

/// A case whose chunks hold `values` values at most.
[[nodiscard]] inline RoundsCase in_chunks(poisson::Problem problem, poisson::Operator op,
                                          std::int64_t values,
                                          fft::Merging merging = fft::Merging::never)
{
    problem.op = op;
    return {.problem = problem,
            .chunk_bytes = values * bytes_per_value(problem.precision),
            .merging = merging};
}

[[nodiscard]] inline std::vector<RoundsCase> rounds_cases()
{
    using poisson::Operator;
    constexpr Location node = Location::node;
    constexpr Precision fp32 = Precision::fp32;
    const auto plain = [](const TwinCase& one) { return one.problem; };
    return {
        in_chunks(plain(twin_case({16, 8, 12}, {0, 0, 0})), Operator::spectral, 400),
        in_chunks(plain(twin_case({16, 10, 7}, {2, 2, 2}, node, fp32)), Operator::fourth_order, 500,
                  fft::Merging::always),
        in_chunks(plain(twin_case({15, 6, 9}, {1, 3, 4})), Operator::spectral, 300),
        in_chunks(plain(twin_case({9, 8, 10}, {0, 2, 2}, Location::cell, fp32, 5.0)),
                  Operator::second_order, 200),
        in_chunks(plain(stretched(twin_case({12, 9, 6}, {2, 0, 2}, node), 0)),
                  Operator::second_order, 260),
        in_chunks(plain(stretched(twin_case({15, 8, 6}, {2, 2, 1}), 1)), Operator::second_order,
                  360),
    };
}

}  // namespace tobiuo::test
