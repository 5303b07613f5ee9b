// SPDX-License-Identifier: BSD-3-Clause
// Well-formed YAML that is not a case: unknown, duplicate, missing and mistyped keys, bad values.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

/// The errors of the smallest case with the lines `more` below it.
Lines problems_with(std::string_view more)
{
    return problems_of(std::string{smallest_case} + std::string{more});
}

Lines problems_with_grid(std::string_view grid)
{
    return problems_of("name: a\nsolver: himeno\ngrid: " + std::string{grid} + "\n");
}

TEST(BadCase, all_problems_of_a_file_are_reported_at_once_in_order)
{
    const Lines expected{
        // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): a sentence is longer than a line
        "case.yaml:1:7: name: expected 1 to 64 letters, digits, '.', '_' or '-', the first a "
        "letter or digit (got 'a b')",
        "case.yaml:3:1: duplicate key 'solver' (first given in line 2): keep one of them",
        "case.yaml:4:1: unknown key 'gird' (did you mean 'grid'?)",
        "case.yaml:5:17: grid.preset: 'xl' is none of XS, S, M, L, XL (did you mean 'XL'?)",
        "case.yaml:5:21: grid: unknown key 'celsl' (did you mean 'cells'?)",
        "case.yaml:6:22: method.precision: 'doubel' is none of single, double (did you mean "
        "'double'?)",
        "case.yaml:6:37: method.omega: expected a finite number above 0 and below 2 (got '2')",
        "case.yaml:7:16: run.sweeps: expected an integer from 1 to 1000000000000 (got the quoted "
        "text 'many'): write it in decimal digits",
        "case.yaml:7:24: run: 'max_sweeps' goes only with 'tolerance' (which this case has not): "
        "remove it",
        "case.yaml:8:25: coefficients.random: missing key 'seed' (every seed gives other arrays): "
        "add it",
        "case.yaml:8:27: coefficients.random: unknown key 'sede' (did you mean 'seed'?)",
        "case.yaml:9:10: backend: 'gpu' is none of auto, cpu, cuda, opencl: write auto or cuda",
        "case.yaml:10:9: device: expected an integer from 0 to 1023 (got '1.5')",
        "case.yaml:11:20: output.picture: expected true or false, or a map of plane, at, field, "
        "range, isolines, map (got 'yes')",
        "case.yaml:11:33: output.format: 'hdf' is not known (there is only vti)",
        "case.yaml:11:48: output.encoding: 'apended' is none of inline, appended (did you mean "
        "'appended'?)"};
    EXPECT_EQ(problems_of("name: a b\n"
                          "solver: himeno\n"
                          "solver: himeno\n"
                          "gird: { preset: S }\n"
                          "grid: { preset: xl, celsl: [4, 4, 4] }\n"
                          "method: { precision: doubel, omega: 2 }\n"
                          "run: { sweeps: 'many', max_sweeps: 10 }\n"
                          "coefficients: { random: { sede: 4 }}\n"
                          "backend: gpu\n"
                          "device: 1.5\n"
                          "output: { picture: yes, format: hdf, encoding: apended }\n"),
              expected);
}

TEST(BadCase, pictures_that_cannot_be_drawn_are_told)
{
    const std::string himeno = "name: a\nsolver: himeno\ngrid: { preset: S }\noutput:\n";
    EXPECT_EQ(problems_of(himeno + "  fields: [p, bnd]\n"
                                   "  picture: { plane: r, field: a0, range: [2, 1], isolines: -1,"
                                   " map: jet, colour: red }\n"),
              (Lines{"case.yaml:6:21: output.picture.plane: 'r' is none of x, y, z",
                     // NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
                     "case.yaml:6:31: output.picture.field: 'a0' is not written (output.fields has "
                     "p, bnd): add it there, or draw one of these",
                     "case.yaml:6:42: output.picture.range: expected [lower, upper] with lower "
                     "below upper (got [2, 1]): swap them",
                     "case.yaml:6:60: output.picture.isolines: expected an integer from 0 to 100 "
                     "(got '-1')",
                     "case.yaml:6:69: output.picture.map: 'jet' is none of sequential, diverging",
                     "case.yaml:6:74: output.picture: unknown key 'colour' (the keys here are "
                     "plane, at, field, range, isolines, map)"}));
    EXPECT_EQ(problems_of(himeno + "  picture: { plane: z, at: 0.6 }\n"),
              (Lines{"case.yaml:5:28: output.picture.at: 0.6 is outside of the grid (where z goes "
                     "from 0 to 0.5): choose a place between"}));
    const std::string flat =
        "name: a\nsolver: poisson\nsource: 0\ngrid: { cells: [8, 8] }\noutput:\n";
    EXPECT_EQ(problems_of(flat + "  picture: { plane: z, at: 0.5 }\n"),
              (Lines{"case.yaml:6:21: output.picture.plane: the axis z is absent (grid.cells has 2 "
                     "numbers): remove it, or give the axis cells"}));
    EXPECT_EQ(problems_of(flat + "  picture: { at: 0.5 }\n"),
              (Lines{"case.yaml:6:18: output.picture.at: needs a plane (all of a field along one "
                     "or two axes is drawn): remove it, or name an axis by 'plane'"}));
    const std::string line = "name: a\nsolver: poisson\nsource: 0\ngrid: { cells: [8] }\noutput:\n";
    EXPECT_EQ(problems_of(line + "  picture: { plane: x }\n"),
              (Lines{"case.yaml:6:21: output.picture.plane: a field along one axis is drawn as a "
                     "curve (it has no slices): remove it"}));
    EXPECT_EQ(problems_of(line + "  picture: { isolines: 3 }\n"),
              (Lines{"case.yaml:6:24: output.picture.isolines: a field along one axis is drawn as "
                     "a curve (which has no isolines): remove it"}));
}

TEST(BadCase, missing_keys_are_named_with_their_meaning)
{
    EXPECT_EQ(problems_of("method: {}\n"),
              (Lines{"case.yaml:1:1: missing key 'grid' (size and place of the grid; only "
                     "coefficients from a file bring their own): add it",
                     "case.yaml:1:1: missing key 'name' (name of the run and of the folder of its "
                     "results): add it",
                     "case.yaml:1:1: missing key 'solver' (what is solved; one of himeno, "
                     "poisson, flow): add it"}));
}

TEST(BadCase, a_word_in_the_place_of_a_map_is_answered_with_the_forms_of_the_map)
{
    EXPECT_EQ(problems_of("name: a\nsolver: himeno\ngrid: { preset: S }\ncoefficients: random\n"),
              Lines{"case.yaml:4:15: coefficients: 'random' is not known: write official, { "
                    "random: { seed: ... } } or { file: ... }"});
}

TEST(BadCase, a_section_that_is_no_map_is_reported_once)
{
    EXPECT_EQ(problems_with("output: 3\n"),
              Lines{"case.yaml:4:9: output: expected a map of keys to values (its keys are "
                    "directory, fields, format, encoding, precision, picture, history_rows)"});
}

TEST(BadCase, keys_without_value_are_reported_at_the_key)
{
    EXPECT_EQ(problems_of("name:\nsolver: ~\ngrid:\n"),
              (Lines{"case.yaml:1:1: name: has no value (give one, or remove the key)",
                     "case.yaml:2:1: solver: has no value (give one, or remove the key)",
                     "case.yaml:3:1: grid: has no value (give it keys, or remove it)"}));
}

TEST(BadCase, the_keys_of_an_unknown_solver_are_not_judged)
{
    EXPECT_EQ(problems_of("name: a\nsolver: wave\nboundary: { x: 3 }\noutput: { fields: [u] }\n"),
              Lines{"case.yaml:2:9: solver: 'wave' is none of himeno, poisson, flow"});
}

TEST(BadCase, a_misspelt_solver_counts_as_the_nearest_one)
{
    EXPECT_EQ(
        problems_of("name: a\nsolver: Poison\ngrid: { cells: [4] }\nsource: 0\nomega: 1\n"),
        (Lines{"case.yaml:2:9: solver: 'Poison' is none of himeno, poisson, flow (did you mean "
               "'poisson'?)",
               "case.yaml:5:1: unknown key 'omega' (the keys here are name, solver, grid, "
               "boundary, bodies, coefficient, source, exact, method, run, device_memory, backend, "
               "device, output, "
               "study)"}));
}

TEST(BadCase, a_missing_solver_counts_as_the_one_that_knows_most_of_the_keys)
{
    EXPECT_EQ(
        problems_of("name: a\ngrid: { cells: [4] }\nsource: 0\n"),
        Lines{"case.yaml:1:1: missing key 'solver' (what is solved; one of himeno, poisson, flow): "
              "add it"});
}

TEST(BadCase, a_key_of_another_solver_says_so)
{
    EXPECT_EQ(problems_of("name: a\nsolver: himeno\ngrid: { cells: [4, 4, 4], coordinates: 1 }\n"
                          "source: 1\nmethod: { lambda: 1 }\n"),
              (Lines{"case.yaml:3:27: grid: unknown key 'coordinates' (it is a key of solver: "
                     "poisson): remove it",
                     "case.yaml:4:1: unknown key 'source' (it is a key of solver: poisson): remove "
                     "it",
                     "case.yaml:5:11: method: unknown key 'lambda' (it is a key of solver: "
                     "poisson): remove it"}));
    EXPECT_EQ(problems_of("name: a\nsolver: poisson\ngrid: { cells: [4] }\nsource: 1\n"
                          "kernel: {}\noutput: { history_rows: 4 }\n"),
              (Lines{"case.yaml:5:1: unknown key 'kernel' (it is a key of solver: himeno): remove "
                     "it",
                     "case.yaml:6:11: output: unknown key 'history_rows' (it is a key of solver: "
                     "himeno): remove it"}));
}

TEST(BadCase, cells_are_three_integers_of_at_least_three)
{
    const std::string expected = ": grid.cells: expected an integer from 3 to 1000000 (got '";
    EXPECT_EQ(problems_with_grid("{ cells: [-8, 0, 2] }"),
              (Lines{"case.yaml:3:17" + expected + "-8')", "case.yaml:3:21" + expected + "0')",
                     "case.yaml:3:24" + expected + "2')"}));
    EXPECT_EQ(problems_with_grid("{ cells: [1000001, 99999999999999999999, 1e-3] }"),
              (Lines{"case.yaml:3:17" + expected + "1000001')",
                     "case.yaml:3:26" + expected + "99999999999999999999')",
                     "case.yaml:3:48" + expected + "1e-3')"}));
    EXPECT_EQ(problems_with_grid("{ cells: [4, 4] }"),
              Lines{"case.yaml:3:16: grid.cells: expected a list of 3 values (got 2)"});
    EXPECT_EQ(problems_with_grid("{ cells: 64 }"),
              Lines{"case.yaml:3:16: grid.cells: expected a list of 3 values (got '64'): write it "
                    "in square brackets"});
    EXPECT_EQ(problems_with_grid("{ cells: [1000000, 1000000, 1000000] }"),
              Lines{"case.yaml:3:16: grid.cells: more than 2^54 values in all (no memory holds "
                    "them): use fewer"});
}

TEST(BadCase, integers_are_whole_numbers)
{
    const auto problem = [](const std::string& text) {
        return problems_with("run: { sweeps: " + text + " }\n");
    };
    const std::string expected =
        "case.yaml:4:16: run.sweeps: expected an integer from 1 to 1000000000000 (got ";
    EXPECT_EQ(problem("1_000"), Lines{expected + "'1_000'): write it in decimal digits"});
    EXPECT_EQ(problem("2.5"), Lines{expected + "'2.5')"});
    EXPECT_EQ(problem("1e999"), Lines{expected + "'1e999', which is beyond the range of numbers)"});
    EXPECT_EQ(problem("true"), Lines{expected + "'true'): write it in decimal digits"});
    EXPECT_EQ(problem("[3]"), Lines{expected + "a list)"});
    EXPECT_EQ(problem("{a: 3}"), Lines{expected + "a map)"});
}

TEST(BadCase, numbers_are_finite_and_in_range)
{
    const auto problem = [](const std::string& text) {
        return problems_with("method: { omega: " + text + " }\n");
    };
    const std::string expected =
        "case.yaml:4:18: method.omega: expected a finite number above 0 and below 2 (got '";
    EXPECT_EQ(problem("0"), Lines{expected + "0')"});
    EXPECT_EQ(problem("0.8x"), Lines{expected + "0.8x'): write it like 0.5, 1.0e-6 or 2*pi"});
}

TEST(BadCase, an_extent_needs_room_for_its_cells)
{
    const std::string expected = "expected [lower, upper] with lower below upper";
    EXPECT_EQ(problems_with_grid("{ cells: [4, 4, 4], extent: { x: [1, 0], y: [1, "
                                 "1.0000000000000002], z: [-1e308, 1e308] } }"),
              (Lines{"case.yaml:3:40: grid.extent.x: " + expected + " (got [1, 0])",
                     "case.yaml:3:51: grid.extent.y: " + expected +
                         ", far enough apart for the cells (got [1, 1.0000000000000002])",
                     "case.yaml:3:79: grid.extent.z: " + expected +
                         ", far enough apart for the cells (got [-1e+308, 1e+308])"}));
    EXPECT_EQ(problems_with_grid("{ preset: S, extent: { x: [0, 1], y: [0, 1] } }"),
              Lines{"case.yaml:3:28: grid.extent: missing key 'z' ([lower, upper] of the domain "
                    "along z): add it"});
}

TEST(BadCase, alternatives_exclude_each_other_and_one_is_needed)
{
    EXPECT_EQ(problems_with("run: { sweeps: 3, tolerance: 1e-3 }\n"),
              Lines{"case.yaml:4:19: run: 'tolerance' and 'sweeps' exclude each other (one rule "
                    "stops a run): keep one of them"});
    EXPECT_EQ(problems_with("run: {}\n"),
              Lines{"case.yaml:4:6: run: needs one of target_seconds, sweeps, tolerance (one rule "
                    "stops a run): add one"});
    EXPECT_EQ(problems_with_grid("{ preset: S, location: node }"),
              Lines{"case.yaml:3:20: grid: 'location' goes only with 'cells' (which this case has "
                    "not): remove it"});
}

TEST(BadCase, fields_are_known_arrays_each_once)
{
    EXPECT_EQ(problems_with("output: { fields: [p, bndd, p] }\n"),
              (Lines{"case.yaml:4:23: output.fields: 'bndd' is none of a0, a1, a2, a3, b0, b1, "
                     "b2, c0, c1, c2, wrk1, bnd, p (did you mean 'bnd'?)",
                     "case.yaml:4:29: output.fields: expected a list of one or more different "
                     "values (got 'p'): list it once"}));
    EXPECT_EQ(problems_with("output: { fields: [] }\n"),
              Lines{"case.yaml:4:19: output.fields: expected a list of one or more different "
                    "values (got 0)"});
}

TEST(BadCase, an_unknown_kernel_or_switch_is_rejected)
{
    const Lines kernel = problems_with("kernel: { name: warp9 }\n");
    ASSERT_EQ(kernel.size(), 1U);
    EXPECT_TRUE(
        kernel.front().starts_with("case.yaml:4:17: kernel.name: 'warp9' is none of auto, "))
        << kernel.front();
    const Lines unknown = problems_with("kernel: { flux_capacitor: 3 }\n");
    ASSERT_EQ(unknown.size(), 1U);
    EXPECT_TRUE(
        unknown.front().starts_with("case.yaml:4:11: kernel: unknown key "
                                    "'flux_capacitor' (the keys here are name"))
        << unknown.front();
}

void expect_foreign_kernel(const std::string& kernel, const std::string& backend)
{
    EXPECT_EQ(problems_with("backend: " + backend + "\nkernel: { name: " + kernel + " }\n"),
              Lines{"case.yaml:5:17: kernel.name: the kernel '" + kernel +
                    "' is not one of backend: " + backend +
                    " (it runs elsewhere): choose another kernel or backend"});
}

TEST(BadCase, a_kernel_of_the_other_back_end_is_rejected)
{
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        const std::string other = kind.backend == Backend::cpu ? "cuda" : "cpu";
        expect_foreign_kernel(std::string{kind.name}, other);
    }
}

void expect_foreign_switch(const std::string& kernel, const stencil::Parameter& parameter)
{
    const std::string name{parameter.name};
    const std::string value{parameter.choices.empty() ? "7" : parameter.choices.front()};
    const Lines problems =
        problems_with("kernel:\n  name: " + kernel + "\n  " + name + ": " + value + "\n");
    ASSERT_EQ(problems.size(), 1U);
    const std::string expected = "case.yaml:6:" + std::to_string(name.size() + 5) + ": kernel." +
                                 name + ": the kernel '" + kernel + "' has no such switch (it has ";
    EXPECT_TRUE(problems.front().starts_with(expected)) << problems.front();
}

TEST(BadCase, a_switch_of_another_kernel_is_rejected)
{
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        for (const stencil::SweepKind& other : stencil::sweep_kinds()) {
            for (const stencil::Parameter& parameter : other.parameters) {
                if (std::ranges::find(kind.parameters, parameter.name, &stencil::Parameter::name) ==
                    kind.parameters.end()) {
                    expect_foreign_switch(std::string{kind.name}, parameter);
                }
            }
        }
    }
}

TEST(BadCase, a_flood_of_problems_is_cut)
{
    std::string text{smallest_case};
    for (int i = 0; i < 200; ++i) {
        text += "k" + std::to_string(i) + ": 1\n";
    }
    const Lines problems = problems_of(text);
    EXPECT_EQ(problems.size(), 101U);
    EXPECT_EQ(problems.back(), "case.yaml: and 100 more problems");
}

}  // namespace
}  // namespace tobiuo::test
