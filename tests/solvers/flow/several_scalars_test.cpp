// SPDX-License-Identifier: BSD-3-Clause
// Several scalars that a flow carries: each is what it is alone, and their buoyancy adds up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "solvers/flow/problem.hpp"
#include "solvers/flow/wall_laws.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

std::vector<double> scalar_of(const Solver& solver, int number)
{
    std::vector<double> values(static_cast<std::size_t>(flow::points(solver.problem())));
    solver.scalar(values.data(), nullptr, number);
    return values;
}

double second_layers(double x, double y, double z)
{
    return 1.0 + std::sin(3.0 * x - z) * y;
}

/// A solver on the CPU whose scalars begin with these values.
Solver started_with_both(const Problem& problem, const Component& first, const Component& second)
{
    Solver solver = started_with(problem, swirl(), first);
    solver.set_scalar(sampled_at_centres(problem, second).data(), nullptr, 1);
    return solver;
}

/// The problem with the scalar of another one as the second.
Problem with_scalar_of(Problem problem, const Problem& other)
{
    problem.further_scalars = {{.scalar = other.scalar.value(),
                                .source = other.sources.scalar,
                                .gradient = other.sources.scalar_gradient,
                                .sponge = other.sources.sponge.scalar}};
    for (const Obstacle& body : other.obstacles) {
        problem.further_scalars[0].on_obstacles.push_back(
            {.kind = body.scalar_kind, .number = body.scalar});
    }
    return problem;
}

Problem without_buoyancy(Problem problem)
{
    problem.scalar->buoyancy = {};
    return problem;
}

/// The second scalar has the bits that it has alone, and does nothing to the first.
void expect_each_as_alone(const Problem& first, const Problem& second)
{
    SCOPED_TRACE(describe(first));
    Solver alone = started_with(first, swirl(), layers);
    Solver other = started_with(second, swirl(), second_layers);
    Solver both = started_with_both(with_scalar_of(first, second), layers, second_layers);
    for (Solver* const solver : {&alone, &other, &both}) {
        advance(*solver, 0.02, 5);
    }
    EXPECT_EQ(scalar_of(both, 0), scalar_of(alone, 0));
    EXPECT_EQ(scalar_of(both, 1), scalar_of(other, 0));
    EXPECT_EQ(velocity_of<double>(both), velocity_of<double>(alone));
}

TEST(SeveralScalars, are_each_what_they_are_alone)
{
    const auto changed = [](Problem problem) {
        problem.scalar->diffusivity = 0.005;
        problem.scalar->advection = ScalarAdvection::bounded;
        for (ScalarFace& face : problem.scalar->faces) {
            face.number *= -3.0;
        }
        problem.sources.scalar = problem.sources.scalar.empty() ? "" : "cos(x + 9*t)";
        problem.sources.scalar_gradient = {0.3, 0.0, -0.1};
        for (Obstacle& body : problem.obstacles) {
            body.scalar_kind = ScalarFaceKind::value;
            body.scalar = 2.0;
        }
        return problem;
    };
    for (const Problem& problem :
         {channel_across(2), jet_across(1, true), with_sources(channel_across(1)),
          with_body(channel_across(2)), with_eddies(channel_across(1), EddyModel::wale),
          projected_once(jet_across(0, false)), rough(channel_across(2))}) {
        Problem passive = without_buoyancy(problem);
        if (has_wall_laws(problem)) {
            passive.scalar->faces = {};
        }
        expect_each_as_alone(passive, changed(passive));
    }
}

/// Central advection is linear: two scalars whose buoyancy adds up to that of their sum.
TEST(SeveralScalars, add_up_their_buoyancy)
{
    Problem problem = channel_across(2);
    problem.scalar->buoyancy = {0.0, 0.2, 0.8};
    problem.scalar->reference = 0.3;
    problem.scalar->faces[5].number = 0.7;
    Problem second = problem;
    second.scalar->buoyancy = {0.0, -0.1, -0.4};
    second.scalar->reference = -0.2;
    second.scalar->faces[5].number = 0.4;
    Problem sum = problem;
    sum.scalar->reference = 0.3 + 0.5 * 0.2;
    sum.scalar->faces[5].number = 0.7 - 0.5 * 0.4;
    Solver both = started_with_both(with_scalar_of(problem, second), layers, second_layers);
    Solver one = started_with(sum, swirl(), [](double x, double y, double z) {
        return layers(x, y, z) - 0.5 * second_layers(x, y, z);
    });
    advance(both, 0.1, 20);
    advance(one, 0.1, 20);
    EXPECT_LT(largest_difference(velocity_of<double>(both), velocity_of<double>(one)), 1e-13);
    Solver without = started_with(without_buoyancy(problem), swirl(), layers);
    advance(without, 0.1, 20);
    EXPECT_GT(largest_difference(velocity_of<double>(both), velocity_of<double>(without)), 1e-3);
}

TEST(SeveralScalars, may_leave_all_buoyancy_to_the_second)
{
    const Problem second = channel_across(1);
    const Problem first = without_buoyancy(second);
    Solver both = started_with_both(with_scalar_of(first, second), second_layers, layers);
    Solver alone = started_with(second, swirl(), layers);
    advance(both, 0.02, 5);
    advance(alone, 0.02, 5);
    EXPECT_LT(largest_difference(velocity_of<double>(both), velocity_of<double>(alone)), 1e-14);
    EXPECT_LT(largest_difference(scalar_of(both, 1), scalar_of(alone, 0)), 1e-14);
}

TEST(SeveralScalars, go_on_with_the_same_bits)
{
    const Problem first = projected_once(with_sources(channel_across(2)));
    const Problem problem = with_scalar_of(first, bounded(without_buoyancy(first)));
    Solver whole = started_with_both(problem, layers, second_layers);
    EXPECT_EQ(whole.state_values(), 7 * points(problem) + problem.grid.axes[2].cells);
    advance(whole, 0.01, 4);
    const std::vector<double> state = state_of(whole);
    advance(whole, 0.01, 4);
    Solver resumed{problem, {.backend = Backend::cpu, .threads = 1}};
    resumed.resume(state.data());
    resumed.set_time(0.01);
    advance(resumed, 0.01, 4);
    EXPECT_EQ(state_of(resumed), state_of(whole));
    EXPECT_EQ(scalar_of(resumed, 1), scalar_of(whole, 1));
}

TEST(SeveralScalars, take_the_values_of_faces_that_change)
{
    Problem problem = without_buoyancy(channel_across(2));
    const std::vector<double> ones(72, 1.0);
    problem.scalar->faces[5] = {.kind = ScalarFaceKind::value, .profile = ones};
    const Problem both = with_scalar_of(problem, problem);
    FaceValues values = face_values(both);
    values.further[0][5].profile.assign(72, 3.0);
    Solver solver = started_with_both(both, zero, zero);
    solver.step(0.01, {values, values, values});
    solver.step(0.01);
    const std::vector<double> first = scalar_of(solver, 0);
    const std::vector<double> second = scalar_of(solver, 1);
    EXPECT_GT(second.back(), 2.0 * first.back());
    values.further.clear();
    EXPECT_THROW(solver.step(0.01, {values, values, values}), std::invalid_argument);
}

TEST(SeveralScalars, limit_the_step_each)
{
    Problem problem = vortex_problem({10, 10, 1}, 0.0);
    problem.scalar = Scalar{.diffusivity = 1.0};
    const double one = step_limit(problem, 0.0, 1.7).seconds;
    problem.further_scalars = {{.scalar = {.diffusivity = 4.0}}};
    EXPECT_NEAR(step_limit(problem, 0.0, 1.7).seconds, one / 4.0, 1e-12);
    problem.scalar->diffusivity = 0.0;
    problem.further_scalars[0].scalar = {.advection = ScalarAdvection::bounded};
    EXPECT_NEAR(step_limit(problem, 20.0, 0.9).seconds, 105.0 / 158.0 / 20.0, 1e-15);
}

TEST(SeveralScalars, are_refused_where_they_make_no_sense)
{
    const auto reason = [](const Problem& problem) {
        return unsupported_reason(problem, Backend::cpu).value_or("");
    };
    const Problem problem = with_scalar_of(channel_across(2), channel_across(2));
    EXPECT_EQ(reason(problem), "");
    Problem none = problem;
    none.scalar = {};
    EXPECT_THAT(reason(none), HasSubstr("give Problem::scalar, too"));
    EXPECT_THAT(reason(implicit_along(problem, 2)), HasSubstr("whose systems are made for one"));
    Problem turned = problem;
    turned.further_scalars[0].scalar.buoyancy = {1.0, 0.0, 0.0};
    EXPECT_THAT(reason(turned), HasSubstr("(number 1): its buoyancy has another direction"));
    Problem negative = problem;
    negative.further_scalars[0].scalar.diffusivity = -1.0;
    EXPECT_THAT(reason(negative), HasSubstr("(number 1): the diffusivity"));
    EXPECT_THAT(reason(closed(with_body(problem))), HasSubstr("an obstacle is closed"));
    Problem bodies = with_body(problem);
    bodies.further_scalars[0].on_obstacles.resize(7);
    EXPECT_THAT(reason(bodies), HasSubstr("it is given on 7 obstacles"));
    Solver solver = started(problem, swirl());
    std::vector<double> values(static_cast<std::size_t>(points(problem)));
    EXPECT_THROW(solver.scalar(values.data(), nullptr, 2), std::logic_error);
}

}  // namespace
}  // namespace tobiuo::flow
