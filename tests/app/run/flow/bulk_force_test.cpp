// SPDX-License-Identifier: BSD-3-Clause
// The force that keeps the mean velocity of a flow.
#include "app/run/flow/bulk_force.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

flow::Problem channel_of_steps()
{
    flow::Problem problem{.grid = box({2, 2, 2}, {1.0, 1.0, 1.0})};
    problem.faces[1] = {.lower = {.kind = flow::FaceKind::no_slip},
                        .upper = {.kind = flow::FaceKind::no_slip}};
    return problem;
}

TEST(BulkForce, brings_the_mean_to_its_value_against_a_changing_drag)
{
    const flow::Problem problem = channel_of_steps();
    const std::array<double, 3> bulk{2.0, 0.0, -1.0};
    std::array<double, 3> mean{0.5, 0.0, 0.0};
    BulkForce last{.mean = mean};
    for (int step = 0; step < 200; ++step) {
        const double length = 0.01 * (1.0 + 0.3 * std::sin(step));
        const std::array<double, 3> force = force_to_hold(last, bulk, problem, length);
        EXPECT_EQ(force[1], 0.0) << "walls are across y";
        note_step(last, mean, force, length);
        for (const std::size_t axis : {0U, 2U}) {
            const double drag = 0.8 * mean.at(axis) + 0.1 * std::sin(0.02 * step);
            mean.at(axis) += length * (force.at(axis) - drag);
        }
        if (step > 8) {  // after the start, in which the drag changes most
            EXPECT_NEAR(mean[0], 2.0, 1e-4) << step;
            EXPECT_NEAR(mean[2], -1.0, 1e-4) << step;
        }
    }
}

class FlowBulkVelocity : public test::FlowCaseRun {};

const std::string driven =
    "grid: { cells: [4, 16, 2], extent: { x: [0, 1], y: [-1, 1], z: [0, 1] } }\n"
    "faces: { y: no-slip }\n"
    "fluid: { viscosity: 0.5, bulk_velocity: [1, 0, -0.5] }\n"
    "checkpoint: { every: 1 h }\n"
    "output: { history_every: 1 }\n";

TEST_F(FlowBulkVelocity, of_a_channel_takes_the_force_of_a_parabola)
{
    const auto outcome = run(driven + "run: { until: 8 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("history.csv"), HasSubstr(",force_x,force_y,force_z\n"));
    const auto rows = history();
    for (const std::vector<double>& row : rows) {
        if (row.at(1) > 1.0) {
            EXPECT_NEAR(row.at(6), 1.0, 1e-3) << row.at(0);
        }
    }
    EXPECT_NEAR(rows.back().at(6), 1.0, 1e-12);
    EXPECT_NEAR(rows.back().at(8), -0.5, 1e-12);
    // 3 viscosity velocity / (half the height)^2, to second order.
    const std::vector<double>& last = rows.back();
    EXPECT_NEAR(last.at(last.size() - 3), 1.5, 0.02);
    EXPECT_EQ(last.at(last.size() - 2), 0.0);
    EXPECT_NEAR(last.at(last.size() - 1), -0.75, 0.01);
    EXPECT_THAT(outcome.out, HasSubstr("in the last step, which keeps the mean velocity"));
    EXPECT_EQ(report()["fluid"]["bulk_velocity"][2], -0.5);
    EXPECT_NEAR(report()["fluid"]["force"][0].get<double>(), 1.5, 0.02);
}

TEST_F(FlowBulkVelocity, goes_on_after_a_restart_with_the_same_bits)
{
    ASSERT_EQ(run(driven + "run: { max_steps: 40 }\n").code, 0);
    const std::string whole = result("history.csv");
    ASSERT_EQ(run(driven + "run: { max_steps: 17 }\n", {"--force"}).code, 0);
    const auto outcome = restart({"run.max_steps=40"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(result("history.csv"), whole);
}

}  // namespace
}  // namespace tobiuo
