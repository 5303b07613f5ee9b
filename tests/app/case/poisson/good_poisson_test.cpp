// SPDX-License-Identifier: BSD-3-Clause
// The meaning of a good case of `solver: poisson`: every key, every default, fewer than three axes.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/problem.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

using poisson::Condition;
using poisson::Sides;

constexpr std::string_view start = "name: a\nsolver: poisson\n";

PoissonCase poisson_of(std::string_view text)
{
    return std::get<PoissonCase>(CaseFolder{std::string{start} + std::string{text}}.read().solver);
}

std::string text_of(const FieldSource& source)
{
    return std::get<FieldExpression>(source).text;
}

TEST(GoodPoisson, defaults_are_a_periodic_box_of_cubic_cells)
{
    const CaseFolder folder{std::string{start} + "grid: { cells: [8, 4, 2] }\nsource: 1\n"};
    const Case the_case = folder.read();
    const auto& solver = std::get<PoissonCase>(the_case.solver);
    const poisson::Problem& problem = solver.problem;

    EXPECT_EQ(the_case.output.fields, (Lines{"p", "f", "residual"}));
    EXPECT_EQ(solver.dimensions, 3);
    EXPECT_EQ(problem.grid.location, Location::cell);
    EXPECT_EQ(problem.grid.axes[0].upper, 1.0);
    EXPECT_EQ(problem.grid.axes[1].upper, 0.5);
    EXPECT_EQ(problem.grid.axes[2].upper, 0.25);
    for (const Sides& sides : problem.sides) {
        EXPECT_EQ(sides, (Sides{Condition::periodic, Condition::periodic}));
    }
    EXPECT_EQ(problem.op, poisson::Operator::second_order);
    EXPECT_EQ(problem.lambda, 0.0);
    EXPECT_EQ(problem.precision, Precision::fp64);
    EXPECT_EQ(text_of(solver.source), "1");
    EXPECT_FALSE(solver.exact);
    EXPECT_EQ(solver.repeat, 1);
    EXPECT_EQ(solver.stretching, (std::array<std::string, 3>{}));
}

TEST(GoodPoisson, device_memory_is_a_number_with_a_unit)
{
    const std::string smallest = "grid: { cells: [8] }\nsource: 1\n";
    EXPECT_FALSE(poisson_of(smallest).device_memory);
    const auto bytes_of = [&](const std::string& text) {
        return poisson_of(smallest + "device_memory: " + text + "\n").device_memory.value().bytes;
    };
    EXPECT_EQ(bytes_of("4 GiB"), std::int64_t{4} << 30);
    EXPECT_EQ(bytes_of("1.5GB"), 1'500'000'000);
    EXPECT_EQ(bytes_of("640 kB"), 640'000);
    EXPECT_EQ(bytes_of("0.5 KiB"), 512);
    EXPECT_EQ(bytes_of("\"2 MB\""), 2'000'000);
    EXPECT_EQ(bytes_of("1 TiB"), std::int64_t{1} << 40);
    EXPECT_EQ(bytes_of("3 MiB"), 3 << 20);
    EXPECT_EQ(bytes_of("999999999 TiB"), 1'000'000'000'000'000'000) << "all that there is";

    const CaseFolder folder{std::string{start} + smallest + "device_memory: 4 GiB\n"};
    EXPECT_NE(resolved_yaml(folder.read()).find("\ndevice_memory: \"4 GiB\"\n"), std::string::npos);
}

TEST(GoodPoisson, every_key_is_read)
{
    const CaseFolder folder{
        "name: duct\n"
        "solver: poisson\n"
        "grid:\n"
        "  cells: [16, 8, 4]\n"
        "  extent: { x: [0, 2], y: [-1, 1], z: [0, 1] }\n"
        "  location: node\n"
        "boundary:\n"
        "  x: periodic\n"
        "  y: { lower: { neumann: 0.5 }, upper: { dirichlet: \"sin(pi*x)\" } }\n"
        "  z: neumann\n"
        "source: \"exp(-((x-1)^2 + y^2 + z^2))\"\n"
        "exact: x*y\n"
        "method: { operator: fourth-order, precision: single, lambda: -2.5 }\n"
        "run: { repeat: 1000000 }\n"
        "output: { fields: [p, error, exact], picture: false }\n"};
    const Case the_case = folder.read();
    const auto& solver = std::get<PoissonCase>(the_case.solver);
    const poisson::Problem& problem = solver.problem;

    EXPECT_EQ(shape_of(problem.grid), (stencil::Shape{5, 9, 17}));
    EXPECT_EQ(problem.grid.axes[1].lower, -1.0);
    EXPECT_EQ(problem.sides[0], (Sides{Condition::periodic, Condition::periodic}));
    EXPECT_EQ(problem.sides[1], (Sides{Condition::neumann, Condition::dirichlet}));
    EXPECT_EQ(problem.sides[2], (Sides{Condition::neumann, Condition::neumann}));
    EXPECT_EQ(solver.boundary[1][0].text, "0.5");
    EXPECT_EQ(solver.boundary[1][1].text, "sin(pi*x)");
    EXPECT_EQ(solver.boundary[2][0].text, "0");
    EXPECT_EQ(text_of(solver.source), "exp(-((x-1)^2 + y^2 + z^2))");
    EXPECT_EQ(text_of(solver.exact.value()), "x*y");
    EXPECT_EQ(problem.op, poisson::Operator::fourth_order);
    EXPECT_EQ(problem.precision, Precision::fp32);
    EXPECT_EQ(problem.lambda, -2.5);
    EXPECT_EQ(solver.repeat, 1'000'000);
    EXPECT_EQ(the_case.output.fields, (Lines{"p", "error", "exact"}));
    EXPECT_FALSE(the_case.output.picture);
}

TEST(GoodPoisson, ends_may_be_open)
{
    const std::string given = "  y: { lower: { dirichlet: x }, upper: open }\n";
    const CaseFolder folder{std::string{start} +
                            "grid: { cells: [4, 8] }\nsource: x\n"
                            "boundary:\n  x: neumann\n" +
                            given};
    const Case the_case = folder.read();
    const auto& poisson = std::get<PoissonCase>(the_case.solver);
    EXPECT_EQ(poisson.problem.sides[1], (Sides{Condition::dirichlet, Condition::open}));
    EXPECT_EQ(poisson.boundary[1][0].text, "x");
    EXPECT_NE(resolved_yaml(the_case).find("upper: open"), std::string::npos)
        << resolved_yaml(the_case);
}

TEST(GoodPoisson, ends_may_be_robin_ends_and_rho_may_change_along_an_axis)
{
    const CaseFolder folder{std::string{start} +
                            "grid: { cells: [4, 2], coordinates: { x: s^2 + s, y: [0, 1, 3] } }\n"
                            "source: x\n"
                            "boundary:\n  x: neumann\n"
                            "  y: { lower: { robin: [1, 1/4, x + 1] }, upper: neumann }\n"
                            "method: { rho: { y: 2 + y } }\n"};
    const Case the_case = folder.read();
    const auto& poisson = std::get<PoissonCase>(the_case.solver);
    EXPECT_EQ(poisson.problem.sides[1],
              (Sides{Condition::robin, Condition::neumann, {{{1.0, 0.25}, {}}}}));
    EXPECT_EQ(poisson.boundary[1][0].text, "x + 1");
    ASSERT_TRUE(poisson.problem.rho.has_value());
    EXPECT_EQ(poisson.problem.rho->axis, 1);
    EXPECT_EQ(poisson.problem.rho->values, (std::vector<double>{2.0, 2.5, 3.0, 4.0, 5.0}));
    const std::string resolved = resolved_yaml(the_case);
    for (const std::string_view part :
         {R"(robin: ["1", "0.25", "x + 1"])", R"(rho: { y: "2 + y" })",
          R"(x: "s^2 + s", y: [0, 1, 3])"}) {
        EXPECT_NE(resolved.find(part), std::string::npos) << resolved;
    }
}

TEST(GoodPoisson, positions_are_those_of_the_values)
{
    const PoissonCase solver = poisson_of(
        "grid: { cells: [4, 4] }\n"
        "boundary:\n"
        "  y: { lower: neumann, upper: { dirichlet: x } }\n"
        "source: 1\n"
        "method:\n"
        "  lambda: 3\n");
    const auto place = [](const Position& at) {
        return std::to_string(at.line) + ":" + std::to_string(at.column);
    };
    EXPECT_EQ(place(solver.grid_at), "3:7");
    EXPECT_EQ(place(solver.boundary_at), "5:3");
    EXPECT_EQ(place(solver.boundary[1][0].at), "5:15");
    EXPECT_EQ(place(solver.boundary[1][1].at), "5:44");
    EXPECT_EQ(place(std::get<FieldExpression>(solver.source).at), "6:9");
    EXPECT_EQ(place(solver.lambda_at), "8:11");
}

TEST(GoodPoisson, absent_axes_are_one_periodic_cell_of_the_spacing_of_x)
{
    const PoissonCase plane = poisson_of(
        "grid: { cells: [10, 4], extent: { x: [1, 3], y: [0, 1] } }\n"
        "boundary: { x: dirichlet, y: neumann }\nsource: x\n");
    const Axis& z = plane.problem.grid.axes[2];
    EXPECT_EQ(plane.dimensions, 2);
    EXPECT_EQ(z.cells, 1);
    EXPECT_EQ(z.lower, 0.0);
    EXPECT_EQ(z.upper, plane.problem.grid.axes[0].spacing());
    EXPECT_EQ(plane.problem.sides[2], (Sides{Condition::periodic, Condition::periodic}));

    const PoissonCase line = poisson_of("grid: { cells: [10] }\nsource: x\n");
    EXPECT_EQ(line.dimensions, 1);
    EXPECT_EQ(line.problem.grid.axes[0].upper, 1.0);
    EXPECT_EQ(line.problem.grid.axes[1].cells, 1);
    EXPECT_EQ(line.problem.grid.axes[1].upper, line.problem.grid.axes[0].spacing());
    EXPECT_EQ(line.problem.grid.axes[2].upper, line.problem.grid.axes[0].spacing());
}

TEST(GoodPoisson, an_axis_is_stretched_by_a_list_and_has_its_bounds)
{
    const PoissonCase solver = poisson_of(
        "grid: { cells: [4, 3], extent: { x: [0, 2] }, coordinates: { y: [0, 0.1, 0.3, 1] } }\n"
        "boundary: { y: dirichlet }\nsource: 1\n");
    const Axis& y = solver.problem.grid.axes[1];
    EXPECT_EQ(y.nodes, (std::vector<double>{0, 0.1, 0.3, 1}));
    EXPECT_EQ(y.lower, 0.0);
    EXPECT_EQ(y.upper, 1.0);
    EXPECT_EQ(solver.problem.grid.axes[0].upper, 2.0);
    EXPECT_EQ(solver.stretching, (std::array<std::string, 3>{}));
}

TEST(GoodPoisson, an_axis_is_stretched_by_an_expression_of_s)
{
    const PoissonCase solver = poisson_of(
        "grid: { cells: [4, 4, 4], coordinates: { z: \"tanh(2*(2*s-1))/tanh(2)\" } }\n"
        "boundary: { z: { lower: dirichlet, upper: neumann } }\nsource: 1\n");
    const Axis& z = solver.problem.grid.axes[2];
    ASSERT_EQ(z.nodes.size(), 5U);
    EXPECT_DOUBLE_EQ(z.nodes[0], -1.0);
    EXPECT_DOUBLE_EQ(z.nodes[1], -std::tanh(1.0) / std::tanh(2.0));
    EXPECT_DOUBLE_EQ(z.nodes[4], 1.0);
    EXPECT_EQ(z.lower, z.nodes.front());
    EXPECT_EQ(z.upper, z.nodes.back());
    EXPECT_EQ(solver.stretching[2], "tanh(2*(2*s-1))/tanh(2)");
    EXPECT_EQ(solver.problem.grid.axes[1].upper, 1.0);
}

TEST(GoodPoisson, fields_come_from_files_of_the_folder_of_the_case)
{
    const CaseFolder folder{std::string{start} +
                            "grid: { cells: [4, 4] }\n"
                            "source: { file: data/rhs.vti, field: f }\n"
                            "exact: { field: 'my u', file: data/rhs.vti }\n"};
    static_cast<void>(folder.folder().write("data/rhs.vti", "x"));
    const PoissonCase solver = std::get<PoissonCase>(folder.read().solver);
    const auto& source = std::get<FieldFile>(solver.source);

    EXPECT_EQ(source.path, folder.path() / "data/rhs.vti");
    EXPECT_EQ(source.field, "f");
    EXPECT_EQ(source.at.line, 4);
    EXPECT_EQ(source.at.column, 17);
    EXPECT_EQ(std::get<FieldFile>(solver.exact.value()).field, "my u");
    EXPECT_FALSE(source.component.has_value());
}

TEST(GoodPoisson, a_component_is_named_by_its_axis_or_its_number)
{
    for (const std::string word : {"y", "1", "\"1\""}) {
        const CaseFolder folder{std::string{start} +
                                "grid: { cells: [4, 4] }\n"
                                "source: { file: f.vti, field: u, component: " +
                                word + " }\n"};
        static_cast<void>(folder.folder().write("f.vti", "x"));
        const Case read = folder.read();
        EXPECT_EQ(std::get<FieldFile>(std::get<PoissonCase>(read.solver).source).component, 1);
        EXPECT_NE(resolved_yaml(read).find("field: \"u\", component: \"1\" }"), std::string::npos);
    }
}

}  // namespace
}  // namespace tobiuo::test
