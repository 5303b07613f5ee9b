// SPDX-License-Identifier: BSD-3-Clause
// What files, films and pictures have of the gradients of a flow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Formula = std::function<double(double x, double y, double z)>;

class FlowDerived : public test::FlowCaseRun {
protected:
    /// The root of the mean square error of a field of a box of 2 pi.
    [[nodiscard]] double error(const std::string& file, const std::string& name, int component,
                               const std::array<std::size_t, 3>& cells, const Formula& exact) const
    {
        const std::vector<double> found = field(file, name, component);
        EXPECT_EQ(found.size(), cells[0] * cells[1] * cells[2]) << name;
        double sum = 0.0;
        for (std::size_t n = 0; n < found.size(); ++n) {
            const auto centre = [&](std::size_t index, std::size_t axis) {
                return 2.0 * std::numbers::pi * (static_cast<double>(index) + 0.5) /
                       static_cast<double>(cells.at(axis));
            };
            const double difference =
                found[n] - exact(centre(n % cells[0], 0), centre(n / cells[0] % cells[1], 1),
                                 centre(n / cells[0] / cells[1], 2));
            sum += difference * difference;
        }
        return std::sqrt(sum / static_cast<double>(found.size()));
    }
};

/// A step that changes nothing.
const std::string at_once = "run: { max_steps: 1, time_step: 1.0e-9 }\n";
const std::string derived =
    "output: { fields: [velocity, vorticity, q_criterion, dissipation], picture: { field: "
    "vorticity }, pictures: { q: { field: q_criterion } } }\n";

TEST_F(FlowDerived, taylor_green_vortices_are_of_second_order)
{
    std::vector<std::array<double, 3>> errors;
    for (const std::size_t cells : {16U, 32U}) {
        const std::string number = std::to_string(cells);
        ASSERT_EQ(run("grid: { cells: [" + number + ", " + number +
                          "], extent: { x: [0, 2*pi], y: [0, 2*pi] } }\n"
                          "fluid: { viscosity: 0.05 }\n"
                          "initial: { u: \"sin(x)*cos(y)\", v: \"-cos(x)*sin(y)\" }\n" +
                          derived + at_once,
                      {"--force"})
                      .code,
                  0);
        const std::array<std::size_t, 3> all{cells, cells, 1};
        errors.push_back(
            {error("flow_00000.vti", "vorticity", 0, all,
                   [](double x, double y, double) { return 2.0 * std::sin(x) * std::sin(y); }),
             error("flow_00000.vti", "q_criterion", 0, all,
                   [](double x, double y, double) {
                       return std::pow(std::sin(x) * std::sin(y), 2) -
                              std::pow(std::cos(x) * std::cos(y), 2);
                   }),
             error("flow_00000.vti", "dissipation", 0, all, [](double x, double y, double) {
                 return 0.05 * 4.0 * std::pow(std::cos(x) * std::cos(y), 2);
             })});
    }
    for (std::size_t which = 0; which < 3; ++which) {
        EXPECT_NEAR(std::log2(errors[0].at(which) / errors[1].at(which)), 2.0, 0.1) << which;
        EXPECT_LT(errors[1].at(which), 0.02) << which;
    }
    EXPECT_THROW(static_cast<void>(field("flow_00000.vti", "vorticity", 1).at(1024)),
                 std::out_of_range);
    EXPECT_TRUE(std::filesystem::exists(results() / "flow.png"));
    EXPECT_TRUE(std::filesystem::exists(results() / "flow_q.png"));
}

/// A flow whose vorticity is its velocity, in three dimensions; its parts have it, too.
TEST_F(FlowDerived, a_beltrami_flow_is_of_second_order)
{
    const std::array<Formula, 3> exact{
        [](double, double y, double z) { return std::sin(z) + std::cos(y); },
        [](double x, double, double z) { return std::sin(x) + std::cos(z); },
        [](double x, double y, double) { return std::sin(y) + std::cos(x); }};
    std::vector<double> errors;
    for (const std::size_t cells : {12U, 24U}) {
        const std::string number = std::to_string(cells);
        ASSERT_EQ(
            run("grid: { cells: [" + number + ", " + number + ", " + number +
                    "], extent: { x: [0, 2*pi], y: [0, 2*pi], z: [0, 2*pi] } }\n"
                    "fluid: { viscosity: 0.05 }\n"
                    "initial: { u: \"sin(z) + cos(y)\", v: \"sin(x) + cos(z)\", w: \"sin(y) + "
                    "cos(x)\" }\n"
                    "output: { fields: [vorticity], precision: single, picture: { field: vorticity "
                    "}, series: { all: { box: {}, every: 1, fields: [p, vorticity, "
                    "dissipation] } } }\n" +
                    at_once,
                {"--force"})
                .code,
            0);
        double sum = 0.0;
        for (int component = 0; component < 3; ++component) {
            const auto at = static_cast<std::size_t>(component);
            sum += error("flow_00000.vti", "vorticity", component, {cells, cells, cells},
                         exact.at(at));
            EXPECT_EQ(field("flow_00000.vti", "vorticity", component),
                      field("flow_all_00001.vti", "vorticity", component));
        }
        errors.push_back(sum);
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.1);
    EXPECT_LT(errors[1], 0.1);
}

/// A fluid between walls, of which one moves: differences at walls are right where the flow is linear.
TEST_F(FlowDerived, a_shear_between_walls_is_exact)
{
    ASSERT_EQ(
        run("grid: { cells: [4, 8], extent: { x: [0, 1], y: [0, 2] } }\n"
            "fluid: { viscosity: 0.5 }\n"
            "faces: { y: { lower: no-slip, upper: { kind: no-slip, velocity: [2, 0, 0] } } }\n"
            "initial: { u: y }\n" +
            derived + at_once)
            .code,
        0);
    for (const double one : field("flow_00000.vti", "vorticity")) {
        EXPECT_NEAR(one, -1.0, 1e-12);
    }
    for (const double one : field("flow_00000.vti", "q_criterion")) {
        EXPECT_NEAR(one, 0.0, 1e-12);
    }
    for (const double one : field("flow_00000.vti", "dissipation")) {
        EXPECT_NEAR(one, 0.5, 1e-12);
    }
}

TEST_F(FlowDerived, unknown_fields_are_refused_with_the_known_ones)
{
    const auto outcome =
        run("grid: { cells: [4, 4] }\nfluid: { viscosity: 1 }\n"
            "output: { fields: [vortex] }\n" +
            at_once);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("case.yaml:6:20: output.fields: 'vortex' is none of "
                                       "velocity, p, scalar, solid, vorticity, q_criterion, "
                                       "dissipation"));
}

}  // namespace
}  // namespace tobiuo
