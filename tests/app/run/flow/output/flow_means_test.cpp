// SPDX-License-Identifier: BSD-3-Clause
// Means of cells over a window of time: their file, restarts, pictures and refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

const std::string sampled_channel =
    "grid: { cells: [12, 8, 6], extent: { x: [0, 3], y: [0, 1], z: [0, 2] } }\n"
    "fluid: { viscosity: 0.01 }\nfaces: { y: no-slip }\n"
    "scalar: { diffusivity: 0.01, initial: \"1 + x*y\" }\n"
    "initial: { u: \"sin(pi*y)\", noise: { amplitude: 0.3 } }\ncheckpoint: true\n"
    "statistics: { axis: y, from: 0.2, every: 2 }\n";
const std::string means_section =
    "means: { from: 0.2, every: 2, fields: [velocity, p, scalar], stresses: true }\n";

class FlowMeansOfCells : public test::FlowCaseRun {
protected:
    /// The mean over a layer across y of a component of flow_means.vti.
    [[nodiscard]] double layer_mean(const std::string& name, int component, std::size_t layer) const
    {
        const std::vector<double> values = field("flow_means.vti", name, component);
        double sum = 0.0;
        for (std::size_t k = 0; k < 6; ++k) {
            for (std::size_t i = 0; i < 12; ++i) {
                sum += values.at((k * 8 + layer) * 12 + i) / 72.0;
            }
        }
        return sum;
    }
};

TEST_F(FlowMeansOfCells, have_the_profiles_of_statistics_as_means_of_layers)
{
    const auto outcome =
        run(sampled_channel + means_section +
            "run: { until: 1 }\n"
            "output: { pictures: { m: { field: mean_u }, r: { field: rms_p } } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("summary.txt"), HasSubstr("means "));
    EXPECT_GT(report()["means"]["samples"], 1);
    EXPECT_EQ(report()["means"]["file"], "flow_means.vti");
    EXPECT_FALSE(result("flow_m.png").empty());
    EXPECT_FALSE(result("flow_r.png").empty());
    const auto profiles = numbers_in("statistics.csv");
    ASSERT_EQ(profiles.size(), 8U);
    for (std::size_t layer = 0; layer < profiles.size(); ++layer) {
        const std::vector<double>& row = profiles[layer];  // position,u,v,w,p ... s at 11
        constexpr double rounding = 1e-6;                  // of floats in the file
        EXPECT_NEAR(layer_mean("mean_velocity", 0, layer), row.at(1), rounding);
        EXPECT_NEAR(layer_mean("mean_velocity", 2, layer), row.at(3), rounding);
        EXPECT_NEAR(layer_mean("mean_p", 0, layer), row.at(4), rounding);
        EXPECT_NEAR(layer_mean("mean_scalar", 0, layer), row.at(11), 10 * rounding);
    }
    const std::vector<double> root = field("flow_means.vti", "rms_velocity", 1);
    const std::vector<double> square = field("flow_means.vti", "stresses", 1);
    EXPECT_EQ(field("flow_means.vti", "stresses", 5).size(), root.size());
    EXPECT_EQ(field("flow_means.vti", "scalar_flux", 2).size(), root.size());
    for (std::size_t n = 0; n < root.size(); ++n) {
        EXPECT_NEAR(root[n] * root[n], square[n], 1e-6);
    }
}

TEST_F(FlowMeansOfCells, go_on_with_the_same_bits_after_a_restart)
{
    for (const std::string precision : {"double", "single"}) {
        const std::string method = "method: { precision: " + precision + " }\n";
        ASSERT_EQ(
            run(sampled_channel + means_section + method + "run: { max_steps: 20 }\n", {"--force"})
                .code,
            0);
        const std::string whole = result("flow_means.vti");
        ASSERT_EQ(
            run(sampled_channel + means_section + method + "run: { max_steps: 11 }\n", {"--force"})
                .code,
            0);
        EXPECT_NE(result("flow_means.vti"), whole);
        const auto outcome = restart({"run.max_steps=20"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(result("flow_means.vti"), whole);
    }
}

TEST_F(FlowMeansOfCells, begin_anew_where_the_case_has_changed)
{
    ASSERT_EQ(run(sampled_channel + means_section + "run: { max_steps: 12 }\n").code, 0);
    auto outcome = restart({"run.max_steps=16", "means.stresses=false"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the means of the checkpoint are of other fields"));
    EXPECT_EQ(report()["means"]["samples"], 2);
    outcome = restart({"run.max_steps=20", "means.stresses=false", "fluid.viscosity=0.02"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the means begin anew, for the case has changed"));
    outcome = restart({"run.max_steps=24", "grid.cells=[6, 8, 6]", "means.stresses=false",
                       "fluid.viscosity=0.02"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report()["means"]["samples"], 2);
}

TEST_F(FlowMeansOfCells, are_of_the_window_alone)
{
    ASSERT_EQ(run(sampled_channel +
                  "means: { from: 0.19, to: 0.41, every: 1 }\nrun: { until: 1, time_step: 0.02 }\n")
                  .code,
              0);
    EXPECT_EQ(report()["means"]["samples"], 11) << "of steps 10 to 20";
    EXPECT_TRUE(field("flow_means.vti", "mean_scalar").empty());
    const auto outcome = run(sampled_channel +
                                 "means: { from: 5 }\nrun: { max_steps: 2 }\n"
                                 "output: { picture: { field: mean_u } }\n",
                             {"--force"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("there are no means of cells: the run ended at time"));
}

TEST_F(FlowMeansOfCells, are_counted_beforehand)
{
    const std::string text =
        "grid: { cells: [64, 64, 64] }\nfluid: { viscosity: 0.1 }\nrun: { until: 1 }\n"
        "output: { gradients_every: 0 }\n";
    const auto bytes = [&](const std::string& more) {
        const auto outcome = test::run_program({"check", write_case(text + more)});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const std::size_t at = outcome.out.find("at most") + 7;
        return std::stod(outcome.out.substr(at));
    };
    // 8 doubles of 64^3 cells, and as many numbers of the file.
    EXPECT_NEAR(bytes("means: {}\n") - bytes(""), 2 * 8 * 8 * 64 * 64 * 64 * 1e-6, 2.0);
    EXPECT_GT(bytes("means: { stresses: true }\n"), bytes("means: {}\n") + 1.0);
    EXPECT_GT(bytes("spectra: { shells: true }\n"), bytes("") + 2.0);
    EXPECT_THAT(test::run_program({"check", write_case(text + "means: {}\n")}).out,
                HasSubstr("  means                  16.8 MB where the steps are; 1 file of "));
}

TEST_F(FlowMeansOfCells, of_what_the_case_has_not_are_refused)
{
    const std::string begin =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 0.1 }\n"
        "run: { max_steps: 1 }\n";
    auto outcome = run(begin + "means: { fields: [scalar], stresses: true, from: 2, to: 1 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:7:18: means.fields: the flow carries no scalar"));
    EXPECT_THAT(outcome.err, HasSubstr("means.stresses: stresses are products of velocities"));
    EXPECT_THAT(outcome.err, HasSubstr("means.to: is not behind means.from = 2"));
    outcome = run(begin + "means: { fields: [p] }\noutput: { picture: { field: rms_u } }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err,
                HasSubstr("output.picture.field: 'rms_u' is a mean that the case does not take"));
}

}  // namespace
}  // namespace tobiuo
