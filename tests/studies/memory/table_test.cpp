// SPDX-License-Identifier: BSD-3-Clause
// The tables: ours beside the papers', at the same x.
#include "studies/memory/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/studies/memory/synthetic.hpp"

namespace tobiuo::memory_study {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Study study_called(const std::string& name)
{
    return studies(test::synthetic_setup(), {name}).front();
}

TEST(MemoryTable, streams_stand_beside_those_of_both_cards)
{
    const Study study = study_called("streams");
    EXPECT_THAT(table_head(study), HasSubstr("|  8800 GT  8800 GTX  [GB/s]\n"));
    EXPECT_THAT(table_row(study, 16, {"4213", "4100"}),
                EndsWith("4213    4100 |    27.80     43.70\n"));
    EXPECT_EQ(table_foot(study), "");
}

TEST(MemoryTable, latencies_stand_beside_the_level_that_holds)
{
    const Study study = study_called("latency");
    EXPECT_THAT(table_row(study, 1024 * 1024, {"1.0", "2.0"}), HasSubstr("392.0    388.0"));
    EXPECT_THAT(table_row(study, 16 * 1024 * 1024, {"1.0", "2.0"}), HasSubstr("550.0    424.0"));
    EXPECT_THAT(table_row(study, 4.0 * gibibyte, {"1.0", "2.0"}), EndsWith("-        -\n"));
    EXPECT_EQ(table_foot(study), "");
}

TEST(MemoryTable, patterns_are_named_by_letters)
{
    const Study study = study_called("patterns");
    EXPECT_THAT(table_row(study, 3, {"1", "2", "3", "4"}), HasSubstr("D "));
    EXPECT_THAT(table_row(study, 3, {"1", "2", "3", "4"}), EndsWith("43.70\n"));
    EXPECT_THAT(table_head(study), HasSubstr("8800 GTX D"));
}

TEST(MemoryTable, a_figure_at_another_x_stands_below)
{
    EXPECT_EQ(table_foot(study_called("copy-size")),
              "  Naruse et al. 2008, GTX 280 with barriers: 120.0 GB/s at 224 MiB (85 % of its "
              "peak)\n");
    EXPECT_THAT(table_foot(study_called("copy-threads")), HasSubstr("at 10000 threads (71 %"));
    EXPECT_THAT(table_head(study_called("copy-size")), HasSubstr("+b: a barrier"));
    EXPECT_THAT(table_head(study_called("streams")), Not(HasSubstr("+b")));
}

TEST(MemoryTable, values_have_four_digits)
{
    EXPECT_EQ(cell_of(12345.6), "12346");
    EXPECT_EQ(cell_of(4213.4), "4213");
    EXPECT_EQ(cell_of(388.0), "388.0");
    EXPECT_EQ(cell_of(71.7), "71.70");
    EXPECT_EQ(cell_of(0.5), "0.500");
}

TEST(MemoryTable, a_row_that_was_cut_short_is_filled_up)
{
    const Study study = study_called("streams");
    EXPECT_THAT(table_row(study, 16, {"4213"}), HasSubstr("4213       - |"));
}

}  // namespace
}  // namespace tobiuo::memory_study
