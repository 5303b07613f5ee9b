// SPDX-License-Identifier: BSD-3-Clause
// The trial of numbers of chunks: candidates, the slowest rank's time, and that all ranks agree.
#include "kernels/fft/ranks/chunk_trial.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include <tobiuo/fft.hpp>

#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/one_rank.hpp"
#include "tests/support/on_threads.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::fft {
namespace {

using ::testing::AnyOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(FftChunkTrial, tries_powers_of_two_that_slabs_have)
{
    EXPECT_THAT(chunk_candidates(1), ElementsAre(1));
    EXPECT_THAT(chunk_candidates(7), ElementsAre(1, 2, 4));
    EXPECT_THAT(chunk_candidates(1000), ElementsAre(1, 2, 4, 8, 16, 32));
}

// Each repetition counts by its slowest rank: 9 9 3 9 3 of 9 1 3 9 2 and 1 9 3 1 3; the first value
// of each rank does not count.
TEST(FftChunkTrial, counts_the_slowest_rank)
{
    constexpr std::array<std::array<double, 6>, 2> seconds{
        {{100, 9, 1, 3, 9, 2}, {100, 1, 9, 3, 1, 3}}};
    test::on_ranks(2, [&](const Communicator& ranks) {
        std::size_t at = 0;
        const auto& mine = seconds.at(static_cast<std::size_t>(ranks.rank()));
        EXPECT_EQ(seconds_of_slowest(ranks, [&] { return mine.at(at++); }), 9);
    });
}

TEST(FftChunkTrial, finds_the_same_number_on_all_ranks)
{
    for (const Kind kind : {Kind::c2c, Kind::r2c, Kind::c2r}) {
        test::on_ranks(3, [&](const Communicator& ranks) {
            const test::OnThreads threads{1};
            const Transform transform{
                .extents = {4, 4, 14}, .kind = kind, .placement = Placement::out_of_place};
            const DistributedPlanOptions options =
                tuned_options(transform, ranks,
                              {.backend = Backend::cpu, .spectrum = SpectrumLayout::transposed});
            EXPECT_THAT(options.chunks, AnyOf(1, 2));  // of slabs of 4 and 5 planes
            EXPECT_THAT(ranks::gathered(ranks, options.chunks), Each(options.chunks));
            EXPECT_EQ(options.spectrum, SpectrumLayout::transposed);
            EXPECT_EQ(options.backend, Backend::cpu);
        });
    }
}

// The grids are those of 4 ranks: 2 x 2, and 1 x 4 and 4 x 1 only if nothing else is possible.
TEST(FftChunkTrial, tries_slabs_and_pencils)
{
    test::on_ranks(4, [&](const Communicator& ranks) {
        const test::OnThreads threads{1};
        const auto tuned = [&](const Extents& extents, RankDivision division, int along_z) {
            return tuned_options(
                {.extents = extents}, ranks,
                {.backend = Backend::cpu, .division = division, .ranks_along_z = along_z});
        };
        const auto open = tuned({4, 8, 4}, RankDivision::automatic, 0);
        EXPECT_THAT(open.division, AnyOf(RankDivision::slabs, RankDivision::pencils));
        EXPECT_EQ(open.ranks_along_z, open.division == RankDivision::slabs ? 0 : 2);
        EXPECT_THAT(ranks::gathered(ranks, open.division), Each(open.division));
        const auto slabs = tuned({4, 8, 4}, RankDivision::slabs, 0);
        EXPECT_EQ(slabs.division, RankDivision::slabs);
        const auto pencils = tuned({4, 8, 4}, RankDivision::pencils, 4);
        EXPECT_EQ(pencils.division, RankDivision::pencils);
        EXPECT_EQ(pencils.ranks_along_z, 4);
        EXPECT_EQ(tuned({8, 4}, RankDivision::automatic, 0).division, RankDivision::slabs);
        const DistributedPlan plan{{.extents = {4, 8, 4}}, ranks, open};
        EXPECT_EQ(plan.input_part().y.count, open.division == RankDivision::slabs ? 8 : 4);
    });
}

TEST(FftChunkTrial, has_nothing_to_choose_on_one_rank)
{
    const ranks::OneRank alone;
    EXPECT_EQ(tuned_options({.extents = {4, 4}}, alone, {.backend = Backend::cpu}).chunks, 1);
    EXPECT_THAT(
        test::refusal([&] {
            static_cast<void>(tuned_options({.extents = {4}}, alone, {.backend = Backend::cpu}));
        }),
        HasSubstr("single axis"));
}

}  // namespace
}  // namespace tobiuo::fft
