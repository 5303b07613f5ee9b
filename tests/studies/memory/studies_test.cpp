// SPDX-License-Identifier: BSD-3-Clause
// The points of the memory study, without a device.
#include "studies/memory/studies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/studies/memory/synthetic.hpp"

namespace tobiuo::memory_study {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Le;

TEST(MemoryStudies, have_every_name_and_nothing_else)
{
    std::set<std::string> names;
    for (const Study& study : studies(test::synthetic_setup(), {})) {
        names.insert(study.name);
        EXPECT_FALSE(study.xs.empty()) << study.name;
        EXPECT_FALSE(study.forms.empty()) << study.name;
        EXPECT_EQ(study.published.empty(), study.name == "link") << study.name;
        EXPECT_TRUE(std::ranges::is_sorted(study.xs)) << study.name;
        EXPECT_EQ(std::ranges::adjacent_find(study.xs), study.xs.end()) << study.name;
    }
    EXPECT_EQ(names, std::set<std::string>(study_names().begin(), study_names().end()));
    for (const Study& study : studies(test::synthetic_setup(), {"latency"})) {
        EXPECT_EQ(study.name, "latency");
    }
}

TEST(MemoryStudies, keep_to_half_of_the_memory_that_is_free)
{
    StudySetup setup = test::synthetic_setup();
    setup.free_bytes = 900 * mebibyte;
    for (const Study& study : studies(setup, {})) {
        for (const double x : study.xs) {
            EXPECT_LE(study.bytes(x), setup.free_bytes / 2) << study.name;
        }
    }
    EXPECT_EQ(bounded_bytes(setup, 4 * gibibyte), 256 * mebibyte);
    EXPECT_EQ(bounded_bytes(setup, 64 * mebibyte), 64 * mebibyte);
    setup.free_bytes = 300 * mebibyte;
    EXPECT_THAT(studies(setup, {"patterns"}).front().xs, IsEmpty());
}

TEST(MemoryStudies, totals_of_threads_are_whole_blocks_around_what_is_resident)
{
    const std::vector<Study> all = studies(test::synthetic_setup(), {"copy-threads"});
    const std::vector<double>& totals = all.front().xs;
    for (const double threads : totals) {
        EXPECT_EQ(static_cast<std::int64_t>(threads) % 512, 0);
    }
    EXPECT_EQ(totals.front(), 1024);
    EXPECT_EQ(totals.back(), 2 * 132 * 2048);
    EXPECT_NE(std::ranges::find(totals, 132 * 2048), totals.end());
    EXPECT_NE(std::ranges::find(totals, 132 * 2048 * 9 / 8), totals.end());
}

TEST(MemoryStudies, quick_means_fewer_points)
{
    StudySetup quick = test::synthetic_setup();
    quick.quick = true;
    const auto points = [](const StudySetup& setup) {
        std::size_t count = 0;
        for (const Study& study : studies(setup, {})) {
            count += study.xs.size() * study.forms.size();
        }
        return count;
    };
    EXPECT_LT(2 * points(quick), points(test::synthetic_setup()));
    // Each point takes a tenth of a second and as much again to prepare, so all take two minutes at
    // most (and the arrays of the link another one).
    EXPECT_LT(points(test::synthetic_setup()), 700U);
}

TEST(MemoryStudies, powers_stay_within_their_ends)
{
    EXPECT_THAT(powers(4, 64, 4), ElementsAre(4, 16, 64));
    EXPECT_THAT(powers(4, 63, 4), ElementsAre(4, 16));
    EXPECT_THAT(powers(8, 4, 2), IsEmpty());
    EXPECT_THAT(powers(1, 1000, 8), Each(Le(1000)));
}

}  // namespace
}  // namespace tobiuo::memory_study
