// SPDX-License-Identifier: BSD-3-Clause
// Velocities from files, from which flows start.
#include "app/run/flow/flow_start_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using Velocity = std::function<std::array<double, 3>(double x, double y, double z)>;

/// A problem on cells of [0, 2] x [0, 1] x [0, 1], periodic along x, walls across y and z.
flow::Problem channel_of(const std::array<std::int64_t, 3>& cells)
{
    flow::Problem problem{.grid = box({.x = cells[0], .y = cells[1], .z = cells[2]}, {2, 1, 1})};
    for (const std::size_t axis : {1U, 2U}) {
        problem.faces.at(axis).lower.kind = flow::FaceKind::no_slip;
        problem.faces.at(axis).upper.kind = flow::FaceKind::no_slip;
    }
    return problem;
}

/// Nodes that lie closer at both ends of [0, 1].
std::vector<double> dense_ends(std::int64_t cells)
{
    std::vector<double> nodes;
    for (std::int64_t n = 0; n <= cells; ++n) {
        const double s = static_cast<double>(n) / static_cast<double>(cells);
        nodes.push_back(s - 0.1 * std::sin(2.0 * std::numbers::pi * s));
    }
    return nodes;
}

class FlowStartFile : public ::testing::Test {
protected:
    /// Writes the velocity at the centres of the cells of a grid.
    void write(const Grid& grid, const Velocity& velocity)
    {
        std::vector<double> values;
        for (std::int64_t k = 0; k < grid.values(2); ++k) {
            for (std::int64_t j = 0; j < grid.values(1); ++j) {
                for (std::int64_t i = 0; i < grid.values(0); ++i) {
                    const auto vector =
                        velocity(grid.position(0, i), grid.position(1, j), grid.position(2, k));
                    values.insert(values.end(), vector.begin(), vector.end());
                }
            }
        }
        const Field field{
            .name = "velocity", .values = std::span<const double>{values}, .components = 3};
        if (grid.axes[1].stretched()) {
            write_vtr(file_.path, {.grid = grid}, std::span{&field, 1});
        } else {
            write_vti(file_.path, {.grid = grid}, std::span{&field, 1});
        }
    }

    /// The largest difference between the velocity of the file and the given one.
    [[nodiscard]] double error(const flow::Problem& problem, const Velocity& velocity) const
    {
        const auto read = velocity_of_file(file_, problem);
        double largest = 0.0;
        for (int c = 0; c < 3; ++c) {
            std::size_t at = 0;
            for (std::int64_t k = 0; k < problem.grid.axes[2].cells; ++k) {
                for (std::int64_t j = 0; j < problem.grid.axes[1].cells; ++j) {
                    for (std::int64_t i = 0; i < problem.grid.axes[0].cells; ++i) {
                        const auto wanted = velocity(flow::velocity_position(problem, c, 0, i),
                                                     flow::velocity_position(problem, c, 1, j),
                                                     flow::velocity_position(problem, c, 2, k));
                        const auto component = static_cast<std::size_t>(c);
                        largest = std::max(
                            largest, std::abs(read.at(component).at(at++) - wanted.at(component)));
                    }
                }
            }
        }
        return largest;
    }

    [[nodiscard]] std::string refusal(const flow::Problem& problem) const
    {
        try {
            static_cast<void>(velocity_of_file(file_, problem));
        } catch (const InputError& error) {
            return error.what();
        }
        return "no error";
    }

    test::TemporaryFolder temporary_;
    FieldFile file_{.path = temporary_.path() / "start.vti",
                    .field = "velocity",
                    .at = {.source = "case.yaml", .line = 3, .column = 5}};
};

TEST_F(FlowStartFile, linear_fields_are_exact_up_to_the_walls_on_other_and_stretched_cells)
{
    const Velocity linear = [](double, double y, double z) {
        return std::array{1.0 + 3.0 * y - z, 2.0 * y * z, 0.5 - y + 2.0 * z};
    };
    for (const bool stretched : {false, true}) {
        flow::Problem there = channel_of({4, 6, 5});
        flow::Problem here = channel_of({8, 13, 9});
        if (stretched) {
            there.grid.axes[1].nodes = dense_ends(6);
            here.grid.axes[1].nodes = dense_ends(13);
            file_.path = temporary_.path() / "start.vtr";
        }
        write(there.grid, linear);
        EXPECT_LT(error(here, linear), 1e-14);
    }
}

TEST_F(FlowStartFile, periodic_fields_are_of_second_order_across_the_seam)
{
    const Velocity wave = [](double x, double, double) {
        const double phase = std::numbers::pi * x;
        return std::array{std::sin(phase), std::cos(phase), std::sin(2.0 * phase)};
    };
    std::vector<double> errors;
    for (const std::int64_t cells : {16, 32}) {
        write(channel_of({cells, 2, 2}).grid, wave);
        errors.push_back(error(channel_of({3 * cells, 4, 4}), wave));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.1);
    EXPECT_LT(errors[1], 0.02);
}

TEST_F(FlowStartFile, an_axis_of_one_cell_is_constant)
{
    const Velocity shear = [](double, double y, double) { return std::array{y, 0.0, 0.25}; };
    write(channel_of({1, 8, 1}).grid, shear);
    EXPECT_LT(error(channel_of({4, 16, 6}), shear), 1e-14);
}

TEST_F(FlowStartFile, what_does_not_fit_is_refused_in_a_sentence)
{
    const Velocity rest = [](double, double, double) { return std::array{0.0, 0.0, 0.0}; };
    Grid grid = channel_of({4, 4, 4}).grid;
    write(grid, rest);
    flow::Problem other = channel_of({4, 4, 4});
    other.grid.axes[2].upper = 3.0;
    EXPECT_THAT(refusal(other), HasSubstr("case.yaml:3:5: initial.file: 'start.vti' has z from 0 "
                                          "to 1, but the case's grid from 0 to 3"));
    EXPECT_THAT(refusal({.grid = box({.x = 1, .y = 4, .z = 4}, {2, 1, 1})}),
                HasSubstr("has 4 cells along x, where nothing changes in the case"));
    grid.location = Location::node;
    write(grid, rest);
    EXPECT_THAT(refusal(channel_of({4, 4, 4})), HasSubstr("has its values on nodes"));
    file_.field = "speed";
    EXPECT_THAT(refusal(channel_of({4, 4, 4})), HasSubstr("has no array 'speed'"));
}

TEST_F(FlowStartFile, fields_of_one_component_are_no_velocity)
{
    const std::vector<double> values(8, 1.0);
    const Field field{.name = "velocity", .values = std::span<const double>{values}};
    write_vti(file_.path, {.grid = box({.x = 2, .y = 2, .z = 2}, {2, 1, 1})}, std::span{&field, 1});
    EXPECT_THAT(refusal(channel_of({2, 2, 2})),
                HasSubstr("array 'velocity' has 1 component: write one array of 3 components"));
}

class FlowStartRun : public test::FlowCaseRun {};

TEST_F(FlowStartRun, a_fine_flow_begins_where_a_coarse_one_ended)
{
    ASSERT_EQ(run(std::string{test::vortices} + "run: { until: 0.5 }\n").code, 0);
    const double coarse = history().back().at(3);
    std::filesystem::copy_file(results() / "flow_00000.vti", temporary_.path() / "start.vti");
    const std::string fine =
        "grid: { cells: [64, 64], extent: { x: [0, 2*pi], y: [0, 2*pi] } }\n"
        "fluid: { viscosity: 0.05 }\ninitial: { file: start.vti }\nrun: { until: 0.5 }\n";
    const auto outcome = run(fine, {"--force"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NEAR(history().front().at(3), coarse, 0.03 * coarse);  // two means of neighbours
    EXPECT_NEAR(history().back().at(3), 0.25 * std::exp(-4.0 * 0.05 * 1.0), 0.005);
    EXPECT_THAT(result("case.resolved.yaml"),
                HasSubstr("initial:\n  file: \"start.vti\"\n  field: \"velocity\"\n"));
}

}  // namespace
}  // namespace tobiuo
