// SPDX-License-Identifier: BSD-3-Clause
// Bad boundary conditions, expressions, files and fields of `solver: poisson`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "solvers/expression.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

constexpr std::string_view smallest_poisson =
    "name: a\n"
    "solver: poisson\n"
    "grid: { cells: [4, 4] }\n"
    "source: 1\n";

/// The errors of the smallest case with the lines `more` below it, from line 5 on.
Lines problems_with(std::string_view more)
{
    return problems_of(std::string{smallest_poisson} + std::string{more});
}

Lines problems_with_source(std::string_view source)
{
    return problems_of(
        "name: a\nsolver: poisson\ngrid: { cells: [4, 4] }\nsource: " + std::string{source} + "\n");
}

/// The sentence for a text that is not an expression in x, y and z.
std::string objection_to(const std::string& text)
{
    try {
        static_cast<void>(Expression{text});
    } catch (const ExpressionError& error) {
        return error.what();
    }
    return "none";
}

// NOLINTBEGIN(bugprone-suspicious-missing-comma): a sentence is longer than a line
TEST(BadPoisson, all_problems_of_a_file_are_reported_at_once_in_order)
{
    EXPECT_EQ(
        problems_of("name: a\n"
                    "solver: poisson\n"
                    "grid: { cells: [4, 4], location: centre, preset: S }\n"
                    "boundary: { x: periodc, w: neumann, z: neumann }\n"
                    "exact: { file: u.vtk }\n"
                    "method: { operator: second, lambda: .inf }\n"
                    "run: { repeat: 0 }\n"
                    "output: { fields: [u, error] }\n"),
        (Lines{
            "case.yaml:1:1: missing key 'source' (the right-hand side f of laplacian(u) + "
            "lambda u = f: a number, an expression in x, y, z, or an array of a file): "
            "add it",
            "case.yaml:3:34: grid.location: 'centre' is none of cell, node",
            "case.yaml:3:42: grid: unknown key 'preset' (it is a key of solver: himeno): "
            "remove it",
            "case.yaml:4:16: boundary.x: 'periodc' is none of periodic, dirichlet, "
            "neumann, open (did you mean 'periodic'?)",
            "case.yaml:4:25: boundary: unknown key 'w' (the keys here are x, y, z)",
            "case.yaml:4:40: boundary.z: the axis z is absent (grid.cells has 2 numbers): "
            "remove it, or give the axis cells",
            "case.yaml:5:8: exact: missing key 'field' (name of the array in the file): "
            "add it",
            "case.yaml:5:16: exact.file: expected a path that ends in .vti, .vtr, .pvti or .pvtr "
            "(got 'u.vtk')",
            "case.yaml:6:21: method.operator: 'second' is none of second-order, "
            "fourth-order, spectral",
            "case.yaml:6:37: method.lambda: expected a finite number (got '.inf')",
            "case.yaml:7:16: run.repeat: expected an integer from 1 to 1000000 (got '0')",
            "case.yaml:8:20: output.fields: 'u' is none of p, f, residual, error, exact, "
            "solid, coefficient"}));
}
// NOLINTEND(bugprone-suspicious-missing-comma)

TEST(BadPoisson, device_memory_has_a_unit)
{
    const std::string wanted =
        "expected a number and a unit, as 4 GiB (kB, MB, GB, TB; KiB, MiB, GiB, TiB)";
    for (const std::string text : {"4", "GiB", "-1 GiB", "4 gib", "1e3 MB", "4 B", "4 GiB each"}) {
        EXPECT_EQ(problems_with("device_memory: " + text + "\n"),
                  (Lines{"case.yaml:5:16: device_memory: " + wanted + " (got '" + text + "')"}));
    }
    EXPECT_EQ(problems_with("device_memory: 0 GiB\n"),
              (Lines{"case.yaml:5:16: device_memory: is nothing (a solve needs some planes of the "
                     "grid on the GPU): give it more, or use backend: cpu"}));
}

TEST(BadPoisson, an_axis_has_a_condition_at_both_ends)
{
    EXPECT_EQ(problems_with("boundary: { y: { lower: dirichlet } }\n"),
              Lines{"case.yaml:5:16: boundary.y: missing key 'upper' (condition at the upper end "
                    "of y: a word (the value is 0), or a map with the value): add it"});
    EXPECT_EQ(
        problems_with("boundary: { y: { lower: periodic, upper: neumann } }\n"),
        Lines{"case.yaml:5:25: boundary.y.lower: 'periodic' is none of dirichlet, neumann, "
              "open (an axis is periodic at both ends or at neither): write y: periodic, or give "
              "this end a condition of its own"});
    EXPECT_EQ(problems_with("boundary: { y: { lower: 5, upper: \"atan2(x, y)\" } }\n"),
              (Lines{"case.yaml:5:25: boundary.y.lower: '5' is none of dirichlet, neumann, open: "
                     "write one of them, { dirichlet: 5 }, { neumann: 5 } or { robin: ... }",
                     "case.yaml:5:35: boundary.y.upper: 'atan2(x, y)' is none of dirichlet, "
                     "neumann, open: write one of them, { dirichlet: \"atan2(x, y)\" }, { neumann: "
                     "\"atan2(x, y)\" } or { robin: ... }"}));
    EXPECT_EQ(
        problems_with("boundary: { y: [dirichlet, neumann] }\n"),
        Lines{"case.yaml:5:16: boundary.y: expected one of periodic, dirichlet, neumann, open, "
              "or a map of lower, upper (got a list)"});
    EXPECT_EQ(problems_with("boundary: { y: }\n"),
              Lines{"case.yaml:5:13: boundary.y: has no value (give one, or remove the key)"});
    EXPECT_EQ(problems_with("boundary: dirichlet\n"),
              Lines{"case.yaml:5:11: boundary: expected a map of keys to values (its keys are x, "
                    "y, z)"});
}

TEST(BadPoisson, open_ends_are_of_the_second_order_operator_and_equal_cells)
{
    const std::string at = "case.yaml:5:16: boundary.y: ";
    EXPECT_EQ(
        problems_with("boundary: { y: { lower: { open: 1 }, upper: open } }\n"),
        (Lines{"case.yaml:5:25: boundary.y.lower: needs one of dirichlet, neumann, robin (an end "
               "has one condition): add one",
               "case.yaml:5:27: boundary.y.lower: unknown key 'open' (the keys here are "
               "dirichlet, neumann, where, elsewhere, robin)"}));
    EXPECT_EQ(problems_with("boundary: { x: open, y: { lower: dirichlet, upper: open } }\n"),
              Lines{});
    EXPECT_EQ(problems_with("boundary: { x: open, y: open }\nmethod: { operator: spectral }\n"),
              Lines{"case.yaml:5:16: boundary.x: axis x has an open end, and the operator is not "
                    "the second-order one (what lies beyond an open end is known for three "
                    "points): use second-order, walls, or a FreeSpaceSolver of the library, which "
                    "takes the continuous operator"});
    EXPECT_EQ(
        problems_with("boundary: { y: open }\nmethod: { operator: spectral }\n"),
        Lines{at +
              "axis y has an open end, and the operator is not the second-order one "
              "(what lies beyond an open end is known for three points): use second-order, walls, "
              "or a FreeSpaceSolver of the library, which takes the continuous operator"});
    EXPECT_EQ(problems_with("boundary: { y: open }\nmethod: { lambda: 1 }\n"),
              Lines{at + "axis y has an open end, and lambda is positive (waves leave through it, "
                         "and u is complex): use a lambda that is not, or walls"});
    EXPECT_EQ(
        problems_with("boundary: { y: open }\nbodies: { ball: { inside: x^2 + y^2 < 0.1 } }\n"),
        Lines{at + "has an open end, and the box has bodies (conjugate gradients around "
                   "them take walls or periodic axes): use walls, or remove 'bodies'"});
}

TEST(BadPoisson, walls_that_change_their_kind_are_the_only_iteration)
{
    const std::string mixed =
        "boundary: { y: { lower: { dirichlet: 1, where: x < 0.5 }, upper: neumann } }\n";
    EXPECT_EQ(
        problems_with(mixed + "coefficient: 2\n"),
        Lines{"case.yaml:5:11: boundary: has a wall that changes its kind (where), and the box "
              "a coefficient (each is solved by iterations of its own): remove one of them"});
    EXPECT_EQ(problems_with("boundary: { y: { lower: { dirichlet: 1, elsewhere: 2 }, upper: "
                            "neumann } }\n"),
              Lines{"case.yaml:5:25: boundary.y.lower: has a value elsewhere, but the wall is the "
                    "same everywhere (nothing says where it has its condition): add 'where', or "
                    "remove 'elsewhere'"});
    EXPECT_EQ(problems_with("coefficient: 2\nmethod: { operator: spectral, lambda: 1 }\n"),
              (Lines{"case.yaml:6:21: method.operator: is not of second order, with a coefficient "
                     "(its fluxes go through the faces between neighbours): use second-order, or "
                     "remove 'coefficient'",
                     "case.yaml:6:39: method.lambda: is above 0, with a coefficient (the equation "
                     "need not be definite, which conjugate gradients rely on): give 0 or a "
                     "negative number"}));
    EXPECT_EQ(problems_with("method: { coefficient_iterations: 7 }\n"),
              Lines{"case.yaml:5:35: method.coefficient_iterations: has no meaning without a "
                    "coefficient (this case has no key 'coefficient'): add it, or remove the key"});
}

TEST(BadPoisson, values_use_only_the_axes_that_there_are)
{
    const auto sentence = [](const std::string& axis) {
        return "uses " + axis + ", but the axis " + axis +
               " is absent (grid.cells has 1 number): remove it, or give the axis cells";
    };
    EXPECT_EQ(
        problems_of("name: a\nsolver: poisson\ngrid: { cells: [4] }\n"
                    "source: \"y + x*z\"\nexact: \"2*z\"\n"
                    "boundary: { x: { lower: { dirichlet: y }, upper: { neumann: x } } }\n"),
        (Lines{"case.yaml:4:9: source: " + sentence("y"), "case.yaml:4:9: source: " + sentence("z"),
               "case.yaml:5:8: exact: " + sentence("z"),
               "case.yaml:6:38: boundary.x.lower.dirichlet: " + sentence("y")}));
    EXPECT_EQ(problems_with("exact: \"exp(y)\"\n"), Lines{}) << "exp has no x of its own";
    EXPECT_EQ(problems_with_source("z - z"),
              Lines{"case.yaml:4:9: source: uses z, but the axis z is absent (grid.cells has 2 "
                    "numbers): remove it, or give the axis cells"});
}

TEST(BadPoisson, robin_ends_have_factors_of_one_sign)
{
    EXPECT_EQ(
        problems_with("boundary: { y: { lower: { robin: [1, -1, x] }, upper: neumann } }\n"),
        Lines{
            "case.yaml:5:16: boundary.y: axis y has a robin end with a = 1 and b = -1 (with two "
            "signs a u + b du/dn may leave the operator singular, and with a 0 the end is another "
            "one): give finite numbers of one sign, or use dirichlet or neumann"});
    EXPECT_EQ(
        problems_with("boundary: { y: { lower: { robin: [x, 1, 0] }, upper: neumann } }\n"),
        Lines{"case.yaml:5:35: boundary.y.lower: 'x' changes over the face (the factors of a robin "
              "end are numbers): give a number"});
    EXPECT_EQ(problems_with("boundary: { y: { lower: { robin: [1, 1, 0] }, upper: neumann } }\n"
                            "method: { operator: fourth-order }\n"),
              Lines{"case.yaml:5:16: boundary.y: axis y has a robin end, and the operator is not "
                    "the second-order one (the values beyond such an end are known for three "
                    "points): use second-order"});
}

TEST(BadPoisson, rho_changes_along_one_axis_with_walls)
{
    EXPECT_EQ(
        problems_with("method: { rho: { x: 1 - 2*x } }\n"),
        Lines{"case.yaml:5:21: method.rho.x: is 0 at half cell 4 of the axis (the operator is "
              "then not invertible): give finite numbers above 0"});
    EXPECT_EQ(
        problems_with("method: { rho: { x: [1, 2, 3] } }\nboundary: { x: neumann }\n"),
        Lines{"case.yaml:5:16: method.rho: axis x has a coefficient rho of 3 values where 9 fit "
              "(two for each cell, at its lower end and in its middle, and one at the upper end "
              "of the axis): give as many"});
    EXPECT_EQ(
        problems_with("method: { rho: { x: 1 + x^2 } }\n"),
        Lines{"case.yaml:5:16: method.rho: axis x has a coefficient rho and ends that are "
              "periodic or open (the tridiagonal solve along it needs walls): put walls there"});
    EXPECT_EQ(
        problems_with("method: { rho: { x: 1 + x^2 }, lambda: 1 }\n"
                      "boundary: { x: neumann }\n"),
        Lines{"case.yaml:5:16: method.rho: axis x has a coefficient rho and lambda is not 0 "
              "(divided by rho the equation would have a lambda that changes along the axis): "
              "use lambda = 0"});
}

TEST(BadPoisson, an_end_has_one_condition)
{
    EXPECT_EQ(
        problems_with("boundary: { y: { lower: {}, upper: { neumann: 1, dirichlet: 2 } } }\n"),
        (Lines{"case.yaml:5:25: boundary.y.lower: needs one of dirichlet, neumann, robin (an "
               "end has one condition): add one",
               "case.yaml:5:50: boundary.y.upper: 'dirichlet' and 'neumann' exclude each "
               "other (an end has one condition): keep one of them"}));
    EXPECT_EQ(
        problems_with("boundary: { y: { lower: { robyn: 1 }, upper: [1] } }\n"),
        (Lines{"case.yaml:5:25: boundary.y.lower: needs one of dirichlet, neumann, robin (an "
               "end has one condition): add one",
               "case.yaml:5:27: boundary.y.lower: unknown key 'robyn' (did you mean "
               "'robin'?)",
               "case.yaml:5:46: boundary.y.upper: expected one of dirichlet, neumann, open, or "
               "a map of dirichlet, neumann, where, elsewhere, robin (got a list)"}));
}

TEST(BadPoisson, the_place_of_an_error_in_an_expression_is_the_character)
{
    EXPECT_EQ(problems_with_source("1 + foo(x)"),
              Lines{"case.yaml:4:13: source: " + objection_to("1 + foo(x)")});
    EXPECT_EQ(problems_with_source("\"1 + foo(x)\""),
              Lines{"case.yaml:4:14: source: " + objection_to("1 + foo(x)")});
    EXPECT_EQ(problems_with("exact: '1 + foo(x)'  # u\n"),
              Lines{"case.yaml:5:13: exact: " + objection_to("1 + foo(x)")});
    EXPECT_EQ(
        problems_with("boundary: { x: { lower: { dirichlet: t }, upper: { neumann: 2* } } }\n"),
        (Lines{"case.yaml:5:38: boundary.x.lower.dirichlet: " + objection_to("t"),
               "case.yaml:5:63: boundary.x.upper.neumann: " + objection_to("2*")}));
}

TEST(BadPoisson, the_place_of_an_error_in_an_expression_written_otherwise_is_the_value)
{
    EXPECT_EQ(problems_with_source("1 +\n  foo(x)"),
              Lines{"case.yaml:4:9: source: " + objection_to("1 + foo(x)")});
    EXPECT_EQ(problems_with_source("\"1\\x20+ foo(x)\""),
              Lines{"case.yaml:4:9: source: " + objection_to("1 + foo(x)")});
    EXPECT_EQ(problems_with_source(">-\n  1 + foo(x)"),
              Lines{"case.yaml:4:9: source: " + objection_to("1 + foo(x)")});
}

TEST(BadPoisson, an_expression_of_a_stretched_axis_knows_only_s)
{
    const Lines problems = problems_of(
        "name: a\nsolver: poisson\nsource: 1\nboundary: { x: neumann }\n"
        "grid: { cells: [4], coordinates: { x: \"2*x\" } }\n");
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_TRUE(problems.front().starts_with("case.yaml:5:42: grid.coordinates.x: "))
        << problems.front();
}

TEST(BadPoisson, a_source_is_a_number_an_expression_or_a_file)
{
    EXPECT_EQ(problems_with_source("[1, 2]"),
              Lines{"case.yaml:4:9: source: expected a number or an expression in x, y, z, or a "
                    "map of file, field, component (got a list)"});
    EXPECT_EQ(problems_with_source(""),
              Lines{"case.yaml:4:1: source: has no value (give one, or remove the key)"});
    EXPECT_EQ(problems_with_source("{ file: ../f.vti, field: f, scale: 2 }"),
              (Lines{"case.yaml:4:17: source.file: '../f.vti' leaves the case's folder (paths are "
                     "relative to it, symbolic links followed): write one inside it, or allow "
                     "others with --allow-outside",
                     "case.yaml:4:37: source: unknown key 'scale' (the keys here are file, "
                     "field, component)"}));
    EXPECT_THAT(problems_with_source("{ file: f.vti, field: f, component: up }"),
                ::testing::Contains(::testing::HasSubstr(
                    "source.component: expected x, y, z or the number of a component, counted from "
                    "0 (got 'up')")));
    EXPECT_EQ(problems_with_source("{ file: f.vti, field: f }"),
              Lines{"case.yaml:4:17: source.file: 'f.vti' is not there (looked for f.vti): correct "
                    "the path, which is relative to the case"});
}

TEST(BadPoisson, fields_that_compare_need_the_exact_solution)
{
    EXPECT_EQ(problems_with("output: { fields: [p, error, exact] }\n"),
              (Lines{"case.yaml:5:23: output.fields: 'error' needs the exact solution (this case "
                     "has no key 'exact'): add it, or remove the field",
                     "case.yaml:5:30: output.fields: 'exact' needs the exact solution (this case "
                     "has no key 'exact'): add it, or remove the field"}));
    EXPECT_EQ(problems_with("exact: x\noutput: { fields: [p, error, exact] }\n"), Lines{});
}

TEST(BadPoisson, a_case_that_is_broken_elsewhere_is_answered)
{
    const std::string alias =
        ": aliases (*name) are not supported (a case is short, and cycles of them have no end): "
        "write the value out";
    EXPECT_EQ(problems_of("name: a\nsolver: poisson\ngrid: { cells: *c }\nsource: 1\n"
                          "boundary: { y: dirichlet }\n"),
              Lines{"case.yaml:3:16" + alias});
    EXPECT_EQ(problems_of("name: a\nsolver: poisson\ngrid: *g\nsource: 1\n"),
              Lines{"case.yaml:3:7" + alias});
}

}  // namespace
}  // namespace tobiuo::test
