// SPDX-License-Identifier: BSD-3-Clause
// The gradients of steps: against the linearised steps, against differences, and what they leave alone.
#include <tobiuo/flow/adjoint.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/machine.hpp"
#include "solvers/flow/adjoint/adjoint_sweep.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/stepper.hpp"
#include "tests/solvers/flow/adjoint_flows.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Ne;

/// A state as steps leave it, and the numbers of the problem.
Inputs point_of(const Problem& problem)
{
    Solver solver{problem, {.backend = Backend::cpu}};
    const Inputs random = random_direction(problem, 1);
    const auto cells = static_cast<std::size_t>(points(problem));
    const double* const from = random.state.data();
    solver.start(from, from + cells, from + 2 * cells);
    if (problem.scalar) {
        solver.set_scalar(from + 3 * cells);
    }
    for (int step = 0; step < 3; ++step) {
        solver.step(adjoint_time_step);
    }
    Inputs point{.state = std::vector<double>(static_cast<std::size_t>(solver.state_values())),
                 .numbers = adjoint_inputs(problem)};
    solver.state(point.state.data());
    return point;
}

double dot(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

class FlowAdjoint : public ::testing::TestWithParam<NamedFlow> {};

INSTANTIATE_TEST_SUITE_P(flows, FlowAdjoint, ::testing::ValuesIn(adjoint_flows()),
                         [](const auto& of) { return of.param.name; });

/// <A x, y> - <x, A' y> by the size of its parts.
double flaw_of_identity(const Problem& problem, int steps, Begin begin)
{
    const Inputs point = point_of(problem);
    const Inputs x = random_direction(problem, 2, false);
    const std::vector<double> y = random_direction(problem, 3).state;
    LinearisedSteps linear{problem, point, x};
    if (begin == Begin::start) {
        linear.project();
    }
    for (int step = 0; step < steps; ++step) {
        linear.step(adjoint_time_step);
    }
    Adjoint adjoint{problem, adjoint_time_step, steps, {.solver = {.backend = Backend::cpu}}};
    std::vector<double> end(point.state.size());
    std::vector<double> by_state(point.state.size());
    adjoint.advance(point.state.data(), begin, end.data());
    adjoint.backward(y.data(), by_state.data());
    const Change change = change_along(x, by_state, adjoint.gradients_and_wait());
    return std::abs(dot(linear.derivative(), y) - change.sum) / change.size;
}

TEST_P(FlowAdjoint, is_the_transpose_of_a_step)
{
    EXPECT_LT(flaw_of_identity(GetParam().problem, 1, Begin::resume), 1e-13);
}

TEST_P(FlowAdjoint, is_the_transpose_of_many_steps)
{
    EXPECT_LT(flaw_of_identity(GetParam().problem, 50, Begin::resume), 1e-11);
    EXPECT_LT(flaw_of_identity(GetParam().problem, 50, Begin::start), 1e-11);
}

/// The last state of an adjoint at a point.
std::vector<double> end_at(Adjoint& adjoint, const Inputs& point)
{
    adjoint.set_inputs(point.numbers);
    std::vector<double> end(point.state.size());
    adjoint.advance(point.state.data(), Begin::resume, end.data());
    return end;
}

/// Half the sum of the squares of the last state, and its changes by gradients, to first order.
TEST_P(FlowAdjoint, leaves_an_error_of_second_order_over_five_decades)
{
    const Problem& problem = GetParam().problem;
    const Inputs point = point_of(problem);
    Inputs direction = random_direction(problem, 4);
    direction.numbers.viscosity = 0.1 * std::abs(direction.numbers.viscosity);
    direction.numbers.diffusivity = 0.1 * std::abs(direction.numbers.diffusivity);
    Adjoint adjoint{problem, adjoint_time_step, 10, {.solver = {.backend = Backend::cpu}}};
    const std::vector<double> end = end_at(adjoint, point);
    std::vector<double> by_state(end.size());
    adjoint.backward(end.data(), by_state.data());
    const double change = change_along(direction, by_state, adjoint.gradients_and_wait()).sum;
    std::vector<double> errors;
    for (const double part : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
        const std::vector<double> other = end_at(adjoint, moved(point, part, direction));
        double difference = 0.0;  // of squares, without what cancels
        for (std::size_t at = 0; at < end.size(); ++at) {
            difference += (other[at] - end[at]) * (other[at] + end[at]) / 2.0;
        }
        errors.push_back(std::abs(difference - part * change));
    }
    for (std::size_t decade = 1; decade < errors.size(); ++decade) {
        EXPECT_NEAR(std::log10(errors[decade - 1] / errors[decade]), 2.0, 0.1) << decade;
    }
}

TEST_P(FlowAdjoint, leaves_the_bits_of_a_solver)
{
    const Problem& problem = GetParam().problem;
    const std::vector<double> begin = random_direction(problem, 5).state;
    const auto cells = static_cast<std::size_t>(points(problem));
    Solver solver{problem, {.backend = Backend::cpu}};
    solver.start(begin.data(), begin.data() + cells, begin.data() + 2 * cells);
    if (problem.scalar) {
        solver.set_scalar(begin.data() + 3 * cells);
    }
    std::vector<double> middle(begin.size());
    std::vector<double> end(begin.size());
    for (int step = 0; step < 14; ++step) {
        if (step == 7) {
            solver.state(middle.data());
        }
        solver.step(adjoint_time_step);
    }
    solver.state(end.data());
    Adjoint adjoint{problem, adjoint_time_step, 7, {.solver = {.backend = Backend::cpu}}};
    std::vector<double> found(begin.size());
    adjoint.advance(begin.data(), Begin::start, found.data());
    EXPECT_EQ(found, middle);
    adjoint.advance(middle.data(), Begin::resume, found.data());
    EXPECT_EQ(found, end);
}

TEST_P(FlowAdjoint, finds_the_same_bits_wherever_states_are_kept)
{
    const Problem& problem = GetParam().problem;
    const Inputs point = point_of(problem);
    const std::vector<double> y = random_direction(problem, 6).state;
    std::vector<double> expected;
    for (const int between : {0, 1, 4, 11}) {
        for (const int on_device : {-1, 0, 2}) {
            Adjoint adjoint{problem,
                            adjoint_time_step,
                            11,
                            {.solver = {.backend = Backend::cpu},
                             .steps_between = between,
                             .states_on_device = on_device}};
            std::vector<double> found(y.size());
            adjoint.advance(point.state.data(), Begin::resume, found.data());
            adjoint.backward(y.data(), found.data());
            adjoint.backward(y.data(), found.data());  // another time
            found.push_back(adjoint.gradients_and_wait().viscosity);
            if (expected.empty()) {
                expected = found;
            }
            EXPECT_EQ(found, expected) << between << " " << on_device;
        }
    }
}

TEST_P(FlowAdjoint, is_that_of_double_precision_in_single)
{
    Problem problem = GetParam().problem;
    const Inputs point = point_of(problem);
    const std::vector<double> y = random_direction(problem, 7).state;
    const auto gradients = [&]<typename T>(T /*kind*/) {
        const std::vector<T> state(point.state.begin(), point.state.end());
        const std::vector<T> by_end(y.begin(), y.end());
        std::vector<T> found(y.size());
        Adjoint adjoint{problem, adjoint_time_step, 10, {.solver = {.backend = Backend::cpu}}};
        adjoint.advance(state.data(), Begin::resume, found.data());
        adjoint.backward(by_end.data(), found.data());
        std::vector<double> all(found.begin(), found.end());
        const AdjointGradients numbers = adjoint.gradients_and_wait();
        all.insert(all.end(), numbers.force.begin(), numbers.force.end());
        for (const auto& face : numbers.faces) {
            for (const std::vector<double>& values : face) {
                all.insert(all.end(), values.begin(), values.end());
            }
        }
        return all;
    };
    const std::vector<double> exact = gradients(double{});
    problem.precision = Precision::fp32;
    const std::vector<double> found = gradients(float{});
    ASSERT_EQ(found.size(), exact.size());
    for (std::size_t at = 0; at < found.size(); ++at) {
        EXPECT_NEAR(found[at], exact[at], 2e-5) << at;
    }
}

TEST(FlowAdjointInputs, are_those_of_a_problem_that_has_them)
{
    const Problem problem = adjoint_flows()[3].problem;
    const Inputs point = point_of(problem);
    Inputs direction = random_direction(problem, 8);
    direction.numbers.viscosity = direction.numbers.diffusivity = 0.01;
    const AdjointInputs other = moved(point, 0.1, direction).numbers;
    Adjoint changed{problem, adjoint_time_step, 4, {.solver = {.backend = Backend::cpu}}};
    changed.set_inputs(other);
    Adjoint made{
        with_numbers(problem, other), adjoint_time_step, 4, {.solver = {.backend = Backend::cpu}}};
    std::vector<double> ends[2];
    std::vector<double> gradients[2];
    for (int which = 0; which < 2; ++which) {
        Adjoint& adjoint = which == 0 ? changed : made;
        ends[which].resize(point.state.size());
        gradients[which].resize(point.state.size());
        adjoint.advance(point.state.data(), Begin::resume, ends[which].data());
        adjoint.backward(ends[which].data(), gradients[which].data());
        gradients[which].push_back(adjoint.gradients_and_wait().diffusivity);
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(gradients[0], gradients[1]);
}

/// A flux arrives nowhere without diffusion, which comes with the inputs.
TEST(FlowAdjointInputs, have_gradients_by_a_flux_from_a_problem_without_diffusion)
{
    const Problem problem = adjoint_flows()[2].problem;
    Problem still = problem;
    still.scalar->diffusivity = 0.0;
    still.scalar->faces[3].number = 0.0;
    const AdjointOptions options{.solver = {.backend = Backend::cpu}};
    const std::vector<double> state = random_direction(problem, 9).state;
    const auto gradients = [&](Adjoint& adjoint) {
        std::vector<double> values(state.size());
        adjoint.advance(state.data(), Begin::start, values.data());
        adjoint.backward(values.data(), values.data());
        return adjoint.gradients_and_wait();
    };
    Adjoint made{problem, adjoint_time_step, 3, options};
    const AdjointGradients expected = gradients(made);
    Adjoint changed{still, adjoint_time_step, 3, options};
    EXPECT_THAT(gradients(changed).faces[3][3], Each(0.0));
    changed.set_inputs(adjoint_inputs(problem));
    const AdjointGradients found = gradients(changed);
    ASSERT_EQ(found.faces[3][3].size(), 40U);
    EXPECT_THAT(found.faces[3][3], Each(Ne(0.0)));
    EXPECT_EQ(found.faces, expected.faces);
    EXPECT_EQ(found.diffusivity, expected.diffusivity);
}

TEST(FlowAdjointInputs, renew_what_projections_know_of_faces)
{
    const Problem problem = adjoint_flows()[1].problem;
    FlowKernels<double> kernels = make_host_machine<double>(problem, whole(problem), 1).kernels();
    int renewed = 0;
    kernels.renew_divergence_data = [&] { ++renewed; };
    Stepper<double> stepper{problem,
                            FlowMachine<double>{problem, runtime::make_host_machine(1), kernels,
                                                poisson::SolveChoices{.threads = 1}}};
    stepper.set_numbers(problem, nullptr);
    EXPECT_EQ(renewed, 1);
}

TEST(FlowAdjointSteps, keep_gradients_finite)
{
    const Problem problem = adjoint_flows()[2].problem;
    const Inputs point = point_of(problem);
    Adjoint adjoint{problem, adjoint_time_step, 400, {.solver = {.backend = Backend::cpu}}};
    std::vector<double> values(point.state.size());
    adjoint.advance(point.state.data(), Begin::resume, values.data());
    adjoint.backward(values.data(), values.data());
    EXPECT_TRUE(std::ranges::all_of(values, [](double value) { return std::isfinite(value); }));
    EXPECT_GT(std::abs(adjoint.gradients_and_wait().viscosity), 0.0);
}

TEST(FlowAdjointRefusals, name_what_has_no_gradient)
{
    const Problem problem = adjoint_flows()[2].problem;
    const auto refusal = [&](const std::function<void(Problem&)>& change) {
        Problem changed = problem;
        change(changed);
        return adjoint_unsupported_reason(changed, Backend::cpu).value_or("");
    };
    EXPECT_EQ(refusal([](Problem&) {}), "");
    const std::vector<std::pair<const char*, std::function<void(Problem&)>>> refused{
        {"implicit diffusion", [](Problem& one) { one.implicit_diffusion = 2; }},
        {"one projection", [](Problem& one) { one.projections = 1; }},
        {"obstacles",
         [](Problem& one) {
             one.obstacles.push_back({.inside = [](double x, double, double) { return x < 0.3; }});
         }},
        {"sources", [](Problem& one) { one.sources.force[0] = "y"; }},
        {"viscosity that varies", [](Problem& one) { one.eddies.model = EddyModel::vreman; }},
        {"outflow", [](Problem& one) { one.faces[0].upper = {.kind = FaceKind::outflow}; }},
        {"wall law", [](Problem& one) { one.faces[0].lower.law = WallLaw{}; }},
        {"flow rate",
         [](Problem& one) {
             one.faces[0] = both(FaceKind::inflow);
             one.faces[0].lower.velocity[0] = one.faces[0].upper.velocity[0] = 1.0;
             one.faces[0].lower.flow_rate = 0.56;
         }},
        {"several scalars", [](Problem& one) { one.further_scalars.emplace_back(); }},
        {"bounded scalar", [](Problem& one) { one.scalar->advection = ScalarAdvection::bounded; }}};
    for (const auto& [what, change] : refused) {
        EXPECT_THAT(refusal(change), HasSubstr(what)) << what;
    }
    EXPECT_THAT(refusal([](Problem& one) { one.viscosity = -1.0; }), HasSubstr("viscosity"));
}

TEST(FlowAdjointRefusals, name_numbers_of_states_that_nothing_holds)
{
    constexpr int many = 1'000'000'000;
    constexpr int most = std::numeric_limits<int>::max();
    const auto refusal = [](std::int64_t cells, int steps, int between) {
        const Problem problem{.grid = box({cells, cells, cells}, {1.0, 1.0, 1.0}),
                              .viscosity = 0.02};
        return test::refusal([&] {
            return Adjoint{problem,
                           adjoint_time_step,
                           steps,
                           {.solver = {.backend = Backend::cpu}, .steps_between = between}};
        });
    };
    EXPECT_THAT(refusal(4, many, many), HasSubstr("3000000001 states at a time, and 16777216"));
    EXPECT_THAT(refusal(4, most, most), HasSubstr("6442450942 states at a time"));
    EXPECT_THAT(refusal(4, most, 1), HasSubstr("2147483650 states at a time"));
    EXPECT_THAT(refusal(4, most, 2), HasSubstr("give steps_between of 0"));
    EXPECT_THAT(refusal(1 << 17, many, 0), HasSubstr("which no memory holds"));
}

TEST(FlowAdjointSteps, keep_the_fewest_states_of_the_longest_run)
{
    constexpr int most = std::numeric_limits<int>::max();
    EXPECT_LT(kept_states(most, chosen_steps_between(most, 0)), 200'000);
    EXPECT_EQ(kept_states(11, chosen_steps_between(11, 4)), 12 + 3);
    EXPECT_EQ(kept_states(12, chosen_steps_between(12, 4)), 12 + 3);
    EXPECT_EQ(kept_states(3, chosen_steps_between(3, 7)), 9 + 1);
}

TEST(FlowAdjointRefusals, name_what_is_asked_for_too_early)
{
    const Problem problem = adjoint_flows()[0].problem;
    const AdjointOptions options{.solver = {.backend = Backend::cpu}};
    Adjoint adjoint{problem, adjoint_time_step, 2, options};
    std::vector<double> values(static_cast<std::size_t>(adjoint.state_values()));
    EXPECT_THROW(adjoint.backward(values.data(), values.data()), std::logic_error);
    adjoint.advance(values.data(), Begin::resume, values.data());
    EXPECT_THROW(static_cast<void>(adjoint.gradients_and_wait()), std::logic_error);
    adjoint.set_inputs(adjoint_inputs(problem));
    EXPECT_THROW(adjoint.backward(values.data(), values.data()), std::logic_error);
    std::vector<float> wrong(values.size());
    EXPECT_THROW(adjoint.advance(wrong.data(), Begin::resume, wrong.data()), std::invalid_argument);
    EXPECT_THROW(adjoint.advance(values.data(), Begin::resume, nullptr), std::invalid_argument);
    EXPECT_THROW((Adjoint{problem, 0.0, 2, options}), std::invalid_argument);
    EXPECT_THROW((Adjoint{problem, adjoint_time_step, 0, options}), std::invalid_argument);
    AdjointInputs inputs = adjoint_inputs(problem);
    inputs.viscosity = -0.1;
    EXPECT_THROW(adjoint.set_inputs(inputs), std::invalid_argument);
    inputs = adjoint_inputs(problem);
    inputs.faces.faces[0] = both(FaceKind::no_slip);
    EXPECT_THROW(adjoint.set_inputs(inputs), std::invalid_argument);
    Adjoint alone{problem,
                  adjoint_time_step,
                  2,
                  {.solver = {.backend = Backend::cpu}, .of_state_alone = true}};
    alone.advance(values.data(), Begin::resume, values.data());
    alone.backward(values.data(), values.data());
    EXPECT_THROW(static_cast<void>(alone.gradients_and_wait()), std::logic_error);
}

}  // namespace
}  // namespace tobiuo::flow
