// SPDX-License-Identifier: BSD-3-Clause
// Points at which a flow run is watched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class FlowProbes : public test::FlowCaseRun {
protected:
    struct Row {
        double step;
        double time;
        std::string probe;
        std::vector<double> values;
    };

    [[nodiscard]] std::vector<Row> probed() const
    {
        std::vector<Row> rows;
        for (const std::vector<std::string>& texts : cells_in("probes.csv")) {
            Row row{.step = std::stod(texts.at(0)),
                    .time = std::stod(texts.at(1)),
                    .probe = texts.at(2),
                    .values = {}};
            for (std::size_t n = 3; n < texts.size(); ++n) {
                row.values.push_back(std::stod(texts[n]));
            }
            rows.push_back(row);
        }
        return rows;
    }
};

TEST_F(FlowProbes, have_the_velocity_and_the_pressure_of_vortices_at_each_time)
{
    const auto outcome = run(std::string{test::vortices} +
                             "run: { until: 1, time_step: 0.05 }\noutput: { every: 0.5 }\n"
                             "probes: { every: 4, points: { edge: [pi/2, 0], centre: [pi, pi], "
                             "7: [0, 1] } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("probes.csv"), StartsWith("step,time,probe,u,v,p\n0,0,edge,"));
    const auto rows = probed();
    ASSERT_EQ(rows.size(), 3U * 6U);
    const double width = 2.0 * std::numbers::pi / 32.0;
    const double error = width * width / 4.0;  // of interpolation, and of second order
    for (std::size_t n = 0; n < rows.size(); n += 3) {
        EXPECT_EQ(rows.at(n).step, 4.0 * static_cast<double>(n / 3));
        EXPECT_EQ(rows.at(n).probe, "edge");
        EXPECT_EQ(rows.at(n + 1).probe, "centre");
        EXPECT_EQ(rows.at(n + 2).probe, "7");
        const double decay = std::exp(-2.0 * 0.05 * rows.at(n).time);
        EXPECT_NEAR(rows.at(n).values.at(0), decay, error);
        EXPECT_NEAR(rows.at(n).values.at(1), 0.0, error);
        EXPECT_NEAR(rows.at(n + 1).values.at(0), 0.0, error);
        EXPECT_NEAR(rows.at(n + 2).values.at(1), -decay * std::sin(1.0), error);
        const double pressure = n == 0 ? 0.0 : 0.5 * decay * decay;
        EXPECT_NEAR(rows.at(n + 1).values.at(2), pressure, 2.0 * error)
            << "0 at the start; it bends twice as much as the velocity";
    }
    EXPECT_EQ(rows.back().time, 1.0);
    EXPECT_THAT(result("manifest.json"), HasSubstr("\"probes.csv\""));
}

TEST_F(FlowProbes, may_be_others_after_a_restart)
{
    const std::string text =
        std::string{test::vortices} + "run: { max_steps: 4, time_step: 0.01 }\ncheckpoint: true\n";
    ASSERT_EQ(run(text).code, 0);
    EXPECT_THAT(names_in_results(), ::testing::Not(::testing::Contains("probes.csv")));
    const auto begun = restart({"run.max_steps=6", "probes.every=1", "probes.points.a=[1, 2]"});
    ASSERT_EQ(begun.code, 0) << begun.err;
    ASSERT_EQ(probed().size(), 2U);
    EXPECT_EQ(probed().front().step, 5.0);
    const std::string first = result("probes.csv");
    const auto more = restart({"run.max_steps=8", "probes.every=2", "probes.points.b=[1, 2]"});
    ASSERT_EQ(more.code, 0) << more.err;
    ASSERT_EQ(probed().size(), 3U);
    EXPECT_THAT(result("probes.csv"), StartsWith(first));
    EXPECT_EQ(probed().back().probe, "b");
    EXPECT_EQ(probed().back().step, 8.0);
}

}  // namespace
}  // namespace tobiuo
