// SPDX-License-Identifier: BSD-3-Clause
// Faces whose values change with time: orders, the divergence, bits, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/changing_faces.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

/// A channel with a wall that moves along x and z, and a scalar that both walls change.
Problem shaken_channel(const std::array<int, 3>& cells, double time)
{
    Problem problem{.grid = box({cells[0], cells[1], cells[2]}, {1.0, 1.0, 1.0}),
                    .viscosity = 0.02};
    problem.scalar = Scalar{.diffusivity = 0.03, .buoyancy = {0.0, 0.0, 1.0}};
    problem.faces[1] = both(FaceKind::no_slip);
    const auto points = static_cast<std::size_t>(cells[0] * cells[2]);
    problem.faces[1].upper.profile[0].assign(points, std::sin(3.0 * time));
    problem.faces[1].upper.profile[2].assign(points, 1.0 - std::cos(2.0 * time));
    problem.scalar->faces[2] = {.kind = ScalarFaceKind::value,
                                .profile = std::vector<double>(points, std::sin(4.0 * time))};
    problem.scalar->faces[3] = {.kind = ScalarFaceKind::flux,
                                .profile = std::vector<double>(points, 0.1 * std::sin(time))};
    return problem;
}

/// Inlets on three faces, of which those across x and the lower one across y change; what enters
/// leaves through the others, at each time. One inlet is masked.
Problem breathing_box(double time)
{
    Problem problem{.grid = box({8, 8, 6}, {1.0, 1.0, 1.0}), .viscosity = 0.05};
    problem.faces[0] = both(FaceKind::inflow);
    problem.faces[1] = both(FaceKind::inflow);
    const double through_x = 0.4 * std::sin(2.0 * time);
    const double through_y = 0.2 * std::sin(5.0 * time) + 0.3;
    problem.faces[0].lower.profile[0].assign(8 * 6, 0.0);
    problem.faces[0].upper.profile[0].assign(8 * 6, 0.5 * through_x);
    problem.faces[0].upper.profile[1].assign(8 * 6, 0.2 * std::sin(time));
    problem.faces[1].lower.profile[1].assign(8 * 6, through_y);
    problem.faces[1].upper.profile[1].assign(8 * 6, through_y + 0.5 * through_x);
    for (std::size_t point = 0; point < 8 * 6; ++point) {
        problem.faces[0].lower.profile[0].at(point) = point % 8 < 4 ? 2.0 * through_x : 0.0;
    }
    return problem;
}

std::vector<double> state_after(const ProblemAt& problem, int steps)
{
    Solver solver = started(problem(0.0), {zero, zero, zero});
    advance(solver, problem, 0.0, 0.5, steps);
    return state_of(solver);
}

double order_in_time(const ProblemAt& problem, int steps)
{
    const std::vector<double> exact = state_after(problem, 32 * steps);
    return std::log2(largest_difference(state_after(problem, steps), exact) /
                     largest_difference(state_after(problem, 2 * steps), exact));
}

TEST(ChangingFacesValidation, order_in_time_is_3_for_moving_walls_and_scalars)
{
    const auto problem = [](double time) { return shaken_channel({3, 8, 2}, time); };
    EXPECT_NEAR(order_in_time(problem, 10), 3.0, test::observed_order);
}

TEST(ChangingFacesValidation, order_in_time_is_3_for_what_flows_in)
{
    EXPECT_NEAR(order_in_time(breathing_box, 24), 3.0, test::observed_order);
}

double error_of_stokes_layer(int n)
{
    const auto problem = [n](double time) { return stokes_problem(n, time); };
    Solver solver = started(problem(0.0), {stokes_layer(0.0), zero, zero});
    advance(solver, problem, 0.0, 1.0, n * n / 8);
    return stokes_error_at_1(solver);
}

TEST(ChangingFacesValidation, order_in_space_is_2_at_an_oscillating_plate)
{
    EXPECT_NEAR(std::log2(error_of_stokes_layer(16) / error_of_stokes_layer(32)), 2.0,
                test::observed_order);
}

TEST(ChangingFaces, leave_no_divergence)
{
    Solver solver = started(breathing_box(0.0), {zero, zero, zero});
    advance(solver, breathing_box, 0.0, 0.3, 10);
    Solver again{breathing_box(0.3), {.backend = Backend::cpu}};
    const std::vector<double> state = state_of(solver);
    again.resume(state.data());
    constexpr double rounding =
        1e3 * std::numeric_limits<double>::epsilon();  // of 8 cells a length
    EXPECT_LT(again.observed_and_wait().largest_divergence, rounding);
    const std::vector<double> upper = breathing_box(0.3).faces[1].upper.profile[1];
    EXPECT_DOUBLE_EQ(velocity_of<double>(solver).v.at(7 * 8), upper.front())
        << "it is that of the face";
}

TEST(ChangingFaces, that_stay_give_the_bits_of_plain_steps)
{
    const Problem problem = shaken_channel({4, 6, 4}, 0.7);
    Solver plain = started(problem, {zero, zero, zero});
    Solver given = started(problem, {zero, zero, zero});
    const FaceValues faces = face_values(problem);
    for (int step = 0; step < 3; ++step) {
        plain.step(0.01);
        given.step(0.01, {faces, faces, faces});
    }
    EXPECT_EQ(state_of(given), state_of(plain));
}

/// A duct into which more and more flows, with a scalar.
Problem filling_duct(double time)
{
    Problem problem{.grid = box({6, 5, 4}, {1.0, 1.0, 1.0}), .viscosity = 0.05};
    problem.scalar = Scalar{.diffusivity = 0.03};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    problem.faces[1] = both(FaceKind::free_slip);
    problem.faces[0].lower.profile[0].assign(5 * 4, 1.0 + time);
    problem.scalar->faces[0] = {.kind = ScalarFaceKind::value,
                                .profile = std::vector<double>(5 * 4, time)};
    return problem;
}

TEST(ChangingFaces, in_arrays_give_the_bits_of_values)
{
    const auto channel = [](double time) { return shaken_channel({4, 6, 4}, time); };
    for (const ProblemAt& problem :
         {ProblemAt{channel}, ProblemAt{breathing_box}, ProblemAt{filling_duct}}) {
        Solver by_values = started(problem(0.0), {zero, zero, zero});
        Solver by_arrays = started(problem(0.0), {zero, zero, zero});
        constexpr double time_step = 0.01;
        for (int step = 0; step < 3; ++step) {
            const std::array<FaceValues, 3> ends =
                faces_of_step(problem, step * time_step, time_step);
            by_values.step(time_step, ends);
            std::array<Problem, 3> problems;
            problems.fill(problem(0.0));
            std::array<FaceArrays, 3> arrays;
            for (std::size_t end = 0; end < 3; ++end) {
                set_face_values(problems.at(end), ends.at(end));
                problems.at(end) = balanced(problems.at(end)).problem;
                arrays.at(end) = arrays_in(problems.at(end));
            }
            by_arrays.step(time_step, arrays);
        }
        EXPECT_EQ(state_of(by_arrays), state_of(by_values));
        const std::vector<double> state = state_of(by_values);
        const Problem later = problem(1.0);
        by_values.set_faces(face_values(later));
        by_arrays.set_faces(arrays_in(later));
        by_values.resume(state.data());
        by_arrays.resume(state.data());
        by_values.step(time_step);
        by_arrays.step(time_step);
        EXPECT_EQ(state_of(by_arrays), state_of(by_values));
    }
}

TEST(ChangingFaces, in_arrays_replace_profiles_only)
{
    Solver solver = started(filling_duct(0.0), {zero, zero, zero});
    const std::vector<double> values(5 * 4, 1.0);
    FaceArrays arrays;
    arrays.velocity[0][1] = values.data();
    EXPECT_THROW(solver.set_faces(arrays), std::invalid_argument);
    EXPECT_THROW(solver.step(0.1, {arrays, arrays, arrays}), std::invalid_argument);
    const FaceArrays endless{.entering = HUGE_VAL};
    EXPECT_THROW(solver.set_faces(endless), std::invalid_argument);
}

TEST(ChangingFaces, cost_no_bit_in_a_restart)
{
    const auto problem = [](double time) { return shaken_channel({4, 6, 4}, time); };
    Solver whole = started(problem(0.0), {zero, zero, zero});
    advance(whole, problem, 0.0, 0.5, 8);
    const std::vector<double> half = state_of(whole);
    advance(whole, problem, 0.5, 1.0, 8);
    Solver second{problem(0.0), {.backend = Backend::cpu, .threads = 1}};
    second.set_faces(face_values(problem(0.5)));
    second.resume(half.data());
    advance(second, problem, 0.5, 1.0, 8);
    EXPECT_EQ(state_of(second), state_of(whole));
}

TEST(ChangingFaces, that_are_no_values_of_the_problem_are_refused_before_a_step)
{
    const auto objection = [](Solver& solver, const FaceValues& faces) {
        try {
            const FaceValues now = face_values(solver.problem());
            solver.step(0.01, {now, now, faces});
        } catch (const std::invalid_argument& error) {
            return std::string{error.what()};
        }
        return std::string{"none"};
    };
    Solver solver = started(breathing_box(0.1), {zero, zero, zero});
    const std::vector<double> before = state_of(solver);
    FaceValues more = face_values(breathing_box(0.2));
    more.faces[1].lower.profile[1].assign(8 * 6, 1.0);
    EXPECT_NE(objection(solver, more).find(" more flows into the box than out"), std::string::npos)
        << objection(solver, more);
    FaceValues number = face_values(breathing_box(0.2));
    number.faces[0].lower.velocity[2] = 1.0;
    EXPECT_EQ(objection(solver, number)
                  .find("the lower face across x has another kind, number or "
                        "size of a profile than before"),
              0U)
        << objection(solver, number);
    FaceValues none = face_values(breathing_box(0.2));
    none.faces[1].upper.profile[1].front() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NE(objection(solver, none).find("is not finite"), std::string::npos);
    EXPECT_EQ(state_of(solver), before);
}

}  // namespace
}  // namespace tobiuo::flow
