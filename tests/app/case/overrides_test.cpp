// `--set key=value`: overrides, inserts, replaces alternatives, and errors that name the setting.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

constexpr std::string_view tolerance_case =
    "name: a\n"
    "solver: himeno\n"
    "grid: { cells: [4, 5, 6], location: node }\n"
    "run: { tolerance: 1e-3, max_sweeps: 5 }\n"
    "coefficients: official\n";

CaseOptions set(std::vector<std::string> settings)
{
    return {.set = std::move(settings), .output = {}, .allow_outside = false};
}

HimenoCase himeno_with(std::vector<std::string> settings)
{
    return std::get<HimenoCase>(CaseFolder{tolerance_case}.read(set(std::move(settings))).solver);
}

Lines problems_with(std::vector<std::string> settings)
{
    return problems_of(tolerance_case, set(std::move(settings)));
}

TEST(Overrides, replace_values_and_make_sections)
{
    const HimenoCase himeno = himeno_with({"method.omega=1.5", "run.max_sweeps=9"});
    EXPECT_EQ(himeno.omega, 1.5);
    EXPECT_EQ(std::get<himeno::Tolerance>(himeno.stop).max_sweeps, 9);
}

TEST(Overrides, an_alternative_replaces_its_siblings_and_what_belongs_to_them)
{
    const HimenoCase himeno = himeno_with({"run.sweeps=10", "grid.preset=M"});
    EXPECT_EQ(std::get<himeno::FixedSweeps>(himeno.stop).sweeps, 10);
    EXPECT_EQ(himeno.grid->shape(), (stencil::Shape{128, 128, 256}));
    EXPECT_EQ(himeno.grid->location, Location::cell);
}

TEST(Overrides, later_ones_win)
{
    const HimenoCase himeno = himeno_with(
        {"run.sweeps=10", "run.target_seconds=3", "method.omega=1", "method.omega=0.5"});
    EXPECT_EQ(std::get<himeno::TargetSeconds>(himeno.stop).seconds, 3.0);
    EXPECT_EQ(himeno.omega, 0.5);
}

TEST(Overrides, values_are_yaml)
{
    const HimenoCase himeno =
        himeno_with({"grid={cells: [7, 8, 9]}", "coefficients.random.seed=4"});
    EXPECT_EQ(himeno.grid->shape(), (stencil::Shape{9, 8, 7}));
    EXPECT_EQ(std::get<RandomCoefficients>(himeno.coefficients).seed, 4U);
}

TEST(Overrides, errors_name_the_setting_after_those_of_the_file)
{
    EXPECT_EQ(problems_of("name: a\nsolver: himeno\nfooo: 1\ngrid: { preset: S }\n",
                          set({"grid.presett=XL", "run.sweep=1"})),
              (Lines{"case.yaml:3:1: unknown key 'fooo' (the keys here are name, solver, grid, "
                     "coefficients, method, run, kernel, backend, device, output)",
                     "--set grid.presett: grid: unknown key 'presett' (did you mean 'preset'?)",
                     "--set run.sweep: run: unknown key 'sweep' (did you mean 'sweeps'?)",
                     "--set run.sweep: run: needs one of target_seconds, sweeps, tolerance (one "
                     "rule stops a run): add one"}));
    EXPECT_EQ(problems_with({"grid.preset=XXL"}),
              Lines{"--set grid.preset: grid.preset: 'XXL' is none of XS, S, M, L, XL (did you "
                    "mean 'XL'?)"});
    EXPECT_EQ(problems_with({"name="}),
              Lines{"--set name: name: has no value (give one, or remove the key)"});
    EXPECT_EQ(problems_with({"name.first=b"}), Lines{"--set name.first: name: expected a text "
                                                     "(got a map)"});
}

TEST(Overrides, malformed_settings_are_problems)
{
    const std::string expected = ": expected key=value (such as --set grid.preset=XL)";
    EXPECT_EQ(problems_with({"grid.preset", "=3", "grid..preset=S", ""}),
              (Lines{"--set grid.preset" + expected, "--set =3" + expected,
                     "--set grid..preset=S" + expected, "--set " + expected}));
    EXPECT_EQ(problems_with({"grid.cells.0=4"}),
              Lines{"--set grid.cells.0: 'cells' is a list (its elements have no names): set the "
                    "whole list, such as [1, 2, 3]"});
    EXPECT_EQ(problems_with({"name='b"}), Lines{"--set name:1:3: a quote is not closed: close it"});
    EXPECT_EQ(problems_with({"grid.cells=[4, 4"}),
              Lines{"--set grid.cells:1:6: a '[' before this is not closed: close it with ']'"});
}

}  // namespace
}  // namespace tobiuo::test
