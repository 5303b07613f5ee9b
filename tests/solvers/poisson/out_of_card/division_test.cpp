// SPDX-License-Identifier: BSD-3-Clause
// The device memory of a solve in rounds is divided for any problem.
#include "solvers/poisson/out_of_card/division.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using ::testing::HasSubstr;

RoundsDivision divided_for(const Problem& problem, std::int64_t device_bytes)
{
    return divided_in_rounds(problem, whole_array(problem), device_bytes, fft::DeviceLimits{}, {});
}

TEST(PoissonRoundsDivision, takes_no_more_than_it_may)
{
    for (const std::int64_t x : {30, 31}) {
        Problem problem = box({x, 24, 20}, {all_sides[1], all_sides[2], all_sides[2]});
        problem.op = Operator::spectral;
        for (const Problem& one : {problem, test::stretched(problem, 2)}) {
            for (const std::int64_t bytes : {80'000, 200'000, 3'000'000}) {
                const RoundsDivision division = divided_for(one, bytes);
                EXPECT_LE(division.device_bytes(), bytes);
                EXPECT_GT(division.rounds.slots * division.rounds.chunk_bytes,
                          std::min(bytes / 20, points(one) * 8 - 1))
                    << describe(division.rounds);
            }
        }
    }
}

TEST(PoissonTripsDivision, takes_no_more_than_it_may)
{
    for (const std::int64_t x : {30, 31}) {
        Problem problem = box({x, 24, 2000}, {all_sides[1], all_sides[2], all_sides[2]});
        for (const bool stretched : {false, true}) {
            problem = stretched ? test::stretched(problem, 2) : problem;
            for (const std::int64_t bytes : {200'000, 3'000'000}) {
                const fft::DeviceLimits limits;
                const Division division = divided(problem, bytes, limits, {});
                const SolveSchedule chunk = chunk_schedule(problem, division.planes, limits, {});
                const std::int64_t taken = poisson::device_bytes(problem, chunk, division);
                EXPECT_LE(taken, bytes);
                EXPECT_GT(taken, bytes - bytes / 8);
                EXPECT_EQ(division.kept_step > 64, stretched && bytes == 200'000);
            }
        }
    }
}

TEST(PoissonTripsDivision, plans_chunks_of_any_number_of_planes)
{
    for (const std::int64_t planes : {8192, 65536}) {
        const Problem problem = box({16, 16, planes}, {all_sides[1], all_sides[2], all_sides[1]});
        const fft::DeviceLimits limits;
        const Division division = divided(problem, std::int64_t{4} << 30, limits, {});
        EXPECT_GT(division.planes, 4224) << "the most rows of a recurrence that a block holds";
        const SolveSchedule chunk = chunk_schedule(problem, division.planes, limits, {});
        EXPECT_EQ(chunk.forward.steps.size(), chunk.inverse.steps.size());
        EXPECT_FALSE(chunk.inverse.steps.empty());
        EXPECT_TRUE(chunk.along.empty());
        EXPECT_EQ(chunk.inner.size() * chunk.outer.size(), 16U * 16U);
    }
}

TEST(PoissonRoundsDivision, says_what_a_chunk_needs)
{
    Problem problem = box({30, 24, 20}, {all_sides[1], all_sides[2], all_sides[2]});
    problem.op = Operator::spectral;
    const std::string refusal =
        test::refusal([&] { static_cast<void>(divided_for(problem, 20'000)); });
    EXPECT_THAT(refusal, HasSubstr("may take 20000 bytes of device memory (a plane has 5760 bytes, "
                                   "of which a little more than four have to fit): allow it more"));
}

}  // namespace
}  // namespace tobiuo::poisson
