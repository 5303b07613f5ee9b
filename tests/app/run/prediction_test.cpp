// SPDX-License-Identifier: BSD-3-Clause
// `run --dry-run --ranks` and `check --ranks`: predictions for ranks that are not started.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/run/sample_time.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class PredictedRun : public ::testing::Test {
protected:
    test::Outcome run(const std::string& text, std::vector<std::string> command)
    {
        test::write_file(folder_.path() / "case.yaml", text);
        command.push_back(folder_.path() / "case.yaml");
        return test::run_program(command);
    }

    test::TemporaryFolder folder_;
};

const std::string poisson_case =
    "name: box\nsolver: poisson\nbackend: cpu\ngrid: { cells: [16, 12, 40] }\nsource: x - 0.5\n";

TEST_F(PredictedRun, says_time_and_memory_on_powers_of_two_and_on_as_many_as_asked)
{
    const test::Outcome outcome =
        run(poisson_case, {"run", "--dry-run", "--ranks", "5", "--link", "12.5", "--latency", "2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("box: predicted for 5 ranks"), HasSubstr("slabs of z"),
                                   HasSubstr("12.5 GB/s, 2 us to each other rank\n"),
                                   HasSubstr("measured with 40 of 40 planes"),
                                   HasSubstr("\n       1 "), HasSubstr("\n       4 "),
                                   HasSubstr("\n       5 "), Not(HasSubstr("assumed"))));
    // Two arrays of 8 planes of doubles; two planes of this rank and of five.
    EXPECT_THAT(outcome.out, HasSubstr(" 43 kB\n"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
}

TEST_F(PredictedRun, names_what_it_assumes_and_how_other_operators_are_shared)
{
    const test::Outcome outcome =
        run(poisson_case, {"check", "--ranks", "3", "--set", "method.operator=fourth-order"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("all ranks exchange blocks"), HasSubstr("(assumed: give --link)"),
                      HasSubstr("(assumed: give --latency)")));
}

TEST_F(PredictedRun, predicts_sweeps)
{
    const test::Outcome outcome = run(
        "name: sweeps\nsolver: himeno\nbackend: cpu\ngrid: { preset: XS }\nrun: { sweeps: 9 }\n",
        {"check", "--ranks", "100"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("slabs of i by kernel 'blocked'"), HasSubstr("\n     100 ")));
}

TEST_F(PredictedRun, refuses_what_ranks_do_not_share)
{
    const test::Outcome line = run(
        "name: line\nsolver: poisson\nbackend: cpu\ngrid: { cells: [16, 16] }\nsource: x - 0.5\n",
        {"check", "--ranks", "2"});
    EXPECT_EQ(line.code, 2);
    EXPECT_THAT(line.err, HasSubstr("nothing changes along z"));
    EXPECT_EQ(run(poisson_case, {"run", "--ranks", "2"}).code, 2) << "it would run";
    EXPECT_EQ(run(poisson_case, {"check", "--link", "2"}).code, 2) << "of no ranks";
    EXPECT_EQ(run(poisson_case, {"check", "--ranks", "0"}).code, 2);
}

TEST(SampleOfACase, has_the_planes_and_cells_of_the_case_but_fewer)
{
    poisson::Problem problem{.grid = box({.x = 512, .y = 512, .z = 96}, {1.0, 1.0, 3.0})};
    const poisson::Problem sample = sample_of(problem, {});
    EXPECT_EQ(sample.grid.axes[2].cells, 24);
    EXPECT_EQ(sample.grid.axes[0].cells, 512);
    EXPECT_DOUBLE_EQ(sample.grid.axes[2].spacing(), problem.grid.axes[2].spacing());
    problem.grid.axes[2].nodes.resize(97);
    for (std::size_t at = 0; at < 97; ++at) {
        problem.grid.axes[2].nodes[at] = static_cast<double>(at * at);
    }
    const poisson::Problem stretched = sample_of(problem, {});
    EXPECT_EQ(stretched.grid.axes[2].nodes.size(), 25U);
    EXPECT_EQ(stretched.grid.axes[2].upper, 24.0 * 24.0);
    const stencil::Shape shape = sample_of(stencil::Shape{514, 256, 512}, {});
    EXPECT_EQ(shape.nj, 256);
    EXPECT_LT(shape.ni, 40);
    EXPECT_EQ(sample_of(stencil::Shape{5, 6, 7}, {}).ni, 5);
}

}  // namespace
}  // namespace tobiuo
