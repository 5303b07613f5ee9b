// SPDX-License-Identifier: BSD-3-Clause
// Poisson cases that cannot run: one sentence with its position, the right exit code, no results.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

class PoissonBadInput : public ::testing::Test {
protected:
    std::string write_case(const std::string& text)
    {
        const auto path = temporary_.path() / "case.yaml";
        test::write_file(path, "name: t\nsolver: poisson\ngrid: " + grid_ + "\n" + text);
        return path;
    }
    /// A file given.vti with the fields p and f of a small run with other cells.
    void write_given(const std::string& grid)
    {
        const auto path = temporary_.path() / "given.yaml";
        test::write_file(path, "name: given\nsolver: poisson\ngrid: " + grid +
                                   "\nsource: \"cos(2*pi*x)\"\noutput: { fields: [p, f] }\n");
        const auto outcome = test::run_program({"run", path, "--force"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        std::filesystem::rename(temporary_.path() / "out" / "given" / "p.vti",
                                temporary_.path() / "given.vti");
        std::filesystem::remove_all(temporary_.path() / "out");
    }
    /// Both `check` and `run` refuse the case with `sentence` at line and column `place`.
    void expect_refused(const std::string& text, const std::string& place,
                        const std::string& sentence)
    {
        const std::string path = write_case(text);
        for (const std::string command : {"check", "run"}) {
            const auto outcome = test::run_program({command, path});
            EXPECT_EQ(outcome.code, 2) << command << ": " << outcome.err;
            EXPECT_NE(outcome.err.find(path + ":" + place + ": " + sentence), std::string::npos)
                << command << " said\n"
                << outcome.err << "where expected was\n"
                << path << ":" << place << ": " << sentence;
        }
        EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
    }

    std::string grid_ = "{ cells: [8, 6, 5] }";
    test::TemporaryFolder temporary_;
};

TEST_F(PoissonBadInput, source_that_is_no_number_somewhere_names_the_point)
{
    expect_refused("source: \"sqrt(x - 0.5)\"\n", "4:9",
                   "source: 'sqrt(x - 0.5)' is not a number at x = 0.0625, y = ");
}

TEST_F(PoissonBadInput, boundary_value_that_is_infinite_names_its_end)
{
    expect_refused(
        "boundary: { y: { lower: dirichlet, upper: { dirichlet: \"1/(x - 0.3125)\" } } }\n"
        "source: 0\n",
        "4:56", "boundary.y.upper: '1/(x - 0.3125)' is infinite at x = 0.3125, y = 0.75, z = ");
}

// On nodes the corners of a wall are output, although no unknown depends on them.
TEST_F(PoissonBadInput, walls_are_finite_at_their_edges_too)
{
    grid_ = "{ cells: [8, 6, 5], location: node }";
    expect_refused(
        "boundary: { x: dirichlet, y: { lower: { dirichlet: \"1/x\" }, upper: neumann } }\n"
        "source: 0\n",
        "4:52", "boundary.y.lower: '1/x' is infinite at x = 0, ");
}

TEST_F(PoissonBadInput, field_of_another_size_is_refused_with_both_sizes)
{
    write_given("{ cells: [8, 6, 4] }");
    expect_refused("source: { file: given.vti, field: f }\n", "4:17",
                   "source: 'given.vti' has 8 x 6 x 4 cell values, but the case's grid has 8 x 6 x "
                   "5 cell values; make them equal");
}

TEST_F(PoissonBadInput, field_at_another_location_is_refused)
{
    write_given("{ cells: [7, 5, 4], location: node }");
    expect_refused("source: 0\nexact: { file: given.vti, field: f }\n", "5:16",
                   "exact: 'given.vti' has 8 x 6 x 5 node values, but the case's grid has 8 x 6 x "
                   "5 cell values; make them equal");
}

TEST_F(PoissonBadInput, missing_field_is_named_with_those_there_are)
{
    write_given("{ cells: [8, 6, 5] }");
    expect_refused("source: { file: given.vti, field: rhs }\n", "4:17",
                   "source: could not use 'given.vti': has no array 'rhs' in its cell data (it "
                   "has 'p', 'f')");
}

TEST_F(PoissonBadInput, lambda_that_makes_the_problem_singular_is_refused)
{
    // 4 sin^2(pi / 8) / h^2, the first mode along x.
    expect_refused("source: 1\nmethod: { lambda: 37.49033200812192 }\n", "5:19",
                   "method.lambda: lambda = 37.4903320081");
}

TEST_F(PoissonBadInput, a_device_that_is_not_there_is_refused_before_any_work)
{
    const std::string path = write_case("source: 0\nbackend: cuda\ndevice: 99\n");
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"run", path}, {"run", "--dry-run", path}, {"check", path}}) {
        const auto outcome = test::run_program(command);
        EXPECT_EQ(outcome.code, 5);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err.find("the case needs a CUDA device, but "), std::string::npos)
            << outcome.err;
        EXPECT_NE(outcome.err.find("; use `backend: auto` or `backend: cpu`"), std::string::npos)
            << outcome.err;
    }
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
}

TEST_F(PoissonBadInput, huge_grid_is_an_estimate_and_not_a_crash)
{
    const std::string path = write_case("source: 0\nmethod: { lambda: 1 }\n");
    const auto outcome =
        test::run_program({"run", path, "--set", "grid.cells=[100000, 100000, 10000]"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("PB of host memory"), std::string::npos) << outcome.err;
}

// Sums of equal size, 8 bytes for each point, if the operator is spectral and a wall has a value.
TEST_F(PoissonBadInput, dry_run_counts_the_share_of_the_boundary_values)
{
    grid_ = "{ cells: [100, 100, 100] }";
    const auto memory_with = [&](const std::string& op, const std::string& value) {
        const auto outcome = test::run_program(
            {"run", "--dry-run",
             write_case("boundary: { x: { lower: dirichlet, upper: { dirichlet: " + value +
                        " } } }\nsource: 0\nmethod: { operator: " + op + " }\n")});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const auto from = outcome.out.find("host memory");
        return outcome.out.substr(from,
                                  outcome.out.find(" of ", from) - from);  // what is free varies
    };
    EXPECT_EQ(memory_with("fourth-order", "1"), memory_with("fourth-order", "0"));
    EXPECT_NE(memory_with("spectral", "1"), memory_with("spectral", "0"));
    EXPECT_EQ(memory_with("spectral", "y"), memory_with("spectral", "1"));
}

TEST_F(PoissonBadInput, dry_run_tells_memory_and_bytes_of_a_solve)
{
    const auto outcome = test::run_program({"run", "--dry-run", write_case("source: 0\n")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("t: poisson 8x6x5 cells, periodic x periodic x periodic"),
              std::string::npos)
        << outcome.out;
    EXPECT_NE(outcome.out.find("nominal bytes a solve  11.5 kB (48 a point"), std::string::npos)
        << outcome.out;
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
}

}  // namespace
}  // namespace tobiuo
