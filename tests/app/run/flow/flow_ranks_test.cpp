// SPDX-License-Identifier: BSD-3-Clause
// Cases of flows on several ranks, which mpirun starts, against the same case on one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/run/ranked_run.hpp"
#include "tests/support/device.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

/// Figures and values of about 1 or less after some steps.
constexpr double after_steps = 1e-11;

void expect_near(const std::vector<double>& found, const std::vector<double>& expected)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t at = 0; at < found.size(); ++at) {
        ASSERT_NEAR(found[at], expected[at], after_steps * (1.0 + std::abs(expected[at])))
            << "number " << at;
    }
}

class FlowRanksRun : public test::RankedRun {
protected:
    /// Compares the last fields of the case on several ranks with those on one.
    void expect_the_fields_of_one_rank(int ranks) const
    {
        for (const char* const name : {"p", "scalar"}) {
            SCOPED_TRACE(name);
            expect_near(field(ranks, name), field(1, name));
        }
        expect_near(read_vti_vectors(fields_file(ranks), "velocity").values,
                    read_vti_vectors(fields_file(1), "velocity").values);
    }

    /// The mean velocity of all cells.
    [[nodiscard]] std::vector<double> mean_velocity(int ranks) const
    {
        return read_vti_vectors(results(ranks) / "flow_means.vti", "mean_velocity").values;
    }

    /// Runs the case where no file may grow beyond 10 MiB; those of MPI are smaller.
    [[nodiscard]] test::Outcome outcome_where_files_are_limited(int ranks) const
    {
        test::RunningProgram program{
            {"run", case_file(), "--gpus", std::to_string(ranks), "--output", output(ranks)}, [] {
                constexpr rlim_t most = 10 << 20U;
                const rlimit limit{.rlim_cur = most, .rlim_max = most};
                setrlimit(RLIMIT_FSIZE, &limit);
            }};
        return program.wait();
    }
};

/// All that a run writes: fields of a series, parts of the grid, a history with gradients,
/// statistics, a picture, checkpoints.
const std::string channel = R"yaml(name: ranked
solver: flow
backend: cpu
grid: { cells: [8, 10, 9], extent: { x: [0, 2], y: [0, 2], z: [0, 1] } }
fluid: { viscosity: 1.0e-2, bulk_velocity: [1, 0, 0] }
faces: { y: no-slip }
scalar:
  diffusivity: 0.02
  initial: "sin(2*pi*z)*y"
  buoyancy: [0, 0.3, 0]
  faces: { y: { lower: { value: 1.0 } } }
initial: { u: "y*(2 - y) + 0.1*sin(2*pi*z)", v: "0.05*sin(2*pi*z)", w: 0 }
run: { until: 0.2, time_step: 0.02, steady: 1.0e-3 }
statistics: { axis: y, from: 0.05, every: 2 }
means: { from: 0.05, every: 2, fields: [velocity, p, scalar], stresses: true }
spectra: { axes: [x, z], across: y, at: [0.5], every: 5 }
exact: { w: 0, scalar: "sin(2*pi*z)*y" }
probes:
  every: 2
  points: { low: [0.5, 0.3, 0.02], between: [1.1, 1.0, 0.333], top: [1.9, 1.9, 0.99] }
checkpoint: { every: 1000s }
output:
  fields: [velocity, p, scalar, vorticity, q_criterion, dissipation]
  lines: { up: { from: [0.5, 0, 0.1], to: [0.5, 2, 0.9], every: 0.1, points: 7 } }
  every: 0.1
  gradients_every: 1
  history_every: 1
  picture: { field: speed }
  series:
    lid: { plane: y, at: 0.95, every: 0.1, fields: [velocity, p] }
)yaml";

std::vector<double> numbers_of(const std::string& table)
{
    std::vector<double> numbers;
    std::istringstream lines{table};
    std::string line;
    std::getline(lines, line);  // the names of the columns
    while (std::getline(lines, line)) {
        std::istringstream cells{line};
        for (std::string cell; std::getline(cells, cell, ',');) {
            const bool is_name = !cell.empty() && std::isalpha(cell.front()) != 0;
            numbers.push_back(cell.empty() || is_name ? 0.0 : std::stod(cell));
        }
    }
    return numbers;
}

/// The files of one rank with those that several have in the place of fields of all cells.
std::vector<std::string> with_pieces(const std::vector<std::string>& files, int ranks)
{
    std::vector<std::string> all;
    for (const std::string& file : files) {
        const bool has_all_cells = file.ends_with(".vti") && !file.starts_with("flow_lid") &&
                                   !file.starts_with("flow_means");
        const std::string name = file.substr(0, file.size() - 4);
        all.push_back(has_all_cells ? name + ".pvti" : file);
        for (int rank = 0; has_all_cells && rank < ranks; ++rank) {
            all.push_back(name + "_" + std::to_string(rank) + ".vti");
        }
    }
    std::ranges::sort(all);
    return all;
}

TEST_F(FlowRanksRun, has_the_results_of_one_rank)
{
    const test::Outcome one = run(1, channel);
    ASSERT_EQ(one.code, 0) << one.err;
    for (const int ranks : {2, 4}) {
        SCOPED_TRACE(ranks);
        const test::Outcome many = run(ranks, channel);
        ASSERT_EQ(many.code, 0) << many.err;
        EXPECT_THAT(many.out, HasSubstr(std::to_string(ranks) + " ranks"));
        EXPECT_THAT(many.out, HasSubstr("s in exchanges (least, median, most of the ranks)"));
        EXPECT_EQ(files(ranks), with_pieces(files(1), ranks));
        for (const char* const table :
             {"history.csv", "statistics.csv", "probes.csv", "lines.csv", "spectra.csv"}) {
            SCOPED_TRACE(table);
            expect_near(numbers_of(result(ranks, table)), numbers_of(result(1, table)));
        }
        expect_the_fields_of_one_rank(ranks);
        expect_near(mean_velocity(ranks), mean_velocity(1));
        EXPECT_NEAR(report(ranks)["error"]["scalar_l2"].get<double>(),
                    report(1)["error"]["scalar_l2"].get<double>(), 1e-12);
        for (const char* const name : {"q_criterion", "dissipation"}) {
            SCOPED_TRACE(name);
            expect_near(field(ranks, name), field(1, name));
        }
        expect_near(read_vti_vectors(fields_file(ranks), "vorticity").values,
                    read_vti_vectors(fields_file(1), "vorticity").values);
        EXPECT_EQ(report(ranks)["ranks"]["devices"].size(), static_cast<std::size_t>(ranks));
    }
}

TEST_F(FlowRanksRun, starts_from_the_folder_of_a_run)
{
    const std::string first =
        "name: ranked\nsolver: flow\nbackend: cpu\ngrid: { cells: [6, 5, 8] }\n"
        "fluid: { viscosity: 0.1 }\n";
    ASSERT_EQ(run(1, first + "initial: { u: \"sin(2*pi*y)\" }\nrun: { max_steps: 3 }\n"
                             "checkpoint: true\n")
                  .code,
              0);
    const double before = report(1)["flow"]["kinetic_energy"];
    std::filesystem::rename(results(1), case_file().parent_path() / "earlier");
    const std::string second = first + "initial: { file: earlier }\nrun: { max_steps: 1 }\n";
    for (const int ranks : {1, 2}) {
        const test::Outcome outcome = run(ranks, second);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_NEAR(numbers_of(result(ranks, "history.csv")).at(3), before, 1e-14);
    }
}

TEST_F(FlowRanksRun, has_the_several_scalars_of_one_rank)
{
    std::string text = channel;
    const std::size_t begin = text.find("scalar:\n");
    const std::size_t end = text.find("initial: { u:");
    text.replace(
        begin, end - begin,
        "scalars:\n"
        "  scalar: { diffusivity: 0.02, initial: \"sin(2*pi*z)*y\", buoyancy: [0, 0.3, 0], "
        "faces: { y: { lower: { value: \"1 + t\" } } } }\n"
        "  salt: { diffusivity: 0.01, initial: \"z > 0.4\", buoyancy: [0, -0.2, 0], "
        "advection: bounded, faces: { y: { upper: { value: \"0.5*cos(9*t)\" } } } }\n");
    text.replace(text.find("[velocity, p, scalar, "), 22, "[velocity, salt, p, scalar, ");
    const test::Outcome one = run(1, text);
    ASSERT_EQ(one.code, 0) << one.err;
    const test::Outcome many = run(2, text);
    ASSERT_EQ(many.code, 0) << many.err;
    for (const char* const table : {"history.csv", "statistics.csv", "probes.csv", "lines.csv"}) {
        SCOPED_TRACE(table);
        expect_near(numbers_of(result(2, table)), numbers_of(result(1, table)));
    }
    EXPECT_THAT(result(2, "history.csv"), HasSubstr(",mean_salt,salt_flux_y_upper"));
    expect_the_fields_of_one_rank(2);
    expect_near(field(2, "salt"), field(1, "salt"));
}

TEST_F(FlowRanksRun, goes_on_on_any_number_of_ranks)
{
    const test::Outcome whole = run(1, channel);
    ASSERT_EQ(whole.code, 0) << whole.err;
    const std::vector<double> fields = field(1, "p");
    const std::vector<double> means = mean_velocity(1);
    const std::vector<double> expected = numbers_of(result(1, "history.csv"));
    const test::Outcome half = run(3, channel, {"--set", "run.until=0.1"});
    ASSERT_EQ(half.code, 0) << half.err;
    for (const int ranks : {1, 2, 3}) {
        SCOPED_TRACE(ranks);
        if (ranks != 3) {
            std::filesystem::remove_all(output(ranks));
            std::filesystem::copy(output(3), output(ranks),
                                  std::filesystem::copy_options::recursive);
        }
        const test::Outcome rest = run(ranks, channel, {"--restart", "--set", "run.until=0.2"});
        ASSERT_EQ(rest.code, 0) << rest.err;
        EXPECT_THAT(rest.err, HasSubstr("going on from checkpoint_000000000005"));
        for (const char* const name : {"flow_00000.pvti", "flow_00001.pvti", "flow_00001_2.vti"}) {
            EXPECT_TRUE(std::filesystem::exists(results(ranks) / name)) << name;
            EXPECT_THAT(result(ranks, "manifest.json"), HasSubstr(name));
        }
        EXPECT_THAT(result(ranks, "results.pvd"), HasSubstr("flow_00001.pvti"));
        expect_near(numbers_of(result(ranks, "history.csv")), expected);
        expect_near(field(ranks, "p"), fields);
        expect_near(mean_velocity(ranks), means);
    }
}

TEST_F(FlowRanksRun, writes_which_cells_are_solid)
{
    const std::string text =
        "name: ranked\nsolver: flow\nbackend: cpu\ngrid: { cells: [8, 7, 9] }\n"
        "fluid: { viscosity: 0.01 }\ninitial: { u: 1 }\n"
        "obstacles: { ball: { inside: \"(x - 0.5)^2 + (y - 0.4)^2 + (z - 0.5)^2 < 0.09\" } }\n"
        "run: { until: 0.02 }\n"
        "output: { fields: [p, solid], series: { part: { plane: y, every: 0.02 } } }\n";
    ASSERT_EQ(run(1, text).code, 0);
    EXPECT_THAT(field(1, "solid"), ::testing::Contains(1.0));
    EXPECT_THAT(field(1, "solid"), ::testing::Contains(0.0));
    for (const int ranks : {2, 4}) {
        SCOPED_TRACE(ranks);
        const test::Outcome many = run(ranks, text, {"--set", "output.fields=[solid, p]"});
        ASSERT_EQ(many.code, 0) << many.err;
        EXPECT_EQ(field(ranks, "solid"), field(1, "solid"));
        expect_near(field(ranks, "p"), field(1, "p"));
        const test::Outcome alone = run(ranks, text, {"--force", "--set", "output.fields=[solid]"});
        ASSERT_EQ(alone.code, 0) << alone.err;
        EXPECT_EQ(field(ranks, "solid"), field(1, "solid"));
    }
}

TEST_F(FlowRanksRun, follows_faces_that_change_with_time)
{
    const std::string text =
        "name: ranked\nsolver: flow\nbackend: cpu\n"
        "grid: { cells: [8, 7, 9], extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\n"
        "faces:\n"
        "  x: { lower: { kind: inflow, velocity: [\"1 + 0.5*sin(10*t)*z\", 0, 0] }, upper: outflow "
        "}\n"
        "  y: { lower: no-slip, upper: { kind: no-slip, velocity: [\"cos(8*t)\", 0, 0] } }\n"
        "  z: no-slip\n"
        "initial: { u: 1, v: 0, w: 0 }\nrun: { until: 0.2 }\noutput: { history_every: 1 }\n";
    ASSERT_EQ(run(1, text).code, 0);
    const test::Outcome many = run(3, text);
    ASSERT_EQ(many.code, 0) << many.err;
    expect_near(numbers_of(result(3, "history.csv")), numbers_of(result(1, "history.csv")));
    expect_near(field(3, "p"), field(1, "p"));
    expect_near(read_vti_vectors(fields_file(3), "velocity").values,
                read_vti_vectors(fields_file(1), "velocity").values);

    const std::string bad =
        std::string{text}.replace(text.find("1 + 0.5"), 7, "sqrt(0.1 - t) + 0.5");
    const test::Outcome refused = run(2, bad, {"--force"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("case.yaml:7:42: faces.x.lower.velocity:"));
}

TEST_F(FlowRanksRun, refuses_what_ranks_do_not_divide)
{
    const auto refusal = [&](int ranks, const std::string& grid, const std::string& rest) {
        const test::Outcome outcome =
            run(ranks, "name: ranked\nsolver: flow\nbackend: cpu\ngrid: " + grid +
                           "\nrun: { until: 1 }\n" + rest);
        EXPECT_EQ(outcome.code, 2) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(results(ranks)));
        return outcome.err;
    };
    const std::string fluid = "fluid: { viscosity: 1 }\n";
    EXPECT_THAT(refusal(2, "{ cells: [4, 4] }", fluid),
                HasSubstr("case.yaml:4:7: grid: several ranks divide the planes of z"));
    EXPECT_THAT(refusal(3, "{ cells: [4, 4, 5] }", fluid),
                HasSubstr("case.yaml:4:7: grid: a flow of 5 planes of z is divided among 3 ranks"));
}

TEST_F(FlowRanksRun, ends_on_all_ranks_where_a_file_grows_too_large)
{
    test::write_file(case_file(),
                     "name: ranked\nsolver: flow\nbackend: cpu\ngrid: { cells: [96, 96, 96] }\n"
                     "fluid: { viscosity: 0.1 }\ninitial: { noise: { amplitude: 0.1 } }\n"
                     "run: { until: 1 }\noutput: { every: 0.05, encoding: appended }\n");
    const test::Outcome outcome = outcome_where_files_are_limited(2);
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr((results(2) / "flow_00000_").string()));
    EXPECT_THAT(outcome.err, HasSubstr(".vti' (File too large)"));
    EXPECT_FALSE(std::filesystem::exists(results(2) / "flow_00000.pvti"));
    EXPECT_FALSE(std::filesystem::exists(results(2) / "manifest.json"));
}

TEST_F(FlowRanksRun, ends_on_all_ranks_where_a_checkpoint_grows_too_large)
{
    test::write_file(case_file(),
                     "name: ranked\nsolver: flow\nbackend: cpu\ngrid: { cells: [96, 96, 64] }\n"
                     "fluid: { viscosity: 0.1 }\ninitial: { u: \"sin(2*pi*y)\" }\n"
                     "run: { until: 1 }\ncheckpoint: { every: 0.01s }\noutput: { every: 0.01 }\n");
    const test::Outcome outcome = outcome_where_files_are_limited(3);
    EXPECT_EQ(outcome.code, 4) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr((results(3) / "checkpoint_").string()));
    EXPECT_THAT(outcome.err, HasSubstr(".state' (File too large)"));
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr(".tobiuo-")));
    for (const std::string& name : files(3)) {
        EXPECT_FALSE(name.ends_with(".state")) << name;
        EXPECT_NE(name, "manifest.json");
    }
}

class FlowRanksRunOnDevice : public FlowRanksRun {
protected:
    void SetUp() override
    {
        if (const std::string why = test::why_no_device(); !why.empty()) {
            GTEST_SKIP() << why;
        }
        FlowRanksRun::SetUp();
    }

    /// Compares the case on several ranks with GPUs with that on one rank.
    void expect_the_results_of_one_rank(std::string text)
    {
        text.replace(text.find("backend: cpu"), 12, "backend: cuda");
        const test::Outcome one = run(1, text, {"--force"});
        ASSERT_EQ(one.code, 0) << one.err;
        for (const int ranks : {2, 3}) {
            SCOPED_TRACE(ranks);
            const test::Outcome many = run(ranks, text, {"--force"});
            ASSERT_EQ(many.code, 0) << many.err;
            EXPECT_EQ(report(ranks)["backend"], "cuda");
            EXPECT_EQ(files(ranks), with_pieces(files(1), ranks));
            expect_near(numbers_of(result(ranks, "history.csv")),
                        numbers_of(result(1, "history.csv")));
            expect_the_fields_of_one_rank(ranks);
        }
    }
};

TEST_F(FlowRanksRunOnDevice, has_the_results_of_one_rank)
{
    expect_the_results_of_one_rank(channel);
    expect_the_results_of_one_rank(
        "name: ranked\nsolver: flow\nbackend: cpu\n"
        "grid: { cells: [8, 7, 9], extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
        "fluid: { viscosity: 0.01 }\nscalar: { diffusivity: 0.02, initial: \"z\", "
        "faces: { x: { upper: { value: 1 } } } }\n"
        "faces:\n"
        "  x: { lower: outflow, upper: { kind: inflow, velocity: [\"-1 - 0.5*sin(10*t)*z\", 0, 0] "
        "} }\n"
        "  y: no-slip\n  z: no-slip\n"
        "initial: { u: -1, v: 0, w: 0 }\nrun: { until: 0.2, time_step: 0.02 }\n"
        "output: { fields: [velocity, p, scalar], every: 0.1, history_every: 1 }\n");
}

/// A state of one rank on other cells, which rank 0 makes for all.
TEST_F(FlowRanksRun, goes_on_with_other_cells_on_other_ranks)
{
    const std::vector<std::string> shorter{"--set", "run.until=0.1"};
    const std::vector<std::string> finer{"--restart", "--set", "grid.cells=[8, 12, 13]"};
    ASSERT_EQ(run(1, channel, shorter).code, 0);
    std::filesystem::create_directories(output(2));
    std::filesystem::copy(results(1), results(2), std::filesystem::copy_options::recursive);
    const auto alone = run(1, channel, finer);
    ASSERT_EQ(alone.code, 0) << alone.err;
    const auto both = run(2, channel, finer);
    ASSERT_EQ(both.code, 0) << both.err;
    EXPECT_THAT(both.err, HasSubstr("  grid.cells: [8, 10, 9] -> [8, 12, 13]"));
    expect_near(numbers_of(result(2, "history.csv")), numbers_of(result(1, "history.csv")));
    expect_the_fields_of_one_rank(2);
}

}  // namespace
}  // namespace tobiuo
