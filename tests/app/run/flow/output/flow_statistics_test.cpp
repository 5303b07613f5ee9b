// SPDX-License-Identifier: BSD-3-Clause
// Profiles that a flow run takes on its way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "app/run/flow/output/flow_statistics.hpp"
#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class FlowStatistics : public test::FlowCaseRun {
protected:
    [[nodiscard]] std::vector<std::vector<double>> profiles() const
    {
        return numbers_in("statistics.csv");
    }
};

/// A channel, which a force fills with a parabola.
const std::string watched_channel =
    "grid: { cells: [4, 16, 2], extent: { x: [0, 1], y: [-1, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 1, force: [2, 0, 0] }\nfaces: { y: no-slip }\n"
    "initial: { u: 1-y^2 }\n";

TEST_F(FlowStatistics, of_a_steady_channel_are_its_velocity_without_stresses)
{
    const auto outcome = run(watched_channel +
                             "run: { until: 8 }\n"
                             "statistics: { axis: y, from: 4, every: 20 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("statistics.csv"),
                ::testing::StartsWith("position,u,v,w,p,uu,vv,ww,uv,uw,vw\n"));
    const auto rows = profiles();
    ASSERT_EQ(rows.size(), 16U);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        ASSERT_EQ(rows.at(row).size(), 11U);
        const double y = -1.0 + (static_cast<double>(row) + 0.5) / 8.0;
        const double parabola = 1.0 - y * y + 1.0 / 256.0;  // what the differences make of it
        EXPECT_NEAR(rows.at(row).at(0), y, 1e-12);
        EXPECT_NEAR(rows.at(row).at(1), parabola, 1e-6);
        for (std::size_t column = 2; column < 11; ++column) {
            EXPECT_NEAR(rows.at(row).at(column), 0.0, 1e-10) << column;
        }
    }
    const nlohmann::json told = report()["statistics"];
    EXPECT_EQ(told["axis"], "y");
    EXPECT_EQ(told["from"], 4.0);
    EXPECT_EQ(told["every"], 20);
    EXPECT_GT(told["samples"], 10);
    EXPECT_TRUE(told["reference"].is_null());
    EXPECT_THAT(result("manifest.json"), HasSubstr("\"statistics.csv\""));
    EXPECT_THAT(outcome.out, HasSubstr("samples from time 4 to "));
}

/// Vortices that are fixed in place: their stresses are the means of sines.
TEST_F(FlowStatistics, have_the_stresses_of_what_does_not_change_along_the_axis)
{
    const auto outcome = run(std::string{test::vortices} +
                                 "run: { max_steps: 2, time_step: 1.0e-9 }\n"
                                 "statistics: { axis: y, every: 1 }\n",
                             {"--set", "fluid.viscosity=0"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto rows = profiles();
    ASSERT_EQ(rows.size(), 32U);
    double uu = 0.0;
    double vv = 0.0;
    for (const auto& row : rows) {
        EXPECT_NEAR(row.at(1), 0.0, 1e-12);
        uu += row.at(5) / 32.0;
        vv += row.at(6) / 32.0;
    }
    EXPECT_NEAR(uu, 0.25, 1e-12);
    EXPECT_NEAR(vv, 0.25, 1e-12);
    EXPECT_EQ(report()["statistics"]["samples"], 2);
}

/// Vortices that are fixed in place carry a scalar, which is correlated with u through sin(x) and
/// with v through cos(x).
TEST_F(FlowStatistics, of_a_scalar_are_its_mean_its_variance_and_its_fluxes)
{
    const auto outcome = run(std::string{test::vortices} +
                                 "scalar: { diffusivity: 0, initial: "
                                 "\"2 + sin(x)*cos(y) + cos(x)\" }\n"
                                 "run: { max_steps: 2, time_step: 1.0e-9 }\n"
                                 "statistics: { axis: y, every: 1 }\n",
                             {"--set", "fluid.viscosity=0"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("statistics.csv"),
                ::testing::StartsWith("position,u,v,w,p,uu,vv,ww,uv,uw,vw,s,ss,us,vs,ws\n"));
    const auto rows = profiles();
    ASSERT_EQ(rows.size(), 32U);
    const double of_faces = std::cos(std::numbers::pi / 32.0);  // that the mean of two takes off
    constexpr double change = 1e-8;                             // of the scalar in the steps
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 16U);
        const double y = row.at(0);
        EXPECT_NEAR(row.at(11), 2.0, change);
        EXPECT_NEAR(row.at(12), 0.5 * std::cos(y) * std::cos(y) + 0.5, change);
        EXPECT_NEAR(row.at(13), 0.5 * of_faces * std::cos(y) * std::cos(y), change);
        EXPECT_NEAR(row.at(14), -0.5 * of_faces * std::sin(y), change);
        EXPECT_NEAR(row.at(15), 0.0, change);
    }
}

/// The fluctuations in time count, too: one layer, two samples.
TEST(FlowProfiles, take_the_product_of_the_means_off_the_means_of_products)
{
    const flow::Problem problem{
        .grid = box({.x = 1, .y = 1, .z = 1}, {1, 1, 1}), .viscosity = 1, .scalar = flow::Scalar{}};
    const auto sample = [](double u, double v, double w, double s) {
        return std::vector<double>{u,     v,     w, 0.0,   u * u, v * v, w * w, u * v,
                                   u * w, v * w, s, s * s, u * s, v * s, w * s};
    };
    FlowMoments moments{.axis = 1, .samples = 2, .sums = sample(1.0, 5.0, -1.0, 2.0)};
    std::ranges::transform(moments.sums, sample(3.0, 5.0, 1.0, 4.0), moments.sums.begin(),
                           std::plus{});
    const FlowProfiles profiles = profiles_of(problem, moments);
    const std::vector<double> expected{2.0, 5.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0,
                                       1.0, 0.0, 3.0, 1.0, 1.0, 0.0, 1.0};
    for (std::size_t column = 0; column < expected.size(); ++column) {
        EXPECT_EQ(profiles.columns.at(column), std::vector<double>{expected.at(column)})
            << profile_names.at(column);
    }
}

/// What turbulence and conduction carry up through a steady layer is the same at each height.
TEST_F(FlowStatistics, of_a_steady_convection_carry_the_same_heat_through_each_layer)
{
    const auto outcome =
        run("grid: { cells: [32, 24], extent: { x: [0, 2], y: [0, 1] } }\n"
            "fluid: { viscosity: 1/sqrt(5000) }\nfaces: { x: periodic, y: no-slip }\n"
            "scalar: { diffusivity: 1/sqrt(5000), buoyancy: [0, 1, 0], faces: { y: { lower: { "
            "value: 1 }, upper: { value: 0 } } }, initial: 1 - y + 0.05*cos(pi*x)*sin(pi*y), "
            "reference: 0.5 }\n"
            "run: { until: 100 }\noutput: { picture: false, history_every: 1000 }\n"
            "statistics: { axis: y, from: 95, every: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto rows = profiles();
    const double nusselt = report()["scalar"]["faces"][0]["nusselt"];
    EXPECT_GT(nusselt, 1.5) << "it convects";
    const double diffusivity = 1.0 / std::sqrt(5000.0);
    for (std::size_t row = 1; row + 1 < rows.size(); ++row) {
        const double slope = (rows.at(row + 1).at(11) - rows.at(row - 1).at(11)) / (2.0 / 24.0);
        const double flux = rows.at(row).at(14) - diffusivity * slope;
        constexpr double error_of_cells = 0.03;  // of second order, 24 of them
        EXPECT_NEAR(flux, nusselt * diffusivity, error_of_cells * nusselt * diffusivity) << row;
    }
}

TEST_F(FlowStatistics, tell_a_reference_and_refuse_a_bad_one_before_the_run)
{
    const std::string text = watched_channel + "run: { max_steps: 20 }\n";
    const std::string with = "statistics: { axis: y, reference: dns.csv }\n";
    test::write_file(temporary_.path() / "dns.csv", "position,u\n0,1\n0.5,0.75\n");
    ASSERT_EQ(run(text + with).code, 0);
    const nlohmann::json expected{{"position", {0.0, 0.5}}, {"u", {1.0, 0.75}}};
    EXPECT_EQ(report()["statistics"]["reference"], expected);
    test::write_file(temporary_.path() / "dns.csv", "position,u\n0,1\n0.5,x\n");
    const auto bad = run(text + with, {"--force"});
    EXPECT_EQ(bad.code, 2);
    EXPECT_THAT(bad.err, HasSubstr("dns.csv:3:5: expected a finite number (got 'x')"));
    EXPECT_EQ(test::run_program({"check", temporary_.path() / "case.yaml"}).code, 2);
    EXPECT_THAT(run(text + "statistics: { axis: y, reference: none.csv }\n", {"--force"}).err,
                HasSubstr("statistics.reference: 'none.csv' is not there"));
}

TEST_F(FlowStatistics, that_never_begin_leave_no_files_but_a_warning)
{
    ASSERT_EQ(run(watched_channel + "run: { max_steps: 20 }\nstatistics: { axis: y }\n").code, 0);
    EXPECT_THAT(names_in_results(), ::testing::Contains("statistics.csv"));
    const auto outcome =
        run(watched_channel + "run: { max_steps: 2 }\nstatistics: { axis: y, from: 100 }\n",
            {"--force"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("there are no statistics: the run ended at time "));
    EXPECT_EQ(report()["statistics"]["samples"], 0);
    EXPECT_THAT(names_in_results(), Not(::testing::Contains("statistics.csv")));
}

TEST_F(FlowStatistics, begin_anew_after_a_restart_with_another_window)
{
    const std::string text = watched_channel + "checkpoint: true\nrun: { max_steps: 20 }\n";
    ASSERT_EQ(run(text + "statistics: { axis: y, every: 1 }\n").code, 0);
    const auto more = restart({"run.max_steps=30"});
    ASSERT_EQ(more.code, 0) << more.err;
    EXPECT_EQ(report()["statistics"]["samples"], 30);
    const auto other = restart({"run.max_steps=40", "statistics.axis=x"});
    ASSERT_EQ(other.code, 0) << other.err;
    EXPECT_THAT(other.err, HasSubstr("the statistics of the checkpoint are along y from time 0, "
                                     "and the case wants them along x from time 0: they begin "
                                     "anew"));
    EXPECT_EQ(report()["statistics"]["samples"], 10);
    EXPECT_EQ(profiles().size(), 4U);
}

}  // namespace
}  // namespace tobiuo
