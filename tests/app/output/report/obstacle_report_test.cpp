// SPDX-License-Identifier: BSD-3-Clause
// What a run tells of its obstacles at its end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <spdlog/fmt/fmt.h>

#include "app/output/report/obstacle_report.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr const char* head =
    "step,time,post_force_x,post_force_y,post_force_z,other_force_x,other_force_y,other_force_z\n";

/// A history of a flow that sheds vortices `frequency` times a unit of time behind a post, once it has
/// begun to, and drags another body steadily.
std::string shedding(double frequency)
{
    std::string rows = "0,0,0,0,0,0,0,0\n";
    for (int step = 10; step <= 4000; step += 10) {
        const double time = 0.01 * step;
        const double turn = 2.0 * std::numbers::pi * frequency * time;
        const double grown = std::min(1.0, time / 10.0);
        rows += fmt::format("{},{},{},{},0,{},0,0\n", step, time,
                            2.0 + grown * 0.1 * std::sin(2.0 * turn), grown * 0.5 * std::sin(turn),
                            3.0 + 1e-12 * std::sin(7.0 * turn));
    }
    return rows;
}

FlowCase two_bodies()
{
    FlowCase flow;
    flow.box.dimensions = 2;
    flow.obstacles.resize(2);
    flow.obstacles[0].name = "post";
    flow.obstacles[0].reference = {.speed = 2.0, .area = 0.5};
    flow.obstacles[1].name = "other";
    return flow;
}

TEST(ObstacleReport, has_means_and_the_frequency_of_what_changes_most)
{
    const std::vector<ObstacleReport> reports = obstacle_reports(two_bodies(), head, shedding(0.2));
    ASSERT_EQ(reports.size(), 2U);
    const ObstacleReport& post = reports[0];
    EXPECT_NEAR(post.from, 20.0, 0.11);
    EXPECT_NEAR(post.force[0], 2.0, 1e-3);
    EXPECT_NEAR(post.force[1], 0.0, 5e-3);
    EXPECT_NEAR(post.frequency.value_or(0.0), 0.2, 1e-3);
    EXPECT_NEAR(post.strouhal.value_or(0.0), 0.2 * 0.5 / 2.0, 3e-4);
    EXPECT_NEAR(post.coefficients.value_or(std::array<double, 3>{})[0], 2.0, 1e-3);
    EXPECT_NEAR(reports[1].force[0], 3.0, 1e-9);
    EXPECT_FALSE(reports[1].frequency);
    EXPECT_FALSE(reports[1].coefficients);
    const std::string words = obstacles_words(reports);
    EXPECT_THAT(words, HasSubstr("post: force 2, "));
    EXPECT_THAT(words, HasSubstr("0.2 times a unit of time, Strouhal number 0.05"));
    EXPECT_THAT(words, HasSubstr("; other: force 3, 0, 0 from time"));
    const Record json = obstacles_json(reports);
    EXPECT_EQ(json[1]["name"], "other");
    EXPECT_TRUE(json[1]["frequency"].is_null());
}

TEST(ObstacleReport, of_two_dimensions_has_no_force_along_z)
{
    FlowCase flow = two_bodies();
    flow.obstacles.resize(1);
    const std::vector<ObstacleReport> reports =
        obstacle_reports(flow, "step,time,post_force_x,post_force_y,post_torque_z\n",
                         "0,0,0,0,9\n1,1,2,1,9\n2,2,2,1,9\n");
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].force, (std::array{2.0, 1.0, 0.0}));
    EXPECT_THAT(obstacles_words(reports), HasSubstr("post: force 2, 1 (coefficients 2, 1) from"));
}

TEST(ObstacleReport, says_nothing_of_what_it_does_not_know)
{
    EXPECT_TRUE(obstacle_reports(two_bodies(), head, "").empty());
    EXPECT_TRUE(obstacle_reports(two_bodies(), head, "0,0,0,0,0,0,0,0\n").empty());
    EXPECT_TRUE(obstacle_reports(FlowCase{}, head, shedding(0.2)).empty());
    // Three passages in twenty units of time are too few.
    EXPECT_FALSE(obstacle_reports(two_bodies(), head, shedding(0.12)).at(0).frequency);
    FlowCase deep = two_bodies();
    deep.box.dimensions = 3;  // an area is no length
    EXPECT_FALSE(obstacle_reports(deep, head, shedding(0.2)).at(0).strouhal);
}

}  // namespace
}  // namespace tobiuo
