// SPDX-License-Identifier: BSD-3-Clause
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
    EXPECT_EQ(shape_of(*himeno.grid), (stencil::Shape{128, 128, 256}));
    EXPECT_EQ(himeno.grid->location, Location::cell);
}

constexpr std::string_view poisson_case =
    "name: a\n"
    "solver: poisson\n"
    "grid: { cells: [4, 5, 6], coordinates: { y: s^2 } }\n"
    "boundary: { x: { lower: neumann, upper: { neumann: 2 } }, y: dirichlet }\n"
    "source: x*y\n";

PoissonCase poisson_with(std::vector<std::string> settings)
{
    return std::get<PoissonCase>(CaseFolder{poisson_case}.read(set(std::move(settings))).solver);
}

TEST(Overrides, reach_every_key_of_poisson)
{
    const PoissonCase poisson = poisson_with(
        {"grid.cells=[7, 8]", "grid.location=node", "grid.coordinates.x=[0, 1, 2, 3, 4, 5, 6, 9]",
         "boundary.x.upper.dirichlet=sin(pi*y)", "boundary.y=neumann", "source=2", "exact=x",
         "method.lambda=-1", "method.operator=spectral", "run.repeat=3"});
    const poisson::Problem& problem = poisson.problem;
    EXPECT_EQ(poisson.dimensions, 2);
    EXPECT_EQ(shape_of(problem.grid), (stencil::Shape{2, 9, 8}));
    EXPECT_EQ(problem.grid.axes[0].upper, 9.0);
    EXPECT_TRUE(problem.grid.axes[1].stretched());
    EXPECT_EQ(problem.sides[0].upper, poisson::Condition::dirichlet);
    EXPECT_EQ(poisson.boundary[0][1].text, "sin(pi*y)");
    EXPECT_EQ(problem.sides[1].lower, poisson::Condition::neumann);
    EXPECT_EQ(std::get<FieldExpression>(poisson.source).text, "2");
    EXPECT_EQ(problem.lambda, -1.0);
    EXPECT_EQ(problem.op, poisson::Operator::spectral);
    EXPECT_EQ(poisson.repeat, 3);
}

TEST(Overrides, of_the_solver_decide_what_the_other_keys_mean)
{
    const CaseFolder folder{poisson_case};
    EXPECT_EQ(folder.problems(set({"solver=himeno"})),
              (Lines{"case.yaml:3:27: grid: unknown key 'coordinates' (it is a key of solver: "
                     "poisson): remove it",
                     "case.yaml:4:1: unknown key 'boundary' (it is a key of solver: poisson): "
                     "remove it",
                     "case.yaml:5:1: unknown key 'source' (it is a key of solver: poisson): "
                     "remove it"}));
    EXPECT_EQ(problems_with({"source=1", "solver=poisson", "run={}", "solver=himeno"}),
              (Lines{"--set run: run: needs one of target_seconds, sweeps, tolerance (one rule "
                     "stops a run): add one",
                     "--set source: unknown key 'source' (it is a key of solver: poisson): remove "
                     "it"}));
    EXPECT_EQ(CaseFolder{"name: a\nsolver: himeno\ngrid: { cells: [4, 5, 6] }\n"}
                  .read(set({"source=1", "solver=poisson"}))
                  .solver.index(),
              1U);
}

TEST(Overrides, errors_in_expressions_name_the_setting)
{
    const Lines problems = problems_of(poisson_case, set({"source=1 + foo(x)"}));
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_TRUE(problems.front().starts_with("--set source: source: ")) << problems.front();
}

TEST(Overrides, later_ones_win)
{
    const HimenoCase himeno = himeno_with(
        {"run.sweeps=10", "run.target_seconds=3", "method.omega=1", "method.omega=0.5"});
    EXPECT_EQ(std::get<himeno::TargetSeconds>(himeno.stop).seconds, 3.0);
    EXPECT_EQ(himeno.omega, 0.5);
}

TEST(Overrides, replace_what_they_exclude_in_flows)
{
    const CaseFolder folder{
        "name: a\nsolver: flow\ngrid: { cells: [4, 4] }\n"
        "fluid: { viscosity: 1, force: [1, 0, 0] }\n"
        "initial: { file: start.vti, field: v }\nrun: { until: 1, cfl: 0.5 }\n"};
    const auto flow = std::get<FlowCase>(
        folder.read(set({"fluid.bulk_velocity=[2, 0, 0]", "initial.u=3", "run.time_step=0.25"}))
            .solver);
    EXPECT_EQ(flow.force[0].text, "0");
    EXPECT_EQ(flow.bulk_velocity.value()[0], 2.0);
    EXPECT_FALSE(flow.initial_file);
    EXPECT_EQ(std::get<FieldExpression>(flow.initial[0]).text, "3");
    EXPECT_EQ(flow.run.time_step, 0.25);
    const auto back = std::get<FlowCase>(
        folder
            .read(set({"initial.u=3", "run.time_step=0.25", "run.cfl=0.75",
                       "fluid.bulk_velocity=[2, 0, 0]", "fluid.force=[4, 0, 0]"}))
            .solver);
    EXPECT_FALSE(back.run.time_step);
    EXPECT_EQ(back.run.cfl, 0.75);
    EXPECT_EQ(back.force[0].text, "4");
    EXPECT_FALSE(back.bulk_velocity);
}

TEST(Overrides, values_are_yaml)
{
    const HimenoCase himeno =
        himeno_with({"grid={cells: [7, 8, 9]}", "coefficients.random.seed=4"});
    EXPECT_EQ(shape_of(*himeno.grid), (stencil::Shape{9, 8, 7}));
    EXPECT_EQ(std::get<RandomCoefficients>(himeno.coefficients).seed, 4U);
}

TEST(Overrides, errors_name_the_setting_after_those_of_the_file)
{
    EXPECT_EQ(
        problems_of("name: a\nsolver: himeno\nfooo: 1\ngrid: { preset: S }\n",
                    set({"grid.presett=XL", "run.sweep=1"})),
        (Lines{"case.yaml:3:1: unknown key 'fooo' (the keys here are name, solver, grid, "
               "coefficients, method, run, kernel, checkpoint, backend, device, output, study)",
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
