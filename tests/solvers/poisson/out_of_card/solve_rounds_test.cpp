// SPDX-License-Identifier: BSD-3-Clause
// Which chunks the rounds of a solve have: each round has each value once, no chunk is too large.
#include "solvers/poisson/out_of_card/solve_rounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using ::testing::HasSubstr;

/// How often the chunks have each value of the array.
std::vector<int> visits(const Problem& problem, const std::vector<SolveChunk>& chunks,
                        std::int64_t most_bytes)
{
    const std::int64_t value = bytes_per_value(problem.precision);
    std::vector<int> counts(static_cast<std::size_t>(points(problem)));
    for (const SolveChunk& chunk : chunks) {
        const memory::HostRows rows = rows_of(problem, whole_array(problem), chunk);
        EXPECT_LE(rows.bytes(), most_bytes);
        for (std::int64_t row = 0; row < rows.rows; ++row) {
            const std::int64_t first = (rows.offset + row * rows.pitch) / value;
            for (std::int64_t n = 0; n < rows.row_bytes / value; ++n) {
                ++counts.at(static_cast<std::size_t>(first + n));
            }
        }
    }
    return counts;
}

TEST(PoissonRounds, have_each_value_once_in_each_round)
{
    const Problem plain = box({9, 14, 11}, {all_sides[1], all_sides[2], all_sides[0]});
    for (const Problem& problem : {plain, test::stretched(plain, 0), test::stretched(plain, 1)}) {
        for (const std::int64_t most : {1008, 1200, 3000, 100000}) {
            const SolveRounds rounds = make_solve_rounds(problem, whole_array(problem), most);
            EXPECT_LE(rounds.chunk_bytes, most);
            const std::vector<int> once(static_cast<std::size_t>(points(problem)), 1);
            EXPECT_EQ(visits(problem, rounds.outer, rounds.chunk_bytes), once);
            EXPECT_EQ(visits(problem, rounds.middle, rounds.chunk_bytes), once);
        }
    }
}

TEST(PoissonRounds, cut_the_middle_round_where_its_lines_stay_whole)
{
    const Problem plain = box({9, 14, 11}, {all_sides[1], all_sides[2], all_sides[1]});
    EXPECT_EQ(cuts_of_rounds(plain).of(false), 2);
    EXPECT_EQ(cuts_of_rounds(plain).of(true), 1);
    EXPECT_EQ(cuts_of_rounds(test::stretched(plain, 2)).of(true), 1);
    EXPECT_EQ(cuts_of_rounds(test::stretched(plain, 0)).of(true), 1);
    EXPECT_EQ(cuts_of_rounds(test::stretched(plain, 1)).of(false), 1);
    EXPECT_EQ(cuts_of_rounds(test::stretched(plain, 1)).of(true), 2);
}

TEST(PoissonRounds, are_as_many_chunks_as_fill_the_link)
{
    const Problem cube = box({1024, 1024, 1024}, {all_sides[0], all_sides[0], all_sides[0]});
    const SolveRounds rounds = make_solve_rounds(cube, whole_array(cube), std::int64_t{1} << 30);
    EXPECT_EQ(rounds.outer.size(), 256U);
    EXPECT_EQ(rounds.slots, 4);
    EXPECT_GE(rows_of(cube, rounds.part, rounds.middle.at(5)).row_bytes, 32 << 10);
    EXPECT_LE(rounds.chunk_bytes, std::int64_t{256} << 20);
    EXPECT_THAT(describe(rounds), HasSubstr("three rounds: 256 chunks of 4 planes, "));
}

TEST(PoissonRounds, refuse_chunks_of_less_than_a_plane_or_a_row)
{
    const Problem problem = box({9, 14, 11}, {all_sides[1], all_sides[2], all_sides[0]});
    EXPECT_THAT(test::refusal([&] {
                    static_cast<void>(make_solve_rounds(problem, whole_array(problem), 1000));
                }),
                HasSubstr("a plane has 1008 bytes"));
    const Problem high = box({9, 4, 11}, {all_sides[1], all_sides[2], all_sides[0]});
    EXPECT_THAT(
        test::refusal([&] { static_cast<void>(make_solve_rounds(high, whole_array(high), 700)); }),
        HasSubstr("a row of x for each z has 792 bytes"));
}

}  // namespace
}  // namespace tobiuo::poisson
