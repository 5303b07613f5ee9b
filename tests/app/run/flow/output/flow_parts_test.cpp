// SPDX-License-Identifier: BSD-3-Clause
// Series of parts of the grid: their values, times, indexes, and how they go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/output/field/vti.hpp"
#include "app/run/job.hpp"
#include "solvers/cell_box.hpp"
#include "tests/app/run/flow/flow_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A stretched channel with a scalar and an outflow, in three dimensions.
constexpr const char* channel =
    "grid: { cells: [6, 5, 4], extent: { x: [0, 3], z: [-1, 1] }, coordinates: { y: [0, 0.1, 0.3, "
    "0.6, 0.8, 1] } }\n"
    "fluid: { viscosity: 0.1 }\n"
    "faces: { x: { lower: { kind: inflow, velocity: [y*(1-y), 0, 0.1] }, upper: outflow }, "
    "y: no-slip, z: free-slip }\n"
    "scalar: { diffusivity: 0.1, faces: { x: { lower: { value: y } } }, initial: x }\n";

class FlowParts : public test::FlowCaseRun {
protected:
    /// The numbers of a field of a file, [cell][component].
    [[nodiscard]] std::vector<double> numbers(const std::string& file,
                                              const std::string& name) const
    {
        if (name == "velocity") {
            return read_vti_vectors(results() / file, name).values;
        }
        VtiArray array{results() / file, name};
        const auto counts = array.header().counts;
        std::vector<double> values(static_cast<std::size_t>(counts[0] * counts[1] * counts[2]));
        array.read(0, values);
        return values;
    }

    [[nodiscard]] Grid grid_of(const std::string& file) const
    {
        return read_vti_header(results() / file).grid;
    }

    /// Expects that the file of a part has the numbers of that of all cells.
    void expect_part(const std::string& part, const std::string& whole, const CellBox& cells,
                     const std::vector<std::string>& fields) const
    {
        const Grid grid = grid_of(whole);
        const Grid expected = part_of(grid, cells);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const Axis found = grid_of(part).axes.at(axis);
            ASSERT_EQ(found.cells, expected.axes.at(axis).cells) << part << ", axis " << axis;
            for (std::int64_t n = 0; n <= found.cells; ++n) {
                EXPECT_NEAR(found.node(n), expected.axes.at(axis).node(n), 1e-14)
                    << part << ", axis " << axis;
            }
        }
        for (const std::string& field : fields) {
            const std::size_t components = field == "velocity" ? 3 : 1;
            const std::vector<double> all = numbers(whole, field);
            std::vector<double> wanted;
            const auto [ni, nj, nk] = cells.count;
            for (std::int64_t n = 0; n < cells.cells(); ++n) {
                const std::int64_t i = cells.first[0] + n % ni;
                const std::int64_t j = cells.first[1] + n / ni % nj;
                const std::int64_t k = cells.first[2] + n / ni / nj;
                const auto at =
                    static_cast<std::size_t>((k * grid.axes[1].cells + j) * grid.axes[0].cells + i);
                for (std::size_t component = 0; component < components; ++component) {
                    wanted.push_back(all.at(components * at + component));
                }
            }
            EXPECT_EQ(numbers(part, field), wanted) << part << ", " << field;
        }
    }

    [[nodiscard]] std::vector<double> times(const std::string& index) const
    {
        std::vector<double> found;
        const std::string text = result(index);
        for (std::size_t at = 0; (at = text.find("timestep=\"", at)) != std::string::npos; ++at) {
            found.push_back(std::stod(text.substr(at + 10)));
        }
        return found;
    }
};

TEST_F(FlowParts, have_the_values_of_the_whole_on_a_stretched_grid)
{
    for (const std::string precision : {"double", "single"}) {
        const auto outcome = FlowCaseRun::run(
            std::string{channel} +
                "run: { until: 0.2 }\noutput:\n  fields: [velocity, p, scalar]\n  every: 0.1\n"
                "  precision: " +
                precision +
                "\n  series:\n"
                "    cut: { plane: y, at: 0.3, every: 0.1 }\n"
                "    wake: { box: { x: [1, 3], y: [0.15, 0.5] }, every: 0.1, fields: [scalar, "
                "velocity] }\n"
                "    all: { box: {}, every: 0.1, fields: [p] }\n",
            {"--force"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        for (const std::string number : {"00000", "00001", "00002"}) {
            const std::string whole = "flow_" + number + ".vtr";
            expect_part("flow_cut_" + number + ".vtr", whole,
                        {.first = {0, 2, 0}, .count = {6, 1, 4}}, {"velocity", "p", "scalar"});
            expect_part("flow_wake_" + number + ".vtr", whole,
                        {.first = {2, 1, 0}, .count = {4, 2, 4}}, {"scalar", "velocity"});
            expect_part("flow_all_" + number + ".vtr", whole, {.count = {6, 5, 4}}, {"p"});
        }
        EXPECT_THAT(read_vti_header(results() / "flow_wake_00000.vtr").arrays,
                    ElementsAre("scalar"));
    }
}

TEST_F(FlowParts, have_the_values_of_the_whole_in_two_dimensions)
{
    const auto outcome = FlowCaseRun::run(
        std::string{test::vortices} +
        "run: { until: 0.5 }\noutput: { every: 0.5, series: { row: { plane: x, at: 2*pi, every: "
        "0.5 }, box: { box: { y: [1, 2] }, every: 0.5 } } }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_part("flow_row_00001.vti", "flow_00001.vti", {.first = {31, 0, 0}, .count = {1, 32, 1}},
                {"velocity", "p"});
    // Centres are at (n + 1/2) pi / 16.
    expect_part("flow_box_00001.vti", "flow_00001.vti", {.first = {0, 5, 0}, .count = {32, 5, 1}},
                {"velocity", "p"});
    EXPECT_EQ(read_vti_time(results() / "flow_box_00001.vti"), 0.5);
}

TEST_F(FlowParts, are_written_at_their_own_times_which_steps_hit)
{
    const auto outcome = FlowCaseRun::run(
        std::string{test::vortices} +
        "run: { until: 1 }\noutput:\n  series:\n    often: { plane: y, every: 0.1 }\n"
        "    third: { plane: x, every: 0.3, fields: [p] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(times("results.pvd"), ElementsAre(1.0)) << "without output.every only the end";
    EXPECT_THAT(times("flow_third.pvd"),
                ElementsAre(0.0, ::testing::DoubleEq(0.3), ::testing::DoubleEq(0.6),
                            ::testing::DoubleEq(0.9), 1.0));
    const std::vector<double> often = times("flow_often.pvd");
    ASSERT_EQ(often.size(), 11U) << "times that differ by rounding are one";
    for (std::size_t n = 0; n < often.size(); ++n) {
        EXPECT_DOUBLE_EQ(often[n], 0.1 * static_cast<double>(n));
    }
    EXPECT_GT(report()["run"]["least_step"], 1e-3) << "no step is tiny";
    const auto told = report()["named_series"];
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0]["name"], "often");
    EXPECT_EQ(told[0]["files"].size(), 11U);
    EXPECT_EQ(told[1]["files"][0]["file"], "flow_third_00000.vti");
    EXPECT_THAT(outcome.out, HasSubstr("1 time in results.pvd, 11 in flow_often.pvd, 5 in "
                                       "flow_third.pvd"));
    const auto manifest = nlohmann::json::parse(result("manifest.json"));
    std::vector<std::string> listed;
    for (const auto& one : manifest["files"]) {
        listed.push_back(one["name"]);
    }
    EXPECT_THAT(listed, Contains("flow_often_00010.vti"));
    EXPECT_THAT(listed, Contains("flow_third.pvd"));
}

TEST_F(FlowParts, go_on_after_a_restart)
{
    const std::string text = std::string{test::vortices} +
                             "checkpoint: true\noutput:\n  every: 0.5\n  series:\n"
                             "    cut: { plane: y, at: 1, every: 0.25 }\n";
    ASSERT_EQ(FlowCaseRun::run(text + "run: { until: 1 }\n").code, 0);
    const std::vector<double> expected = numbers("flow_cut_00004.vti", "velocity");
    std::filesystem::remove_all(results());
    ASSERT_EQ(FlowCaseRun::run(text + "run: { until: 1, max_steps: 6 }\n").code, 7);
    EXPECT_LT(times("flow_cut.pvd").size(), 5U);
    const auto outcome = restart({"run.max_steps=1000"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(times("flow_cut.pvd"), ElementsAre(0.0, 0.25, 0.5, 0.75, 1.0));
    EXPECT_THAT(times("results.pvd"), ElementsAre(0.0, 0.5, 1.0));
    EXPECT_EQ(numbers("flow_cut_00004.vti", "velocity"), expected) << "the same bits";
}

TEST_F(FlowParts, of_an_earlier_run_go_with_force_and_names_of_a_restart_may_change)
{
    const std::string start =
        std::string{test::vortices} + "checkpoint: true\nrun: { until: 0.5 }\noutput: { series: { ";
    ASSERT_EQ(FlowCaseRun::run(start + "a: { plane: x, every: 0.25 } } }\n").code, 0);
    static_cast<void>(write_case(start + "b: { plane: x, every: 0.25 } } }\n"));
    const auto outcome = restart({"run.until=1"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(times("flow_a.pvd"), ElementsAre(0.0, 0.25, 0.5)) << "they stay";
    EXPECT_THAT(times("flow_b.pvd"), ElementsAre(0.75, 1.0));
    ASSERT_EQ(
        FlowCaseRun::run(std::string{test::vortices} + "run: { until: 0.5 }\n", {"--force"}).code,
        0);
    EXPECT_THAT(names_in_results(), Not(Contains(::testing::StartsWith("flow_a"))));
    EXPECT_THAT(names_in_results(), Not(Contains(::testing::StartsWith("flow_b"))));
}

TEST_F(FlowParts, are_counted_beforehand)
{
    const auto estimate = [&](const std::string& output) {
        return make_job(read_case(write_case(std::string{test::vortices} +
                                             "run: { until: 1 }\noutput: { " + output + " }\n"),
                                  {}))
            ->estimate();
    };
    const Estimate without = estimate("encoding: appended");
    const Estimate with =
        estimate("encoding: appended, series: { a: { plane: x, every: 0.1, fields: [p] } }");
    EXPECT_EQ(with.host_bytes - without.host_bytes, 2 * 32 * 8);
    EXPECT_GE(with.output_bytes - without.output_bytes, 11 * 32 * 8);
    EXPECT_LT(with.output_bytes - without.output_bytes, 11 * 32 * 8 * 3);
    EXPECT_THAT(with.facts, Contains(::testing::Pair("series a", HasSubstr("11 files of "))));
}

}  // namespace
}  // namespace tobiuo
