// SPDX-License-Identifier: BSD-3-Clause
// Flow cases on the GPU: the same flow as on the CPU, and restarts with the same bits.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

/// Every kind of face but periodic ones, an outflow at a lower face and an absent axis.
constexpr const char* mixed =
    "grid: { cells: [32, 24], extent: { x: [0, 2], y: [0, 1] } }\nfluid: { viscosity: 0.01 }\n"
    "faces:\n"
    "  x: { lower: outflow, upper: { kind: inflow, velocity: [\"-4*y*(1 - y)\", 0, 0] } }\n"
    "  y: { lower: free-slip, upper: { kind: no-slip, velocity: [0.5, 0, 0] } }\n"
    "initial: { u: -0.5, noise: { amplitude: 0.1, seed: 2 } }\n";

/// Faces and a scalar that change with time; one inlet is scaled to a rate, one to the others.
constexpr const char* changing =
    "grid: { cells: [32, 24, 8], extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
    "fluid: { viscosity: 0.01 }\n"
    "faces:\n"
    "  x: { lower: { kind: inflow, velocity: [\"y*(1 - y)\", \"0.1*sin(9*t)\", 0], flow_rate: 0.7 "
    "}, upper: { kind: inflow, velocity: [\"0.7*(1 + 0*t)\", 0, 0] } }\n"
    "  y: { lower: { kind: no-slip, velocity: [\"tanh(5*t)*exp(-x)\", 0, 0] }, upper: { kind: "
    "no-slip, velocity: [0, 0, \"cos(3*t)\"] } }\n"
    "  z: { lower: { kind: inflow, velocity: [0, 0, \"sin(4*t)*x\"] }, upper: { kind: inflow, "
    "velocity: [0, 0, \"sin(4*t)*x\"] } }\n"
    "scalar: { diffusivity: 0.02, buoyancy: [0, 1, 0], faces: { x: { lower: { value: "
    "\"y*cos(t)\" }, upper: { value: 0 } }, y: { upper: { flux: \"0.1*sin(3*t)*x\" } }, z: { "
    "lower: { value: t }, upper: { value: 0 } } } }\n"
    "initial: { u: 0.7, noise: { amplitude: 0.1, seed: 2 } }\n";

class FlowRunOnDevice : public test::FlowCaseRun {
protected:
    void SetUp() override
    {
        if (const std::string why = test::why_no_device(); !why.empty()) {
            GTEST_SKIP() << why;
        }
    }

    /// The last velocity along x of a case on a back end.
    std::vector<double> velocity(const std::string& text, const std::string& backend)
    {
        const auto outcome = run(text, {"--force", "--set", "backend=" + backend});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(report()["backend"], backend) << report()["backend_reason"];
        return field("flow_00000.vti", "velocity");
    }
};

TEST_F(FlowRunOnDevice, gives_the_velocity_of_the_cpu)
{
    // Steps in which rounding errors of both grow a little.
    constexpr double steps_and_margin = 1000.0;
    for (const auto& [precision, eps] :
         {std::pair{"double", std::numeric_limits<double>::epsilon()},
          std::pair{"single", static_cast<double>(std::numeric_limits<float>::epsilon())}}) {
        SCOPED_TRACE(precision);
        for (const char* flow : {mixed, changing}) {
            const std::string text = std::string{flow} + "method: { precision: " + precision +
                                     " }\nrun: { max_steps: 20, time_step: 0.01 }\n";
            const std::vector<double> cpu = velocity(text, "cpu");
            const std::vector<double> cuda = velocity(text, "cuda");
            ASSERT_EQ(cpu.size(), cuda.size());
            ASSERT_FALSE(cpu.empty());
            for (std::size_t cell = 0; cell < cpu.size(); ++cell) {
                EXPECT_NEAR(cpu[cell], cuda[cell], steps_and_margin * eps) << cell;
            }
        }
    }
}

TEST_F(FlowRunOnDevice, finds_the_means_and_the_spectra_of_the_cpu)
{
    constexpr double steps_and_margin = 1e-11;
    const std::string text =
        "grid: { cells: [16, 12, 10], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\nfaces: { y: no-slip }\n"
        "scalar: { diffusivity: 0.01, initial: \"y\" }\n"
        "initial: { u: \"sin(pi*y)\", noise: { amplitude: 0.2 } }\n"
        "run: { max_steps: 12, time_step: 0.01 }\n"
        "means: { every: 3, fields: [velocity, p, scalar], stresses: true }\n"
        "spectra: { axes: [x, z], across: y, at: [0.2], every: 6 }\n"
        "exact: { u: \"sin(pi*y)\", scalar: \"y\" }\n";
    static_cast<void>(velocity(text, "cpu"));
    const auto spectra = cells_in("spectra.csv");
    const std::vector<double> stresses = field("flow_means.vti", "stresses", 3);
    const std::vector<double> root = field("flow_means.vti", "rms_scalar");
    const double error = report()["error"]["l2"];
    static_cast<void>(velocity(text, "cuda"));
    const auto found = cells_in("spectra.csv");
    ASSERT_EQ(found.size(), spectra.size());
    for (std::size_t row = 0; row < found.size(); ++row) {
        for (std::size_t column = 6; column < found[row].size(); ++column) {
            EXPECT_NEAR(std::stod(found[row][column]), std::stod(spectra[row][column]),
                        steps_and_margin);
        }
    }
    const std::vector<double> stresses_found = field("flow_means.vti", "stresses", 3);
    const std::vector<double> root_found = field("flow_means.vti", "rms_scalar");
    ASSERT_EQ(stresses_found.size(), stresses.size());
    for (std::size_t cell = 0; cell < stresses.size(); ++cell) {
        EXPECT_NEAR(stresses_found[cell], stresses[cell], steps_and_margin);
        EXPECT_NEAR(root_found[cell], root[cell], 1e-6);  // the root of what is nearly 0
    }
    EXPECT_NEAR(report()["error"]["l2"].get<double>(), error, steps_and_margin);
}

TEST_F(FlowRunOnDevice, writes_parts_with_the_bits_of_the_whole)
{
    for (const char* flow : {mixed, changing}) {
        for (const std::string precision : {"double", "single"}) {
            const auto outcome =
                run(std::string{flow} + "method: { precision: " + precision +
                        " }\nrun: { max_steps: 20 }\noutput: { gradients_every: 0, series: { all: "
                        "{ box: {}, every: 1000 } } }\n",
                    {"--force", "--set", "backend=cuda"});
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            ASSERT_FALSE(field("flow_00000.vti", "p").empty());
            EXPECT_EQ(field("flow_all_00001.vti", "p"), field("flow_00000.vti", "p"));
            for (const int component : {0, 1, 2}) {
                EXPECT_EQ(field("flow_all_00001.vti", "velocity", component),
                          field("flow_00000.vti", "velocity", component))
                    << precision << ", component " << component;
            }
        }
    }
}

TEST_F(FlowRunOnDevice, goes_on_with_the_same_bits)
{
    for (const char* flow : {mixed, changing}) {
        const std::string text =
            std::string{flow} +
            "run: { max_steps: 40 }\ncheckpoint: true\noutput: { every: 0.1 }\n"
            "means: { every: 3, stresses: true }\n";
        ASSERT_EQ(run(text, {"--force", "--set", "backend=cuda"}).code, 0);
        const std::string fields = result("flow_00002.vti");
        const std::string course = result("history.csv");
        const std::string means = result("flow_means.vti");
        ASSERT_EQ(run(text, {"--force", "--set", "backend=cuda", "--set", "run.max_steps=20"}).code,
                  0);
        const auto outcome = run(text, {"--restart", "--set", "backend=cuda"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(result("flow_00002.vti"), fields);
        EXPECT_EQ(result("history.csv"), course);
        EXPECT_EQ(result("flow_means.vti"), means);
        const auto other = run(text, {"--restart", "--set", "run.max_steps=60"});
        EXPECT_EQ(other.code, 0) << other.err;
        EXPECT_NE(other.err.find("backend: cuda -> cpu"), std::string::npos) << other.err;
    }
}

}  // namespace
}  // namespace tobiuo
