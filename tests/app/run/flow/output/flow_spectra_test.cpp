// SPDX-License-Identifier: BSD-3-Clause
// Spectra of a flow in spectra.csv, and tables of flows in two dimensions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class FlowSpectra : public test::FlowCaseRun {
protected:
    /// Half the sums of u, v and w over the modes, by step and axis.
    [[nodiscard]] std::map<std::string, double> energies(std::size_t components) const
    {
        std::map<std::string, double> sums;
        for (const std::vector<std::string>& row : cells_in("spectra.csv")) {
            for (std::size_t c = 0; c < components; ++c) {
                sums[row.at(0) + row.at(2)] += 0.5 * std::stod(row.at(6 + c));
            }
        }
        return sums;
    }
};

TEST_F(FlowSpectra, sum_up_to_the_kinetic_energy)
{
    const auto outcome =
        run("grid: { cells: [12, 9, 8], extent: { x: [0, 6], y: [0, 4], z: [0, 3] } }\n"
            "fluid: { viscosity: 0.01 }\n"
            "initial: { u: \"sin(pi*x/3)*cos(pi*y/2)\", noise: { amplitude: 0.2 } }\n"
            "run: { max_steps: 8 }\nspectra: { axes: [x, y, z], shells: true, every: 4 }\n"
            "output: { history_every: 4 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("spectra.csv"),
                StartsWith("step,time,along,position,mode,wave_number,u,v,w\n0,0,x,,0,0,"));
    const auto sums = energies(3);
    const auto rows = history();
    for (const std::string along : {"x", "y", "z", "shells"}) {
        for (std::size_t row = 0; row < 3; ++row) {
            EXPECT_NEAR(sums.at(std::to_string(4 * row) + along), rows.at(row).at(3), 1e-14);
        }
    }
    EXPECT_EQ(report()["spectra"]["every"], 4);
    EXPECT_THAT(result("report.html"), HasSubstr("spectra"));
}

TEST_F(FlowSpectra, of_layers_have_the_wave_that_is_there)
{
    const auto outcome =
        run("grid: { cells: [16, 8], extent: { x: [0, 2*pi], y: [0, 1] } }\n"
            "fluid: { viscosity: 0.01 }\nfaces: { y: free-slip }\n"
            "scalar: { diffusivity: 0.01, initial: \"y*cos(3*x)\" }\n"
            "run: { max_steps: 1 }\nspectra: { axes: [x], across: y, at: [0.1, 0.9], every: 1 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(result("spectra.csv"),
                StartsWith("step,time,along,position,mode,wave_number,u,v,scalar\n"));
    std::size_t waves = 0;
    for (const std::vector<std::string>& row : cells_in("spectra.csv")) {
        const double y = std::stod(row.at(3));
        const bool is_wave = row.at(0) == "0" && row.at(4) == "3";
        waves += is_wave ? 1 : 0;
        if (row.at(0) == "0") {
            EXPECT_NEAR(std::stod(row.at(8)), is_wave ? 0.5 * y * y : 0.0, 1e-14);
        }
    }
    EXPECT_EQ(waves, 2U);
}

TEST_F(FlowSpectra, that_there_are_not_are_refused)
{
    const std::string begin =
        "grid: { cells: [8, 8] }\nfluid: { viscosity: 0.1 }\n"
        "faces: { y: no-slip }\nrun: { max_steps: 1 }\n";
    auto outcome = run(begin + "spectra: { axes: [y, z], shells: true, across: y, at: [7] }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("spectra.axes: the axis y is not periodic"));
    EXPECT_THAT(outcome.err, HasSubstr("spectra.axes: the axis z is absent"));
    EXPECT_THAT(outcome.err, HasSubstr("spectra.shells: a spectrum in shells needs a box that is "
                                       "periodic along all axes"));
    EXPECT_THAT(outcome.err, HasSubstr("spectra.at: 7 is outside of the grid"));
    outcome = run(begin + "spectra: { every: 2 }\n");
    EXPECT_THAT(outcome.err, HasSubstr("spectra: missing key 'axes'"));
}

TEST_F(FlowSpectra, tables_of_two_dimensions_have_no_w)
{
    const std::string begin =
        "grid: { cells: [16, 12], extent: { x: [0, 2], y: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\nfaces: { y: no-slip }\nrun: { max_steps: 8 }\n"
        "probes: { points: { a: [1, 0.5] } }\n"
        "obstacles: { post: { inside: \"hypot(x-1, y-0.5) < 0.2\", reference: { speed: 1, area: 1 "
        "} } "
        "}\noutput: { history_every: 1, lines: { l: { from: [0, 0], to: [1, 1], points: 3 } } }\n";
    ASSERT_EQ(run(begin + "initial: { u: \"sin(pi*y)\" }\n").code, 0);
    EXPECT_THAT(result("history.csv"),
                StartsWith("step,time,time_step,kinetic_energy,largest_divergence,courant,mean_u,"
                           "mean_v,dissipation,enstrophy,shear_y_lower_u,shear_y_upper_u,"
                           "post_force_x,post_force_y,post_torque_z,post_cx,post_cy\n"));
    EXPECT_THAT(result("probes.csv"), StartsWith("step,time,probe,u,v,p\n0,0,a,"));
    EXPECT_THAT(result("lines.csv"), StartsWith("step,time,line,position,x,y,z,u,v,p\n"));
    for (const char* table : {"history.csv", "probes.csv", "lines.csv"}) {
        const std::string text = result(table);
        const std::size_t columns = cells_in(table).front().size();
        const std::string head = text.substr(0, text.find('\n'));
        EXPECT_EQ(static_cast<std::size_t>(std::count(head.begin(), head.end(), ',')) + 1, columns);
    }
    EXPECT_GT(std::abs(report()["obstacles"][0]["force"][0].get<double>()), 0.0);
    // What moves along z, and what a turning frame may move there, is told.
    for (const std::string more : {"initial: { w: 1 }\n", "initial: { u: 1 }\n"}) {
        const std::string settings =
            more.find('w') == std::string::npos ? "fluid.force=[0, 0, 1]" : "fluid.viscosity=0.02";
        ASSERT_EQ(run(begin + more, {"--force", "--set", settings}).code, 0);
        EXPECT_THAT(result("history.csv"), HasSubstr(",mean_v,mean_w,"));
        EXPECT_THAT(result("history.csv"), HasSubstr(",post_force_z,post_torque_x,"));
        EXPECT_THAT(result("probes.csv"), StartsWith("step,time,probe,u,v,w,p\n"));
    }
}

}  // namespace
}  // namespace tobiuo
