// SPDX-License-Identifier: BSD-3-Clause
// Faces computed from their expressions, where a machine has its memory, beside those of problems.
#include "solvers/flow/formula_faces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "kernels/flow/given_faces.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::flow {
namespace {

struct GivenFormula {
    int face;
    int component;
    std::string text;
};

/// A problem and the formulas of its faces.
struct FormulaFlow {
    std::string name;
    Problem problem;
    std::vector<GivenFormula> given;
    FaceCourse course = {};

    /// What those of the lower face across x are multiplied with where it has turbulence.
    [[nodiscard]] double factor(const FaceFormula& formula, double time) const
    {
        return course.turbulence.empty() || formula.face != 0 ? 1.0 : 1.0 + time * time;
    }

    [[nodiscard]] std::vector<FaceFormula> formulas() const
    {
        std::vector<FaceFormula> formulas;
        for (const auto& [face, component, text] : given) {
            formulas.push_back(
                face_formula(problem, face, component, Expression{text, {"x", "y", "z", "t"}}));
            if (!course.turbulence.empty()) {
                formulas.back().factor = [*this, one = formulas.back()](double time) {
                    return factor(one, time);
                };
            }
        }
        return formulas;
    }

    /// The problem with the values of its formulas at a time, without scaling.
    [[nodiscard]] Problem at(double time) const
    {
        Problem changed = problem;
        for (const FaceFormula& formula : formulas()) {
            std::vector<double> values;
            const auto& [x, y, z] = formula.values.positions;
            for (const double at_z : z) {
                for (const double at_y : y) {
                    for (const double at_x : x) {
                        values.push_back(factor(formula, time) *
                                         formula.values.formula.at(at_x, at_y, at_z, time));
                    }
                }
            }
            Faces& faces = changed.faces.at(static_cast<std::size_t>(formula.face / 2));
            Face& face = formula.face % 2 == 0 ? faces.lower : faces.upper;
            (formula.component == 3
                 ? changed.scalar->faces.at(static_cast<std::size_t>(formula.face)).profile
                 : face.profile.at(static_cast<std::size_t>(formula.component))) = values;
        }
        for (const FaceRate& rated : course.rates) {
            Faces& faces = changed.faces.at(static_cast<std::size_t>(rated.face / 2));
            (rated.face % 2 == 0 ? faces.lower : faces.upper).flow_rate = rated.rate(time);
        }
        for (const FaceTurbulence& one : course.turbulence) {
            Faces& faces = changed.faces.at(static_cast<std::size_t>(one.face / 2));
            InflowTurbulence{problem, one.face, one.turbulence}.add(
                one.face % 2 == 0 ? faces.lower : faces.upper, time);
        }
        return changed;
    }
};

FormulaFlow formula_flow(const std::string& name, Problem problem,
                         const std::vector<GivenFormula>& given)
{
    FormulaFlow flow{name, std::move(problem), given};
    flow.problem = flow.at(0.0);
    return flow;
}

/// Six inlets whose flows are out of balance by the error of sums, on unequal cells.
FormulaFlow six_inlets()
{
    Problem problem{.grid = box({7, 6, 5}, {1.0, 2.0, 1.5}), .viscosity = 0.1};
    problem.grid.axes[2].nodes = {0.0, 0.2, 0.5, 0.9, 1.2, 1.5};
    problem.faces = {both(FaceKind::inflow), both(FaceKind::inflow), both(FaceKind::inflow)};
    std::vector<GivenFormula> given;
    for (int face = 0; face < 6; ++face) {
        given.push_back({face, 0, "sin(2*x + t)*cos(y) + 1"});
        given.push_back({face, 1, "-2*cos(2*x + t)*sin(y) + t*z"});
        given.push_back({face, 2, "0.3*cos(x - y) + t"});
    }
    return formula_flow("six inlets", std::move(problem), given);
}

/// A duct with a rate, an outflow, a moving lid and a scalar.
FormulaFlow rated_duct()
{
    Problem problem{.grid = box({6, 5, 4}, {2.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow, .velocity = {0.0, 0.25, 0.0}},
                        .upper = {.kind = FaceKind::outflow}};
    problem.faces[0].lower.flow_rate = 3.0;
    problem.faces[1] = both(FaceKind::no_slip);
    problem.faces[1].lower.velocity = {0.5, 0.0, 0.0};
    problem.scalar = Scalar{.diffusivity = 0.1, .reference = 0.5};
    problem.scalar->faces[0] = {.kind = ScalarFaceKind::value};
    problem.scalar->faces[2] = {.kind = ScalarFaceKind::value, .number = 0.25};
    return formula_flow("duct", std::move(problem),
                        {{0, 0, "(1 + 0.5*sin(t))*y*(1 - y)"},
                         {3, 0, "cos(3*t)*z"},
                         {0, 3, "2*t + y"},
                         {3, 3, "0.1*sin(t)*x"}});
}

/// A box with inlets of which one has a rate: the other ones are scaled to it.
FormulaFlow shared_rate()
{
    Problem problem{.grid = box({6, 5, 4}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = both(FaceKind::inflow);
    problem.faces[1] = both(FaceKind::free_slip);
    problem.faces[0].upper.flow_rate = -1.00000001;
    return formula_flow("shared rate", std::move(problem),
                        {{0, 0, "1 + 0*t"}, {1, 0, "y*(1 + t)"}, {1, 1, "z*t"}});
}

/// A duct with turbulence and a rate that changes, and another inlet without a rate.
FormulaFlow turbulent_duct(bool has_rate)
{
    Problem problem{.grid = box({6, 8, 8}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::inflow}};
    problem.faces[1] = both(FaceKind::free_slip);
    problem.faces[2] = {.lower = {.kind = FaceKind::free_slip},
                        .upper = {.kind = FaceKind::outflow}};
    FormulaFlow flow =
        formula_flow(has_rate ? "turbulence and a rate" : "turbulence", std::move(problem),
                     {{0, 0, "1 + y*(1 - y)"}, {0, 1, "0.1*z"}, {0, 2, "0"}, {1, 0, "-y"}});
    flow.course.turbulence = {
        {.face = 0, .turbulence = {.intensity = 0.2, .length = 0.4, .seed = 5}}};
    if (has_rate) {
        flow.course.rates = {{.face = 0, .rate = [](double time) { return 2.0 + time; }}};
    }
    return flow;
}

std::vector<FormulaFlow> flows()
{
    return {six_inlets(), rated_duct(), shared_rate(), turbulent_duct(false), turbulent_duct(true)};
}

constexpr double rounding = 1e-13;  // of sums over some dozen points

/// The largest sum of |velocity| / least width, see FacesAtTime.
double rate_of(const Problem& problem)
{
    double largest = 0.0;
    for (int face = 0; face < 6; ++face) {
        const Face& one = face_of(problem, face);
        const std::size_t points = std::max(
            {one.profile[0].size(), one.profile[1].size(), one.profile[2].size(), std::size_t{1}});
        for (std::size_t point = 0; point < points; ++point) {
            double rate = 0.0;
            for (int component = 0; component < 3; ++component) {
                const Axis& axis = problem.grid.axes.at(static_cast<std::size_t>(component));
                double width = width_of(axis, 0);
                for (std::int64_t cell = 1; cell < axis.cells; ++cell) {
                    width = std::min(width, width_of(axis, cell));
                }
                rate += std::abs(given_velocity(one, component, point)) / width;
            }
            largest = std::max(largest, rate);
        }
    }
    return largest;
}

/// Compares faces on the machine with those of problems.
void expect_the_faces_of_problems(
    const std::function<std::unique_ptr<const runtime::Machine>()>& make)
{
    const auto machine = make();
    for (const FormulaFlow& flow : flows()) {
        SCOPED_TRACE(flow.name);
        FormulaFaces faces{flow.problem, flow.formulas(), make(), flow.course};
        const std::array times{0.0, 0.3, 1.1};
        for (int look = 0; look < 3; ++look) {
            const std::vector<FacesAtTime> found = faces.look_and_wait(times);
            const std::vector<FaceArrays> arrays =
                faces.take(std::array<std::size_t, 3>{2, 0, 1}, nullptr);
            for (std::size_t time = 0; time < times.size(); ++time) {
                const Problem given = flow.at(times.at(time));
                ASSERT_EQ(unsupported_reason(given, Backend::cpu), std::nullopt);
                const Problem expected = balanced(given).problem;
                EXPECT_TRUE(found[time].is_finite);
                EXPECT_TRUE(found[time].make_a_flow);
                EXPECT_GE(found[time].largest_rate, rate_of(expected) * (1.0 - rounding));
                EXPECT_LE(found[time].largest_rate,
                          rate_of(expected) * (flow.course.turbulence.empty() ? 1.1 : 1.25));
                const FaceArrays& in_memory = arrays[time == 2 ? 0 : time + 1];
                EXPECT_NEAR(in_memory.entering, outflow_speed(expected) * outflow_area(expected),
                            rounding);
                for (const FaceFormula& formula : flow.formulas()) {
                    const auto face = static_cast<std::size_t>(formula.face);
                    const auto component = static_cast<std::size_t>(formula.component);
                    const bool is_scalar = component == 3;
                    const std::vector<double>& values =
                        is_scalar ? expected.scalar->faces.at(face).profile
                                  : face_of(expected, formula.face).profile.at(component);
                    std::vector<double> filled(values.size());
                    machine->read_and_wait(std::as_writable_bytes(std::span{filled}),
                                           is_scalar ? in_memory.scalar.at(face)
                                                     : in_memory.velocity.at(face).at(component));
                    EXPECT_LT(largest_difference(filled, values), rounding)
                        << formula.values.formula.text();
                }
            }
        }
    }
}

TEST(FormulaFaces, are_those_of_problems)
{
    expect_the_faces_of_problems([] { return runtime::make_host_machine(); });
}

class FormulaFacesOnDevice : public test::OnDevice {};

TEST_F(FormulaFacesOnDevice, are_those_of_problems)
{
    expect_the_faces_of_problems([] { return runtime::make_cuda_machine(); });
}

TEST(FormulaFaces, know_the_largest_difference_of_a_scalar)
{
    const FormulaFlow flow = rated_duct();
    FormulaFaces faces{flow.problem, flow.formulas(), runtime::make_host_machine()};
    const std::array times{0.0, 1.0};
    const std::vector<FacesAtTime> found = faces.look_and_wait(times);
    EXPECT_DOUBLE_EQ(found[0].largest_difference, 0.4) << "at y = 0.1 or 0.9";
    EXPECT_DOUBLE_EQ(found[1].largest_difference, 2.4) << "2 + 0.9 - 0.5";
}

TEST(FormulaFaces, take_values_of_the_host_in_place_of_a_formula)
{
    const FormulaFlow flow = rated_duct();
    std::vector<FaceFormula> formulas = flow.formulas();
    formulas[0].values.formula = Expression{"0", {"x", "y", "z", "t"}};
    formulas[0].source = [&](double time) { return face_of(flow.at(time), 0).profile[0]; };
    FormulaFaces with_values{flow.problem, formulas, runtime::make_host_machine()};
    FormulaFaces by_formula{flow.problem, flow.formulas(), runtime::make_host_machine()};
    const std::array times{0.3, 1.1};
    const std::vector<FacesAtTime> found = with_values.look_and_wait(times);
    const std::vector<FacesAtTime> expected = by_formula.look_and_wait(times);
    const std::array<std::size_t, 2> all{0, 1};
    const std::vector<FaceArrays> arrays = with_values.take(all, nullptr);
    const std::vector<FaceArrays> others = by_formula.take(all, nullptr);
    for (std::size_t time = 0; time < times.size(); ++time) {
        EXPECT_TRUE(found[time].make_a_flow);
        EXPECT_DOUBLE_EQ(found[time].largest_rate, expected[time].largest_rate);
        for (std::size_t point = 0; point < 20; ++point) {
            EXPECT_DOUBLE_EQ(arrays[time].velocity[0][0][point],
                             others[time].velocity[0][0][point]);
        }
    }
}

/// What is known of the flow at time 1.
FacesAtTime looked_at(const FormulaFlow& flow)
{
    FormulaFaces faces{flow.problem, flow.formulas(), runtime::make_host_machine()};
    const std::array times{1.0};
    return faces.look_and_wait(times).front();
}

TEST(FormulaFaces, that_make_no_flow_are_found)
{
    const auto changed = [](FormulaFlow flow, std::size_t formula, const std::string& text) {
        flow.given.at(formula).text = text;
        return flow;
    };
    for (const FormulaFlow& flow :
         {changed(six_inlets(), 0, "9 + t"), changed(six_inlets(), 3, "9 + t"),
          changed(rated_duct(), 0, "-t"), changed(rated_duct(), 0, "(y - 0.5)*t")}) {
        EXPECT_NE(unsupported_reason(flow.at(1.0), Backend::cpu), std::nullopt);
        EXPECT_TRUE(looked_at(flow).is_finite);
        EXPECT_FALSE(looked_at(flow).make_a_flow);
    }
    FormulaFlow wall = rated_duct();
    wall.given.push_back({3, 1, "x > 1 ? t : 0"});
    EXPECT_FALSE(looked_at(wall).make_a_flow) << "through a wall";
    FormulaFlow flux = rated_duct();
    flux.problem.scalar->diffusivity = 0.0;
    EXPECT_FALSE(looked_at(flux).make_a_flow) << "a flux that does not diffuse";
    for (const char* text : {"1/(t - 1)", "sqrt(z - 0.5)"}) {
        EXPECT_FALSE(looked_at(changed(rated_duct(), 1, text)).is_finite) << text;
        EXPECT_FALSE(looked_at(changed(rated_duct(), 2, text)).make_a_flow) << text;
    }
}

TEST(FormulaFacesNvrtc, compile_without_a_remark)
{
    for (const runtime::ItemKind& kind :
         {FindColumnFacts<double>::kind, AddColumnFacts<double>::kind, ScaleAcross<double>::kind,
          PutProfiles<double>::kind}) {
        const device::CompiledKernel compiled =
            device::compile(runtime::item_kernel(kind, Precision::fp64), "sm_90");
        EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << kind.name;
        EXPECT_EQ(compiled.log, "") << kind.name;
    }
    EXPECT_EQ(
        device::compile(runtime::item_kernel(PutProfiles<float>::kind, Precision::fp32), "sm_80")
            .log,
        "");
}

}  // namespace
}  // namespace tobiuo::flow
