// SPDX-License-Identifier: BSD-3-Clause
// Sources from files: flat grids for two dimensions, rectilinear ones, and files that do not fit.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/wording.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/pieces.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/run/poisson/poisson_run.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

class PoissonFieldFile : public test::PoissonCaseRun {
protected:
    /// given.vti in text: `nx` x `ny` x 1 values at x + 2 y of unit spacing, of `kind` CellData or
    /// PointData.
    void write_flat(int nx, int ny, const std::string& kind)
    {
        const int more = kind == "CellData" ? 0 : -1;
        const std::string extent =
            "\"0 " + std::to_string(nx + more) + " 0 " + std::to_string(ny + more) + " 0 0\"";
        std::string values;
        for (int y = 0; y < ny; ++y) {
            for (int x = 0; x < nx; ++x) {
                values += std::to_string(x + 2 * y) + " ";
            }
        }
        const std::string array =
            R"(<DataArray type="Float64" Name="g" format="ascii">)" + values + "</DataArray>";
        test::write_file(temporary_.path() / "given.vti",
                         R"(<VTKFile type="ImageData" byte_order="LittleEndian" )"
                         R"(header_type="UInt32"><ImageData WholeExtent=)" +
                             extent + "><Piece Extent=" + extent + "><" + kind + ">" + array +
                             "</" + kind + "></Piece></ImageData></VTKFile>");
    }
    /// The solution of the case.
    std::vector<double> solution(const std::string& text, const std::string& file = "p.vti")
    {
        const auto outcome = run(text);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        const std::string name = "p";
        auto values = read_vti_arrays(results() / file, std::span{&name, 1});
        return std::get<std::vector<double>>(values.front());
    }
};

TEST_F(PoissonFieldFile, flat_files_are_fields_of_two_dimensions)
{
    const std::string walls =
        "boundary: { x: dirichlet, y: dirichlet }\noutput: { picture: false }\n";
    write_flat(8, 6, "CellData");
    const std::string cells = "grid: { cells: [8, 6], extent: { x: [0, 8], y: [0, 6] } }\n" + walls;
    EXPECT_EQ(solution(cells + "source: { file: given.vti, field: g }\n"),
              solution(cells + "source: \"x - 0.5 + 2*(y - 0.5)\"\n"));
    EXPECT_EQ(run(cells + "source: 0\nexact: { file: given.vti, field: g }\n").code, 0);

    write_flat(9, 7, "PointData");
    const std::string nodes =
        "grid: { cells: [8, 6], location: node, extent: { x: [0, 8], y: [0, 6] } }\n" + walls;
    EXPECT_EQ(solution(nodes + "source: { file: given.vti, field: g }\n"),
              solution(nodes + "source: \"x + 2*y\"\n"));
}

TEST_F(PoissonFieldFile, one_component_of_the_values_where_the_grid_has_them_is_the_source)
{
    const std::string array = R"(<DataArray Name="u" NumberOfComponents="2" type="Int16">)";
    const auto data = [&](const std::string& kind, const std::string& values) {
        return "<" + kind + ">" + array + values + "</DataArray></" + kind + ">";
    };
    test::write_file(temporary_.path() / "given.vti",
                     R"(<VTKFile type="ImageData"><ImageData WholeExtent="+0 +2 +0 +2 +0 +0">)"
                     R"(<Piece Extent="+0 +2 +0 +2 +0 +0">)" +
                         data("CellData", "9 1 9 2 9 3 9 4") +
                         data("PointData", "1 8 2 8 3 8 4 8 5 8 6 8 7 8 8 8 9 8") +
                         "</Piece></ImageData></VTKFile>");
    const std::string walls =
        "boundary: { x: dirichlet, y: dirichlet }\noutput: { picture: false }\n";
    const std::string cells = "grid: { cells: [2, 2], extent: { x: [0, 2], y: [0, 2] } }\n" + walls;
    EXPECT_EQ(solution(cells + "source: { file: given.vti, field: u, component: y }\n"),
              solution(cells + "source: \"x + 0.5 + 2*(y - 0.5)\"\n"));
    const std::string nodes =
        "grid: { cells: [2, 2], location: node, extent: { x: [0, 2], y: [0, 2] } }\n" + walls;
    EXPECT_EQ(solution(nodes + "source: { file: given.vti, field: u, component: 0 }\n"),
              solution(nodes + "source: \"1 + x + 3*y\"\n"));
    const auto outcome = run(cells + "source: { file: given.vti, field: u, component: 2 }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("has 2 components, which are counted from 0, and no component 2"),
              std::string::npos)
        << outcome.err;
}

TEST_F(PoissonFieldFile, flat_files_are_refused_in_three_dimensions)
{
    write_flat(8, 6, "CellData");
    const auto outcome = run("grid: { cells: [8, 6, 4] }\nsource: { file: given.vti, field: g }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("case.yaml:4:17: source: 'given.vti' has 8 x 6 x 1 cell values, but "
                               "the case's grid has 8 x 6 x 4 cell values; make them equal"),
              std::string::npos)
        << outcome.err;
}

TEST_F(PoissonFieldFile, rectilinear_results_are_read_back_on_their_own_grid_only)
{
    const std::string rest =
        "boundary: { x: periodic, y: dirichlet }\noutput: { fields: [p, f], picture: false }\n";
    const auto grid = [](const std::string& nodes) {
        return "grid: { cells: [4, 4], extent: { x: [0, 1] }, coordinates: { y: " + nodes +
               " } }\n";
    };
    const auto first =
        solution(grid("[0, 0.1, 0.3, 0.6, 1]") + rest + "source: \"y*sin(2*pi*x)\"\n", "p.vtr");
    std::filesystem::copy_file(results() / "p.vtr", temporary_.path() / "given.vtr");
    const std::string from_file = "source: { file: given.vtr, field: f }\n";
    EXPECT_EQ(solution(grid("[0, 0.1, 0.3, 0.6, 1]") + rest + from_file, "p.vtr"), first);

    const auto other = run(grid("[0, 0.1, 0.31, 0.6, 1]") + rest + from_file);
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.err.find("case.yaml:6:17: source: 'given.vtr' has node 2 of y at 0.3, but the "
                             "case's grid has it at 0.31; make the grids equal"),
              std::string::npos)
        << other.err;
    const auto equal =
        run("grid: { cells: [4, 4], extent: { x: [0, 1], y: [0, 1] } }\n" + rest + from_file);
    EXPECT_NE(equal.err.find("has node 1 of y at 0.1, but the case's grid has it at 0.25"),
              std::string::npos)
        << equal.err;
}

// The compressed file is read several times, and until the results take its place.
TEST_F(PoissonFieldFile, results_may_be_their_own_sources)
{
    const std::string rest =
        "boundary: { x: dirichlet, z: neumann }\n"
        "output: { fields: [p, f, error, residual], picture: { field: f } }\n";
    for (const std::string grid :
         {"grid: { cells: [16, 12, 20] }\n", "grid: { cells: [16, 1, 40], location: node }\n"}) {
        const std::string text = grid + rest;
        const std::string formulas = "source: \"x + sin(z)\"\nexact: \"x*(1 - x)*cos(z)\"\n";
        const std::vector<double> first = solution(text + formulas);
        const std::vector<std::string> names{"f", "residual"};
        const auto before = read_vti_arrays(results() / "p.vti", names);
        const std::string files =
            "source: { file: out/t/p.vti, field: f }\n"
            "exact: { file: out/t/p.vti, field: p }\n";
        EXPECT_EQ(solution(text + files), first);
        EXPECT_EQ(read_vti_arrays(results() / "p.vti", names), before);
        const std::string error = "error";
        const auto errors = read_vti_arrays(results() / "p.vti", std::span{&error, 1});
        const auto& values = std::get<std::vector<double>>(errors.front());
        EXPECT_EQ(std::ranges::count(values, 0.0), std::ssize(values));
    }
}

TEST_F(PoissonFieldFile, fields_in_pieces_are_read_as_one_file)
{
    for (const Grid& grid :
         {test::seven_planes(Location::cell), test::seven_unequal_planes(Location::node)}) {
        std::string text =
            "boundary: { x: dirichlet, y: dirichlet, z: dirichlet }\n"
            "output: { picture: false }\n"
            "grid: { cells: [5, 4, " +
            std::to_string(grid.axes[2].cells) +
            "], location: " + (grid.location == Location::cell ? "cell" : "node") +
            ", extent: { x: [-1, 1.5], y: [2, 3]";
        if (grid.axes[2].stretched()) {
            text += " }, coordinates: { z: [";
            for (const double node : grid.axes[2].nodes) {
                text += shortest(node) + ", ";
            }
            text += "] } }\n";
        } else {
            text += ", z: [0.25, 6.25] } }\n";
        }
        const auto p = test::sample_values<double>(grid);
        const auto q = test::sample_values<double>(grid, 100);
        const std::string extension{fields_extension(grid)};
        const std::string index = index_extension(grid);
        write_fields(temporary_.path() / ("one" + extension), {.grid = grid},
                     std::array{test::field("p", p), test::field("q", q)});
        test::write_pieces(temporary_.path() / ("given" + index), {.grid = grid}, p, q,
                           {{.first = 0, .count = 2}, {2, 1}, {3, 4}});
        const auto files = [](const std::string& file) {
            return "source: { file: " + file + ", field: q }\nexact: { file: " + file +
                   ", field: p }\n";
        };
        EXPECT_EQ(solution(text + files("given" + index), "p" + extension),
                  solution(text + files("one" + extension), "p" + extension));

        std::filesystem::remove(temporary_.path() / ("given_1" + extension));
        const auto outcome = run(text + files("given" + index));
        EXPECT_EQ(outcome.code, 2);
        EXPECT_NE(outcome.err.find("case.yaml:6:17: source: could not use 'given" + index +
                                   "': its piece 'given_1" + extension + "': it is missing: "),
                  std::string::npos)
            << outcome.err;
    }
}

TEST_F(PoissonFieldFile, values_that_are_damaged_are_found_before_the_solve)
{
    const std::string text = "grid: { cells: [8, 6, 5] }\nsource: { file: given.vti, field: f }\n";
    EXPECT_EQ(run("grid: { cells: [8, 6, 5] }\nsource: \"sin(2*pi*x)\"\n"
                  "output: { fields: [f] }\n")
                  .code,
              0);
    std::string file = test::text_of(results() / "p.vti");
    const std::size_t end = file.find("</DataArray>", file.find("Name=\"f\""));
    ASSERT_NE(end, std::string::npos);
    file[file.find_last_not_of(" \n", end - 1) - 8] = '!';
    test::write_file(temporary_.path() / "given.vti", file);
    const auto outcome = run(text);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("source: could not use 'given.vti': array 'f' cannot be read"),
              std::string::npos)
        << outcome.err;
}

TEST_F(PoissonFieldFile, nodes_of_a_periodic_axis_end_as_they_begin)
{
    const std::string nodes = "grid: { cells: [8, 6], location: node }\n";
    const auto from_expression = run(nodes + "source: \"x*(y + 1)\"\n");
    EXPECT_EQ(from_expression.code, 2);
    EXPECT_NE(from_expression.err.find(
                  "case.yaml:4:9: source: it is 0 at x = 0, y = 0, but 1 at x = 1, y = 0 (x is "
                  "periodic, so both are one node): make them equal, or give x walls"),
              std::string::npos)
        << from_expression.err;
    EXPECT_EQ(run(nodes + "source: \"sin(200*pi*x)\"\n").code, 0) << "but for rounding";

    write_flat(9, 7, "PointData");
    const auto from_file = run(nodes +
                               "boundary: { x: dirichlet }\n"
                               "source: 0\nexact: { file: given.vti, field: g }\n");
    EXPECT_EQ(from_file.code, 2);
    EXPECT_NE(from_file.err.find("exact: it is 0 at x = 0, y = 0, but 12 at x = 0, y = 0.75"),
              std::string::npos)
        << from_file.err;
}

}  // namespace
}  // namespace tobiuo
