// SPDX-License-Identifier: BSD-3-Clause
// Runs of poisson cases: the solution satisfies its equations, and the messages and reports are
// right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLRectilinearGridReader.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "app/output/run_folder.hpp"
#include "tests/app/run/poisson/poisson_run.hpp"
#include "tests/support/program.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

constexpr double pi = std::numbers::pi;

using test::mixed_case;
using PoissonRun = test::PoissonCaseRun;

TEST_F(PoissonRun, writes_every_file_of_a_run)
{
    const auto outcome = run(mixed_case);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json manifest = Json::parse(test::text_of(results() / "manifest.json"));
    EXPECT_EQ(manifest["status"], "done");
    std::vector<std::string> names;
    for (const Json& file : manifest["files"]) {
        names.push_back(file["name"]);
        EXPECT_EQ(file["sha256"], sha256_of_file(results() / names.back()));
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"case.resolved.yaml", "p.png", "p.vti", "results.pvd",
                                        "report.json", "summary.txt", "report.html"}));
}

TEST_F(PoissonRun, satisfies_its_equations_and_prints_the_order_of_the_operator)
{
    const auto outcome = run(mixed_case);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("at rounding level\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find(", expected 2 (l2 error "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find(" on 16x12x8 cells)"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.err.find("warning"), std::string::npos) << outcome.err;

    const Json json = report();
    EXPECT_EQ(json["schema"], "tobiuo-report-1");
    EXPECT_EQ(json["solver"], "poisson");
    EXPECT_EQ(json["backend"], "cpu");
    EXPECT_EQ(json["backend_reason"], "the case asks for it");
    EXPECT_EQ(json["device_bytes"], nullptr);
    EXPECT_EQ(json["boundary"]["y"]["lower"]["condition"], "neumann");
    EXPECT_EQ(json["boundary"]["z"]["upper"]["value"], "0");
    EXPECT_EQ(json["null_space"], nullptr);
    EXPECT_LE(json["residual"]["backward_error"], json["residual"]["rounding_level"]);
    EXPECT_NEAR(json["order"]["observed"].get<double>(), 2.0, test::observed_order);
    EXPECT_GT(json["error"]["l2"], 0.0);
    EXPECT_LT(json["error"]["relative_l2"], 0.05);
}

TEST_F(PoissonRun, solves_a_slab_in_free_space)
{
    const auto outcome =
        run("grid: { cells: [32, 64], extent: { x: [0, 2], y: [-0.5, 0.5] } }\n"
            "boundary: { x: periodic, y: open }\n"
            "source: \"60*cosh(4*pi*y)^-2 - 5*pi^2*cos(pi*x)*cosh(4*pi*y)^-2.25\"\n"
            "exact: \"60/(16*pi^2)*ln(2*cosh(4*pi*y)) + cos(pi*x)*cosh(4*pi*y)^-0.25\"\n"
            "output: { fields: [p, residual] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("warning"), std::string::npos) << outcome.err;
    const Json json = report();
    EXPECT_EQ(json["boundary"]["y"]["lower"]["condition"], "open");
    EXPECT_EQ(json["boundary"]["y"]["lower"]["value"], nullptr);
    EXPECT_EQ(json["null_space"], nullptr);
    EXPECT_EQ(json["residual"]["at_rounding_level"], true);
    EXPECT_NEAR(json["order"]["observed"].get<double>(), 2.0, test::observed_order);
}

/// Cells are from 4e-6 wide to as long as 3e3.
const std::string flat_grid =
    "grid: { cells: [32, 512], extent: { x: [0, 100000] }, coordinates: { y: \"s^2\" } }\n"
    "output: { fields: [p] }\n";

TEST_F(PoissonRun, keeps_the_digits_of_a_constant_along_a_stretched_axis)
{
    const auto outcome = run(flat_grid +
                             "boundary: { x: neumann, y: neumann }\n"
                             "method: { lambda: -1e-8 }\nsource: 1\nexact: \"-1e8\"\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("at rounding level"), std::string::npos) << outcome.out;
    const Json json = report();
    EXPECT_LE(json["error"]["relative_max"].get<double>(), test::carried_constant<double>(512));
    EXPECT_EQ(json["residual"]["at_rounding_level"], true);
    EXPECT_LE(json["residual"]["balance_error"], json["residual"]["balance_level"]);
}

TEST_F(PoissonRun, warns_where_rounding_leaves_no_digit_of_the_equations)
{
    const auto outcome = run(flat_grid +
                             "boundary: { x: dirichlet, y: neumann }\n"
                             "source: \"-(pi/1e5)^2*(sin(pi*x/1e5) + 0.3*y)\"\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find("of 15 are left of the equations"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("please report"), std::string::npos) << outcome.err;
    const Json residual = report()["residual"];
    EXPECT_GT(residual["relative_l2"], 0.1);
    EXPECT_LE(residual["relative_l2"], residual["explained_l2"]);
    EXPECT_EQ(residual["at_rounding_level"], true);
}

TEST_F(PoissonRun, fields_are_the_solution_and_its_difference_to_the_exact_one)
{
    ASSERT_EQ(run(mixed_case).code, 0);
    const auto p = field("p");
    const auto exact = field("exact");
    const auto error = field("error");
    ASSERT_EQ(p.size(), 32U * 24U * 16U);
    double largest = 0.0;
    for (std::size_t n = 0; n < p.size(); ++n) {
        EXPECT_EQ(error[n], p[n] - exact[n]);
        largest = std::max(largest, std::abs(error[n]));
    }
    EXPECT_EQ(largest, report()["error"]["max"].get<double>());
    const double residual = std::ranges::max(field("residual"));
    EXPECT_GT(residual, 0.0);
    EXPECT_LE(residual, report()["residual"]["max"].get<double>());
    EXPECT_NEAR(exact[0], std::exp(1.0 / 64) * std::sin(pi / 32) * std::sin(pi / 32),
                std::numeric_limits<double>::epsilon());
}

TEST_F(PoissonRun, nodes_on_walls_have_their_boundary_values_and_periodic_ones_repeat)
{
    ASSERT_EQ(run("grid: { cells: [12, 8, 10], location: node,\n"
                  "        extent: { x: [0, 1], y: [0, 1], z: [0, 1] } }\n"
                  "boundary:\n"
                  "  x: periodic\n"
                  "  y: { lower: { dirichlet: \"2 + sin(2*pi*x)*z\" }, upper: neumann }\n"
                  "  z: { lower: { dirichlet: 2 }, upper: { dirichlet: \"2 + sin(2*pi*x)\" } }\n"
                  "source: 3\noutput: { fields: [p, f, residual] }\n")
                  .code,
              0);
    const auto p = field("p");
    const auto f = field("f");
    const auto residual = field("residual");
    ASSERT_EQ(p.size(), 13U * 9U * 11U);
    const auto at = [](std::size_t x, std::size_t y, std::size_t z) {
        return (z * 9 + y) * 13 + x;
    };
    constexpr double eps = 4 * std::numeric_limits<double>::epsilon();
    for (std::size_t x = 0; x < 12; ++x) {
        const double wave = std::sin(2 * pi * static_cast<double>(x) / 12.0);
        EXPECT_NEAR(p[at(x, 0, 4)], 2.0 + wave * 0.4, eps);
        EXPECT_EQ(p[at(x, 5, 0)], 2.0);
        EXPECT_NEAR(p[at(x, 5, 10)], 2.0 + wave, eps);
        EXPECT_EQ(residual[at(x, 0, 4)], 0.0);
        EXPECT_EQ(f[at(x, 0, 4)], 3.0);
    }
    for (std::size_t y = 0; y < 9; ++y) {
        EXPECT_EQ(p[at(12, y, 5)], p[at(0, y, 5)]);
        EXPECT_EQ(residual[at(12, y, 5)], residual[at(0, y, 5)]);
    }
    EXPECT_NE(p[at(3, 4, 5)], 0.0);
    EXPECT_EQ(report()["grid"]["unknowns"], 12 * 8 * 9);
}

TEST_F(PoissonRun, stretched_grids_are_written_with_their_coordinates)
{
    const auto outcome =
        run("grid: { cells: [16, 32, 8], coordinates: { y: \"s^2 + s\" },\n"
            "        extent: { x: [0, 1], z: [0, 1] } }\n"
            "boundary: { x: periodic, y: dirichlet, z: periodic }\n"
            "source: \"-(pi/2)^2*sin(pi*y/2)\"\nexact: \"sin(pi*y/2)\"\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(results() / "p.vti"));
    EXPECT_NE(test::text_of(results() / "results.pvd").find("file=\"p.vtr\""), std::string::npos);
    const vtkNew<vtkXMLRectilinearGridReader> reader;
    reader->SetFileName((results() / "p.vtr").c_str());
    reader->Update();
    vtkDataArray* y = reader->GetOutput()->GetYCoordinates();
    ASSERT_EQ(y->GetNumberOfTuples(), 33);
    EXPECT_DOUBLE_EQ(y->GetComponent(16, 0), 0.75);
    vtkDataArray* p = reader->GetOutput()->GetCellData()->GetArray("p");
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(p->GetNumberOfTuples(), 16 * 32 * 8);
    EXPECT_EQ(report()["grid"]["stretched"], "y");
    EXPECT_NEAR(report()["order"]["observed"].get<double>(), 2.0, test::observed_order);
}

TEST_F(PoissonRun, right_hand_side_from_a_file_gives_the_same_solution)
{
    ASSERT_EQ(run(mixed_case).code, 0);
    const auto p = field("p");
    const double error = report()["error"]["l2"];
    std::filesystem::rename(results() / "p.vti", temporary_.path() / "given.vti");
    std::string text = mixed_case;
    const auto replace_line = [&](const std::string& key, const std::string& line) {
        const auto from = text.find("\n" + key) + 1;
        text.replace(from, text.find('\n', from) - from, line);
    };
    replace_line("source", "source: { file: given.vti, field: f }");
    replace_line("exact", "exact: { file: given.vti, field: exact }");
    const auto outcome = run(text);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("warning"), std::string::npos) << outcome.err;
    EXPECT_EQ(field("p"), p) << "the same bits";
    EXPECT_EQ(report()["error"]["l2"], error);
    EXPECT_EQ(report()["source"]["kind"], "file");
    EXPECT_EQ(report()["source"]["sha256"], sha256_of_file(temporary_.path() / "given.vti"));
    EXPECT_EQ(report()["order"]["observed"], nullptr);
    EXPECT_NE(outcome.out.find("observed order none: source, exact or coefficient is a file"),
              std::string::npos)
        << outcome.out;
}

TEST_F(PoissonRun, a_file_that_lies_elsewhere_is_used_with_a_warning)
{
    ASSERT_EQ(run("grid: { cells: [8, 8] }\nsource: \"cos(2*pi*x)\"\n").code, 0);
    std::filesystem::rename(results() / "p.vti", temporary_.path() / "given.vti");
    const auto outcome =
        run("grid: { cells: [8, 8], extent: { x: [0, 2], y: [0, 1] } }\n"
            "source: { file: given.vti, field: f }\n");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(
        outcome.err.find("source: 'given.vti' has x from 0 to 1, the case's grid from 0 to 2"),
        std::string::npos)
        << outcome.err;
}

TEST_F(PoissonRun, repeated_solves_are_timed_one_by_one)
{
    const auto outcome = run(std::string{mixed_case} + "run: { repeat: 5 }\n", "measure");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(" ms best of 5\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(test::text_of(results() / "summary.txt"), outcome.out);
    const Json json = report();
    auto times = json["run"]["seconds_each"].get<std::vector<double>>();
    ASSERT_EQ(times.size(), 5U);
    EXPECT_EQ(json["run"]["solves"], 5);
    std::ranges::sort(times);
    EXPECT_EQ(json["run"]["best_seconds"], times.front());
    EXPECT_EQ(json["run"]["seconds"], times[2]);
    EXPECT_EQ(json["run"]["bytes_per_point"], 48.0);
    const double rate = 32 * 24 * 16 / times[2];
    EXPECT_DOUBLE_EQ(json["run"]["points_per_second"], rate);
    EXPECT_DOUBLE_EQ(json["run"]["nominal_gbps"], rate * 48 * 1e-9);
    EXPECT_NEAR(json["run"]["percent_of_ceiling"].get<double>(),
                rate * 48 * 1e-7 / json["ceiling"]["gbps"].get<double>(), 1e-6);
    EXPECT_EQ(json["ceiling"]["mix"], "13 arrays read, 1 written");
}

TEST_F(PoissonRun, a_run_speaks_of_passes_and_its_plan_only_of_axes_that_there_are)
{
    const std::string line = "grid: { cells: [40] }\nboundary: { x: dirichlet }\nsource: x\n";
    const auto outcome = run(line);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.err.find(": one pass over memory, 640 B a solve\n"), std::string::npos)
        << outcome.err;
    EXPECT_EQ(outcome.err.find("FFTW"), std::string::npos) << outcome.err;
    const std::string plan = report()["plan"];
    EXPECT_EQ(plan.find(" x "), std::string::npos) << plan;
}

TEST_F(PoissonRun, single_precision_has_its_own_rounding_level)
{
    const auto outcome = run(std::string{mixed_case} + "method: { precision: single }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("at rounding level\n"), std::string::npos) << outcome.out;
    const Json residual = report()["residual"];
    EXPECT_GT(residual["relative_l2"], std::numeric_limits<double>::epsilon() * 1e3);
    EXPECT_NEAR(report()["order"]["observed"].get<double>(), 2.0, test::observed_order);
    EXPECT_EQ(report()["run"]["bytes_per_point"], 24.0);
    EXPECT_NE(test::text_of(results() / "p.vti").find("Float32"), std::string::npos);
}

TEST_F(PoissonRun, says_how_near_lambda_is_to_an_eigenvalue)
{
    const std::string square =
        "grid: { cells: [64, 64], extent: { x: [0, 1], y: [0, 1] } }\n"
        "boundary: { x: dirichlet, y: dirichlet }\nsource: \"exp(-20*((x-0.4)^2 + (y-0.3)^2))\"\n"
        "method: { operator: spectral, lambda: ";
    const auto near = run(square + "\"2*pi^2 + 2e-11\" }\n");
    ASSERT_EQ(near.code, 0) << near.err;
    EXPECT_NE(near.err.find("away from hitting the eigenvalue -19.739"), std::string::npos)
        << near.err;
    EXPECT_NE(near.out.find("at rounding level of a nearly singular operator\n"), std::string::npos)
        << near.out;
    EXPECT_TRUE(report()["conditioning"]["nearly_singular"]);
    EXPECT_NEAR(report()["conditioning"]["distance"].get<double>(), 2e-11, 1e-13);

    const auto far = run(square + "25 }\n");
    ASSERT_EQ(far.code, 0) << far.err;
    EXPECT_EQ(far.err.find("hitting the eigenvalue"), std::string::npos) << far.err;
    EXPECT_NE(far.out.find("at rounding level\n"), std::string::npos) << far.out;
    EXPECT_FALSE(report()["conditioning"]["nearly_singular"]);
}

TEST_F(PoissonRun, two_axes_are_two_dimensions)
{
    const auto outcome =
        run("grid: { cells: [32, 16] }\nboundary: { x: periodic, y: dirichlet }\n"
            "source: \"-20*pi^2*sin(4*pi*x)*sin(2*pi*y)\"\nexact: \"sin(4*pi*x)*sin(2*pi*y)\"\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report()["grid"]["cells"], (Json{32, 16}));
    EXPECT_EQ(report()["order"]["coarse_cells"], (Json{16, 8}));
    EXPECT_NEAR(report()["order"]["observed"].get<double>(), 2.0, test::observed_order);
    EXPECT_EQ(field("p").size(), 32U * 16U);
}

TEST_F(PoissonRun, nodes_are_flat_along_absent_axes)
{
    const auto outcome =
        run("grid: { cells: [37], location: node }\nboundary: { x: dirichlet }\nsource: x\n"
            "output: { fields: [p, f, residual] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report()["grid"]["values"], 38);
    const vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName((results() / "p.vti").c_str());
    reader->Update();
    EXPECT_THAT(std::span<int>(reader->GetOutput()->GetDimensions(), 3),
                ::testing::ElementsAre(38, 1, 1));
    const std::vector<double> f = field("f");
    ASSERT_EQ(f.size(), 38U);
    for (std::size_t n = 0; n < f.size(); ++n) {
        EXPECT_DOUBLE_EQ(f[n], static_cast<double>(n) / 37.0);
    }
    EXPECT_EQ(field("p").size(), 38U);
    EXPECT_EQ(field("p").back(), 0.0);
    EXPECT_EQ(field("residual").size(), 38U);
}

TEST_F(PoissonRun, two_axes_of_nodes_are_a_plane)
{
    const auto outcome =
        run("grid: { cells: [8, 6], location: node }\nboundary: { x: dirichlet, y: neumann }\n"
            "source: \"x + 2*y\"\noutput: { fields: [p, f] }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<double> f = field("f");
    ASSERT_EQ(f.size(), 9U * 7U);
    EXPECT_DOUBLE_EQ(f[9 * 3 + 4], 0.5 + 2.0 * 0.375);
}

TEST_F(PoissonRun, lambda_makes_it_helmholtz_equation)
{
    const auto outcome =
        run("grid: { cells: [24, 24, 24] }\nboundary: { x: neumann, y: neumann, z: neumann }\n"
            "source: \"-9*2\"\nexact: \"2\"\nmethod: { lambda: -9 }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(report()["null_space"], nullptr);
    EXPECT_LT(report()["error"]["max"], 1e2 * std::numeric_limits<double>::epsilon());
    EXPECT_NE(outcome.out.find("helmholtz"), std::string::npos) << outcome.out;
}

TEST_F(PoissonRun, a_single_periodic_cell_is_solved)
{
    const auto outcome = run("grid: { cells: [1] }\nsource: 3\noutput: { picture: false }\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("please report"), std::string::npos) << outcome.err;
    EXPECT_DOUBLE_EQ(report()["null_space"]["removed_mean"], 3.0);
    EXPECT_EQ(report()["residual"]["relative_l2"], 0.0);
}

TEST_F(PoissonRun, a_closed_box_that_does_not_balance_is_told_by_how_much)
{
    const std::string box =
        "grid: { cells: [16, 8, 8], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }\n"
        "boundary: { x: { lower: neumann, upper: { neumann: 0.5 } }, y: neumann, z: neumann }\n";
    const auto outcome = run(box + "source: 3\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    // 3 times the volume 2 is fed in, 0.5 goes out.
    EXPECT_NE(outcome.err.find("the boundary data and the source do not balance: the mean of the "
                               "right-hand side is 2.75 ("),
              std::string::npos)
        << outcome.err;
    EXPECT_NE(outcome.err.find("through the walls would have to be larger by 5.5"),
              std::string::npos)
        << outcome.err;
    EXPECT_DOUBLE_EQ(report()["null_space"]["removed_mean"], 2.75);
    EXPECT_FALSE(report()["null_space"]["balanced"]);

    const auto balanced = run(box + "source: 0.25\n");
    ASSERT_EQ(balanced.code, 0) << balanced.err;
    EXPECT_EQ(balanced.err.find("do not balance"), std::string::npos) << balanced.err;
    EXPECT_TRUE(report()["null_space"]["balanced"]);

    const auto too_little = run(box + "source: -3\n");
    EXPECT_NE(too_little.err.find("through the walls would have to be smaller by 6.5"),
              std::string::npos)
        << too_little.err;
}

TEST_F(PoissonRun, values_beyond_the_precision_end_with_the_code_of_divergence)
{
    const auto outcome =
        run("grid: { cells: [8, 8, 8] }\nsource: \"1e39*sin(2*pi*x)\"\n"
            "method: { precision: single }\n");
    EXPECT_EQ(outcome.code, 3);
    EXPECT_NE(outcome.err.find("the solution is not finite"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("\n  residual       not finite\n"), std::string::npos)
        << outcome.out;
    EXPECT_EQ(outcome.out.find("nan"), std::string::npos) << outcome.out;
    EXPECT_EQ(report()["status"], "diverged");
    EXPECT_TRUE(std::filesystem::exists(results() / "manifest.json"));
}

TEST_F(PoissonRun, large_and_small_data_are_finite_in_double)
{
    const std::string box = "grid: { cells: [8, 8, 8] }\n";
    for (const std::string factor : {"1e300", "1e-300"}) {
        const auto outcome = run(box + "source: \"" + factor + "*sin(2*pi*x)\"\n");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_NE(outcome.out.find("at rounding level"), std::string::npos) << outcome.out;
    }
    const auto infinite =
        run(box + "source: \"1.7e308*sin(2*pi*x)\"\nmethod: { lambda: 1.0e-9 }\n");
    EXPECT_EQ(infinite.err.find("use method.precision double"), std::string::npos) << infinite.err;
}

TEST_F(PoissonRun, resolved_case_runs_to_the_same_field)
{
    ASSERT_EQ(run(mixed_case).code, 0);
    const auto before = field("p");
    const auto copy = temporary_.path() / "again.yaml";
    std::filesystem::copy_file(results() / "case.resolved.yaml", copy);
    const auto outcome = test::run_program({"run", copy, "--force"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(field("p"), before);
}

}  // namespace
}  // namespace tobiuo
