// SPDX-License-Identifier: BSD-3-Clause
// Poisson cases on several ranks, which the program starts by mpirun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "tests/app/run/poisson/poisson_ranked_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

using PoissonRanks = test::PoissonRankedRun;
using test::case_text;

constexpr int few = 3;
constexpr int more_than_planes = 13;

struct RankedCase {
    const char* name;
    const char* text;
    int most_ranks = few;
};

void PrintTo(const RankedCase& one, std::ostream* out)
{
    *out << one.name;
}

class PoissonRanksFields : public PoissonRanks, public ::testing::WithParamInterface<RankedCase> {};

std::string name_of_case(const ::testing::TestParamInfo<RankedCase>& info)
{
    return info.param.name;
}

// There are 10 to 12 planes: four ranks have two or three each, 13 have one or none. Of each method
// one case at least runs on so many.
TEST_P(PoissonRanksFields, are_those_of_one_rank)
{
    const std::string text = case_text(GetParam().text) +
                             "exact: \"sin(2*pi*x)*cos(2*pi*y)*cos(2*pi*z)\"\nrun: { repeat: 2 }\n"
                             "output: { fields: [p, f, exact, error, residual] }\n";
    const test::Outcome one = run(1, text);
    ASSERT_EQ(one.code, 0) << one.err;
    for (const int ranks : {2, 3, 4, 13}) {
        if (ranks > GetParam().most_ranks) {
            break;
        }
        const test::Outcome many = run(ranks, text);
        ASSERT_EQ(many.code, 0) << many.err;
        EXPECT_THAT(many.out, HasSubstr(std::to_string(ranks) + " ranks"));
        expect_results_of_one_rank(ranks);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, PoissonRanksFields,
    ::testing::Values(
        RankedCase{"cells_between_walls_with_values",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary:\n"
                   "  x: periodic\n"
                   "  y: { lower: { neumann: \"sin(x) + z\" }, upper: { dirichlet: \"x*z\" } }\n"
                   "  z: { lower: { dirichlet: \"x*y\" }, upper: { neumann: 1.5 } }\n"
                   "source: \"x*y*z - 30\"\n"},
        RankedCase{"cells_without_a_level",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary: { x: periodic, y: neumann, z: neumann }\n"
                   "method: { precision: single }\n"
                   "source: \"sin(2*pi*x)*y + z\"\n",
                   more_than_planes},
        RankedCase{"nodes_whose_last_plane_is_the_first",
                   "grid: { cells: [9, 10, 11], location: node,\n"
                   "        extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
                   "boundary: { x: periodic, y: { lower: { dirichlet: \"x*(1-x)\" },\n"
                   "                              upper: neumann }, z: periodic }\n"
                   "source: \"y*cos(2*pi*z)\"\n"},
        RankedCase{"nodes_with_known_planes",
                   "grid: { cells: [9, 10, 11], location: node,\n"
                   "        extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
                   "boundary: { x: neumann, y: periodic, z: { lower: { dirichlet: \"x\" },\n"
                   "                                          upper: { dirichlet: \"x*x\" } } }\n"
                   "method: { precision: single, lambda: -0.5 }\n"
                   "source: \"x*sin(2*pi*y)*z\"\n"},
        RankedCase{"stretched_cells_without_a_level",
                   "grid: { cells: [9, 10, 11], coordinates: { z: \"s*s*(3-2*s)\" } }\n"
                   "boundary: { x: periodic, y: neumann, z: neumann }\n"
                   "source: \"sin(2*pi*x)*y + z\"\n"},
        RankedCase{"stretched_nodes",
                   "grid: { cells: [9, 10, 11], location: node,\n"
                   "        extent: { x: [0, 1], y: [0, 1] }, coordinates: { z: \"s*(1+s)/2\" } }\n"
                   "boundary: { x: neumann, y: periodic, z: { lower: { neumann: \"x\" },\n"
                   "                                          upper: { dirichlet: \"x*x\" } } }\n"
                   "source: \"x*sin(2*pi*y)*z\"\n",
                   more_than_planes}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    TransposedCases, PoissonRanksFields,
    ::testing::Values(
        RankedCase{"fourth_order_between_walls_with_values",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary:\n"
                   "  x: periodic\n"
                   "  y: { lower: { neumann: \"sin(x) + z\" }, upper: { dirichlet: \"x*z\" } }\n"
                   "  z: { lower: { dirichlet: \"x*y\" }, upper: { neumann: 1.5 } }\n"
                   "method: { operator: fourth-order }\n"
                   "source: \"x*y*z - 30\"\n"},
        RankedCase{"fourth_order_nodes_in_single_precision",
                   "grid: { cells: [9, 10, 11], location: node }\n"
                   "boundary: { x: neumann, y: neumann, z: neumann }\n"
                   "method: { operator: fourth-order, precision: single }\n"
                   "source: \"x*y + z\"\n"},
        RankedCase{"positive_lambda",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary: { x: dirichlet, y: periodic, z: { lower: { dirichlet: \"x*y\" },\n"
                   "                                            upper: neumann } }\n"
                   "method: { lambda: 1.7 }\n"
                   "source: \"x*sin(2*pi*y)*z\"\n",
                   more_than_planes},
        RankedCase{"stretched_x",
                   "grid: { cells: [9, 10, 11], coordinates: { x: \"s*s*(3-2*s)\" } }\n"
                   "boundary: { x: { lower: { dirichlet: \"y*z\" }, upper: neumann },\n"
                   "            y: periodic, z: neumann }\n"
                   "source: \"sin(2*pi*y)*x + z\"\n",
                   more_than_planes}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    SpectralCases, PoissonRanksFields,
    ::testing::Values(
        RankedCase{"spectral_in_a_periodic_box",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary: { x: periodic, y: periodic, z: periodic }\n"
                   "method: { operator: spectral }\n"
                   "source: \"sin(2*pi*x)*cos(2*pi*y) + z\"\n"},
        RankedCase{"spectral_between_walls_with_values",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary:\n"
                   "  x: periodic\n"
                   "  y: { lower: { neumann: \"sin(x) + z\" }, upper: { dirichlet: \"x*z\" } }\n"
                   "  z: { lower: { dirichlet: \"x*y\" }, upper: { neumann: 1.5 } }\n"
                   "method: { operator: spectral, lambda: -2 }\n"
                   "source: \"x*y*z - 30\"\n"},
        RankedCase{"spectral_without_a_level_in_single_precision",
                   "grid: { cells: [9, 10, 11] }\n"
                   "boundary: { x: periodic, y: neumann, z: { lower: { neumann: 1 },\n"
                   "                                         upper: { neumann: \"y\" } } }\n"
                   "method: { operator: spectral, precision: single }\n"
                   "source: \"sin(2*pi*x)*y + z\"\n"},
        RankedCase{"spectral_nodes_with_a_positive_lambda",
                   "grid: { cells: [9, 10, 11], location: node,\n"
                   "        extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
                   "boundary: { x: neumann, y: periodic, z: { lower: { dirichlet: \"x\" },\n"
                   "                                          upper: { dirichlet: \"x*x\" } } }\n"
                   "method: { operator: spectral, lambda: 1.7 }\n"
                   "source: \"x*sin(2*pi*y)*z\"\n"},
        RankedCase{"spectral_beside_a_stretched_y",
                   "grid: { cells: [9, 10, 11], coordinates: { y: \"s*s*(3-2*s)\" } }\n"
                   "boundary: { x: periodic, y: neumann, z: periodic }\n"
                   "method: { operator: spectral }\n"
                   "source: \"sin(2*pi*x)*y + z\"\n",
                   more_than_planes}),
    name_of_case);

const std::string simple =
    "grid: { cells: [9, 10, 11] }\nboundary: { x: neumann, y: dirichlet, z: dirichlet }\n"
    "source: \"x*y*z\"\noutput: { fields: [p, f] }\n";

TEST_F(PoissonRanks, give_the_same_bits_every_time)
{
    ASSERT_EQ(run(3, case_text(simple)).code, 0);
    const std::vector<double> first = field(3, "p");
    ASSERT_EQ(run(3, case_text(simple), {"--force"}).code, 0);
    EXPECT_EQ(field(3, "p"), first);
}

TEST_F(PoissonRanks, read_their_planes_of_a_file)
{
    ASSERT_EQ(run(3, case_text(simple)).code, 0);
    const std::vector<double> p = field(3, "p");
    const std::vector<double> f = field(3, "f");
    const std::string file = "source/" + fields_file(3).filename().string();
    std::filesystem::rename(results(3), folder_.path() / "source");
    const std::string from_file = "source: { file: \"" + file + "\", field: f }\n";
    std::string text = case_text(simple);
    text.replace(text.find("source:"), std::string{"source: \"x*y*z\"\n"}.size(), from_file);
    const test::Outcome outcome = run(3, text);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(field(3, "f"), f);
    EXPECT_EQ(field(3, "p"), p);
}

TEST_F(PoissonRanks, stop_behind_the_same_solve_at_a_signal)
{
    test::write_file(case_file(), case_text(simple + "run: { repeat: 1000000 }\n"));
    test::RunningProgram program{
        {"run", case_file(), "--gpus", "3", "--output", output(3).string()}};
    ASSERT_TRUE(program.says("ready after", std::chrono::seconds{60})) << program.wait().err;
    program.signal(SIGINT);
    const test::Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("stopped by SIGUSR1 after"));
    EXPECT_EQ(report(3)["status"], "interrupted");
    EXPECT_TRUE(std::filesystem::exists(results(3) / "manifest.json"));
}

TEST_F(PoissonRanks, take_a_share_of_the_memory_each)
{
    const auto megabytes = [&](int ranks, const std::string& rest) {
        const test::Outcome outcome =
            run(ranks, case_text("grid: { cells: [160, 160, 160] }\nsource: 0\n" + rest),
                {"--dry-run"});
        const std::string before = "host memory, at most";
        const std::string said = outcome.out.substr(outcome.out.find(before) + before.size());
        EXPECT_THAT(said.substr(0, said.find('\n')), HasSubstr(" MB of")) << outcome.err;
        return std::stod(said);
    };
    const double arrays = 2.0 * 160.0 * 160.0 * 160.0 * sizeof(double) * 1e-6;
    const std::string plain = "boundary: { z: neumann }\n";
    EXPECT_LT(megabytes(4, plain), megabytes(1, plain) - arrays / 2.0);
    // One rank has an array of the residual, too, and one of the share of the walls.
    const std::string spectral =
        "boundary: { z: { lower: { dirichlet: 1 }, upper: neumann } }\n"
        "method: { operator: spectral }\n";
    EXPECT_LT(megabytes(4, spectral), megabytes(1, spectral) - arrays);
}

/// What the ranks say of a case that they do not solve; each sentence once.
class PoissonRanksRefusal : public PoissonRanks {
protected:
    void expect_refusal(const std::string& text, const std::string& sentence)
    {
        const test::Outcome many = run(3, text);
        EXPECT_EQ(many.code, 2) << many.err;
        const auto first = many.err.find(sentence);
        ASSERT_NE(first, std::string::npos) << many.err;
        EXPECT_EQ(many.err.find(sentence, first + 1), std::string::npos) << many.err;
        EXPECT_FALSE(std::filesystem::exists(results(3) / "report.json"));
    }
};

TEST_F(PoissonRanksRefusal, names_the_key_before_anything_starts)
{
    const std::string line =
        "grid: { cells: [1, 1, 11] }\nboundary: { z: dirichlet }\nsource: 0\nmethod:\n";
    expect_refusal(
        case_text(line + "  operator: spectral\n"),
        "case.yaml:8:13: method.operator: several ranks divide a line along z only with");
    expect_refusal(case_text(line + "  lambda: 1\n"),
                   "case.yaml:8:11: method.lambda: several ranks divide a line along z only with");
    expect_refusal(case_text("grid: { cells: [8, 9] }\nboundary: { x: neumann }\nsource: 0\n"),
                   "case.yaml:4:7: grid: several ranks divide the planes of z");
}

// The eigenvalues are those of the first mode along z, of the spectral and of the fourth-order
// operator.
TEST_F(PoissonRanksRefusal, names_what_makes_a_spectral_case_or_its_walls_singular)
{
    const std::string text = case_text(
        "grid: { cells: [8, 8, 8], location: node }\n"
        "boundary: { z: { lower: { dirichlet: 1 }, upper: { dirichlet: 2 } } }\n"
        "source: 1\nmethod:\n  operator: spectral\n  lambda: ");
    expect_refusal(text + "9.869604401089358\n",
                   "case.yaml:9:11: method.lambda: lambda = 9.86960440109 hits the eigenvalue");
    expect_refusal(text + "9.8670321173969\n",
                   "case.yaml:5:11: boundary: lambda = 9.8670321174 hits the eigenvalue");
}

TEST_F(PoissonRanksRefusal, says_what_is_wrong_with_the_input_of_one_rank_or_of_all)
{
    expect_refusal(case_text("grid: { cells: [8, 9, 10] }\nboundary: { z: neumann }\n"
                             "source: \"1/(z-0.45)\"\n"),
                   "rank 1: " + case_file().string() + ":6:9: source: '1/(z-0.45)' is infinite at");
    expect_refusal(case_text("grid: { cells: [8, 9, 10], location: node }\nsource: \"z\"\n"),
                   "rank 2: " + case_file().string() +
                       ":5:9: source: it is 0 at x = 0, y = 0, z = 0, but 1 at x = 0, y = 0, "
                       "z = 1 (z is periodic");
    expect_refusal(
        case_text("grid: { cells: [8, 9, 10], location: node }\nsource: \"z*(1-z)*y\"\n"),
        "source: it is 0 at x = 0, y = 0, z = 0.1, but 0.08");
    expect_refusal(case_text("grid: { cells: [8, 9, 10] }\nboundary: { z: { lower: { dirichlet: "
                             "\"1/(x-0.55)\" }, upper: neumann } }\nsource: 0\n"),
                   "boundary.z.lower: '1/(x-0.55)' is infinite at x = 0.55");
}

}  // namespace
}  // namespace tobiuo
