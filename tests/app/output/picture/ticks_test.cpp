// SPDX-License-Identifier: BSD-3-Clause
// Ticks: round where they can be, the ends where not, and labels that differ.
#include "app/output/picture/ticks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> labels(const std::vector<Tick>& ticks)
{
    std::vector<std::string> texts;
    for (const Tick& tick : ticks) {
        texts.push_back(tick.label);
    }
    return texts;
}

TEST(RoundTicks, are_one_two_two_and_a_half_or_five_times_a_power_of_ten_apart)
{
    EXPECT_THAT(labels(round_ticks(0, 1, 8)), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1"));
    EXPECT_THAT(labels(round_ticks(-1, 1.5, 4)), ElementsAre("-1", "0", "1"));
    EXPECT_THAT(labels(round_ticks(0.3, 9.9, 4)), ElementsAre("0.3", "9.9"));
    EXPECT_THAT(labels(round_ticks(0, 2e-5, 5)),
                ElementsAre("0", "5e-06", "1e-05", "1.5e-05", "2e-05"));
}

TEST(RoundTicks, far_from_zero_have_as_many_digits_as_it_takes)
{
    EXPECT_THAT(labels(round_ticks(1e6, 1e6 + 1, 3)),
                ElementsAre("1000000", "1000000.5", "1000001"));
}

TEST(RoundTicks, of_thousands_are_written_out)
{
    EXPECT_THAT(labels(round_ticks(0, 15000, 4)), ElementsAre("0", "5000", "10000", "15000"));
    EXPECT_THAT(labels(round_ticks(0, 2e5, 3)), ElementsAre("0", "1e+05", "2e+05"));
    EXPECT_THAT(labels(even_ticks(-1234.5, 1234.5, 3)), ElementsAre("-1234", "0", "1234"));
}

TEST(RoundTicks, of_too_short_an_axis_are_its_ends)
{
    EXPECT_THAT(labels(round_ticks(1e-7, 3.3e-7, 2)), ElementsAre("1e-07", "3.3e-07"));
}

TEST(RoundTicks, have_labels_that_are_their_values)
{
    EXPECT_THAT(labels(round_ticks(10, 11, 5)), ElementsAre("10", "10.25", "10.5", "10.75", "11"));
    EXPECT_THAT(labels(round_ticks(-0.941, 2.05, 7)),
                ElementsAre("-0.5", "0", "0.5", "1", "1.5", "2"));
}

TEST(RoundValues, may_be_fewer_than_ticks_must)
{
    EXPECT_THAT(round_values(0.3, 9.9, 4), ElementsAre(5));
    EXPECT_THAT(round_values(0.2, 0.7, 1), ElementsAre());
    EXPECT_THAT(round_values(-1, 1, 3), ElementsAre(-1, 0, 1));
}

TEST(NotedTicks, of_a_small_difference_on_top_of_a_large_value_have_short_labels)
{
    const NotedTicks pressure = noted_ticks(101325.0, 101325.05, 6);
    EXPECT_EQ(pressure.note, "+ 101325");
    EXPECT_THAT(labels(pressure.ticks), ElementsAre("0", "0.01", "0.02", "0.03", "0.04", "0.05"));
    EXPECT_EQ(pressure.ticks[1].value, 101325.01);
    EXPECT_EQ(noted_ticks(-5.0000002, -5.0000001, 5).note.substr(0, 4), "- 5.");
}

TEST(NotedTicks, of_other_ranges_are_round_ticks)
{
    for (const auto& [lower, upper] : {std::pair{0.0, 1.0}, {-3.0, 7e4}, {-1e308, 1e308}}) {
        const NotedTicks noted = noted_ticks(lower, upper, 6);
        EXPECT_EQ(noted.note, "");
        EXPECT_EQ(labels(noted.ticks), labels(round_ticks(lower, upper, 6)));
    }
}

TEST(EvenTicks, include_both_ends_and_a_clean_zero)
{
    EXPECT_THAT(labels(even_ticks(-1, 1, 5)), ElementsAre("-1", "-0.5", "0", "0.5", "1"));
    EXPECT_THAT(labels(even_ticks(1000, 1000.001, 3)),
                ElementsAre("1000", "1000.0005", "1000.001"));
    EXPECT_THAT(labels(even_ticks(-3e38, 3e38, 3)), ElementsAre("-3e+38", "0", "3e+38"));
}

}  // namespace
}  // namespace tobiuo
