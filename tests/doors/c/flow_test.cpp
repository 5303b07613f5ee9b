// SPDX-License-Identifier: BSD-3-Clause
// The flow solver of the C interface on the CPU: the bits of the C++ solver, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <tobiuo/flow.hpp>

#include "doors/c/tobiuo.h"
#include "tests/doors/c/flow_problems.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr tobiuo_options flow_on_cpu{.backend = TOBIUO_CPU, .threads = 1};

/// A solver that is destroyed at the end of its scope.
struct OwnFlow {
    explicit OwnFlow(const tobiuo_flow_problem& problem)
    {
        EXPECT_EQ(tobiuo_flow_create(&problem, &flow_on_cpu, &solver), TOBIUO_OK)
            << tobiuo_last_error();
    }
    OwnFlow(const OwnFlow&) = delete;
    OwnFlow& operator=(const OwnFlow&) = delete;
    ~OwnFlow() { EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK); }

    tobiuo_flow_solver* solver = nullptr;
};

template <typename T>
std::int64_t counted(const std::vector<T>& values)
{
    return static_cast<std::int64_t>(values.size());
}

template <typename T>
void expect_the_bits_of_cpp(int precision)
{
    test::AskedFlow asked;
    asked.problem.precision = precision;
    const flow::Problem problem =
        test::same_in_cpp(asked, precision == TOBIUO_SINGLE ? Precision::fp32 : Precision::fp64);
    flow::Solver cpp = flow::started<T>(problem, flow::taylor_green_3d());
    const auto begin = flow::sampled<T>(problem, flow::taylor_green_3d());
    const std::vector<T> warm(begin.u.size(), T(0.5));
    cpp.set_scalar(warm.data());

    const OwnFlow own{asked.problem};
    const std::int64_t cells = counted(begin.u);
    ASSERT_EQ(tobiuo_flow_start(own.solver, begin.u.data(), begin.v.data(), begin.w.data(), cells,
                                nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    ASSERT_EQ(tobiuo_flow_set_scalar(own.solver, warm.data(), cells, nullptr), TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_step(own.solver, 0.01, 3, nullptr), TOBIUO_OK) << tobiuo_last_error();
    const double force[3] = {0.0, 0.5, 0.0};
    ASSERT_EQ(tobiuo_flow_set_force(own.solver, force), TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_step(own.solver, 0.01, 1, nullptr), TOBIUO_OK);
    flow::advance(cpp, 0.03, 3);
    cpp.set_force({0.0, 0.5, 0.0});
    cpp.step(0.01);

    std::vector<T> u(begin.u.size());
    std::vector<T> v(u);
    std::vector<T> w(u);
    std::vector<T> p(u);
    std::vector<T> s(u);
    ASSERT_EQ(tobiuo_flow_velocity(own.solver, u.data(), v.data(), w.data(), cells, nullptr),
              TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_pressure(own.solver, p.data(), cells, nullptr), TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_scalar_values(own.solver, s.data(), cells, nullptr), TOBIUO_OK);
    const auto velocity = flow::velocity_of<T>(cpp);
    std::vector<T> pressure(p.size());
    std::vector<T> scalar(s.size());
    cpp.pressure(pressure.data());
    cpp.scalar(scalar.data());
    EXPECT_EQ(u, velocity.u);
    EXPECT_EQ(v, velocity.v);
    EXPECT_EQ(w, velocity.w);
    EXPECT_EQ(p, pressure);
    EXPECT_EQ(s, scalar);

    tobiuo_flow_observed found{};
    ASSERT_EQ(tobiuo_flow_observed_and_wait(own.solver, &found), TOBIUO_OK);
    const flow::Observed expected = cpp.observed_and_wait();
    EXPECT_EQ(found.kinetic_energy, expected.kinetic_energy);
    EXPECT_EQ(found.mean_velocity[1], expected.mean_velocity[1]);
    EXPECT_EQ(found.largest_rate, expected.largest_rate);
    EXPECT_EQ(found.largest_divergence, expected.largest_divergence);
}

TEST(CFlow, has_the_bits_of_the_solver_in_cpp)
{
    expect_the_bits_of_cpp<double>(TOBIUO_DOUBLE);
    expect_the_bits_of_cpp<float>(TOBIUO_SINGLE);
}

TEST(CFlow, resumes_a_state_with_the_same_bits)
{
    const test::AskedFlow asked;
    const OwnFlow first{asked.problem};
    std::int64_t cells = 0;
    std::int64_t state_values = 0;
    ASSERT_EQ(tobiuo_flow_values(first.solver, &cells, &state_values), TOBIUO_OK);
    EXPECT_EQ(cells, 6 * 5 * 4);
    EXPECT_EQ(state_values, 4 * cells) << "three velocities and the scalar";
    const std::vector<double> zeros(static_cast<std::size_t>(cells));
    ASSERT_EQ(
        tobiuo_flow_start(first.solver, zeros.data(), zeros.data(), zeros.data(), cells, nullptr),
        TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_step(first.solver, 0.01, 2, nullptr), TOBIUO_OK);
    std::vector<double> state(static_cast<std::size_t>(state_values));
    ASSERT_EQ(tobiuo_flow_state(first.solver, state.data(), state_values, nullptr), TOBIUO_OK);
    const OwnFlow second{asked.problem};
    ASSERT_EQ(tobiuo_flow_resume(second.solver, state.data(), state_values, nullptr), TOBIUO_OK);
    const auto end = [&](tobiuo_flow_solver* solver) {
        EXPECT_EQ(tobiuo_flow_step(solver, 0.01, 2, nullptr), TOBIUO_OK);
        std::vector<double> values(state.size());
        EXPECT_EQ(tobiuo_flow_state(solver, values.data(), state_values, nullptr), TOBIUO_OK);
        return values;
    };
    EXPECT_EQ(end(first.solver), end(second.solver));
}

TEST(CFlow, says_where_values_are_and_what_it_is)
{
    const test::AskedFlow asked;
    const OwnFlow own{asked.problem};
    const auto at = [&](int component, int axis, std::int64_t index) {
        double position = -1.0;
        EXPECT_EQ(tobiuo_flow_position(own.solver, component, axis, index, &position), TOBIUO_OK);
        return position;
    };
    EXPECT_EQ(at(0, 0, 5), 2.0) << "the last velocity across x is on the upper face";
    EXPECT_EQ(at(3, 0, 0), 2.0 / 12.0);
    EXPECT_EQ(at(1, 1, 0), asked.nodes[1]);
    double none = 0.0;
    EXPECT_EQ(tobiuo_flow_position(own.solver, 0, 0, 6, &none), TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("index is 6, but axis 0 has 6 cells"));
    EXPECT_EQ(tobiuo_flow_position(own.solver, 4, 0, 0, &none), TOBIUO_INVALID_ARGUMENT);

    double limit = 0.0;
    int by_friction = -1;
    ASSERT_EQ(tobiuo_flow_step_limit(own.solver, 0.0, 1.0, &limit, &by_friction), TOBIUO_OK);
    EXPECT_EQ(by_friction, 1);
    EXPECT_EQ(limit, flow::step_limit(test::same_in_cpp(asked, Precision::fp64), 0.0, 1.0).seconds);
    EXPECT_EQ(tobiuo_flow_step_limit(own.solver, -1.0, 1.0, &limit, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    std::int64_t bytes = 0;
    ASSERT_EQ(tobiuo_flow_memory_bytes(own.solver, &bytes), TOBIUO_OK);
    EXPECT_GE(bytes, 13 * 120 * 8);
    const char* text = nullptr;
    ASSERT_EQ(tobiuo_flow_describe(own.solver, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("flow 6x5x4 cells, periodic x no-slip to inflow"));
    int backend = -1;
    ASSERT_EQ(tobiuo_flow_backend(own.solver, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_CPU);
}

TEST(CFlow, refuses_calls_before_there_is_a_velocity_and_small_arrays)
{
    const test::AskedFlow asked;
    const OwnFlow own{asked.problem};
    EXPECT_EQ(tobiuo_flow_step(own.solver, 0.01, 1, nullptr), TOBIUO_FAILED);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("call tobiuo_flow_start or tobiuo_flow_resume"));
    tobiuo_flow_observed found{};
    EXPECT_EQ(tobiuo_flow_observed_and_wait(own.solver, &found), TOBIUO_FAILED);
    std::vector<double> values(480);
    EXPECT_EQ(tobiuo_flow_state(own.solver, values.data(), 480, nullptr), TOBIUO_FAILED);
    EXPECT_EQ(
        tobiuo_flow_start(own.solver, values.data(), values.data(), values.data(), 119, nullptr),
        TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("has 119 values, but the call needs 120"));
    EXPECT_EQ(tobiuo_flow_start(own.solver, values.data(), nullptr, values.data(), 120, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_flow_resume(own.solver, values.data(), 479, nullptr), TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(
        tobiuo_flow_start(own.solver, values.data(), values.data(), values.data(), 120, nullptr),
        TOBIUO_OK);
    for (const double step : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
        EXPECT_EQ(tobiuo_flow_step(own.solver, step, 1, nullptr), TOBIUO_INVALID_ARGUMENT);
    }
    EXPECT_EQ(tobiuo_flow_step(own.solver, 0.01, -1, nullptr), TOBIUO_INVALID_ARGUMENT);
    const double force[3] = {0.0, std::numeric_limits<double>::quiet_NaN(), 0.0};
    EXPECT_EQ(tobiuo_flow_set_force(own.solver, force), TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_flow_step(nullptr, 0.01, 1, nullptr), TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_flow_destroy(nullptr), TOBIUO_OK);
}

TEST(CFlow, scales_an_inflow_to_its_rate)
{
    tobiuo_flow_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 4;
        axis.upper = 2.0;
    }
    problem.viscosity = 0.01;
    problem.precision = TOBIUO_DOUBLE;
    problem.faces[0].kind = TOBIUO_INFLOW;
    problem.faces[0].velocity[0] = 3.0;
    problem.faces[1].kind = TOBIUO_OUTFLOW;
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::array<double, 6> rates{8.0, none, none, none, none, none};
    tobiuo_flow_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_flow_create_with_rates(&problem, rates.data(), &flow_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> u(64);
    std::vector<double> v(64);
    std::vector<double> w(64);
    ASSERT_EQ(tobiuo_flow_start(solver, u.data(), v.data(), w.data(), 64, nullptr), TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_step(solver, 0.01, 1, nullptr), TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_velocity(solver, u.data(), v.data(), w.data(), 64, nullptr), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
    for (const double value : u) {  // 8 through a face of 2 x 2
        EXPECT_NEAR(value, 2.0, 16 * std::numeric_limits<double>::epsilon());
    }
    rates[1] = 1.0;
    EXPECT_EQ(tobiuo_flow_create_with_rates(&problem, rates.data(), &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("make the face an inflow"));
}

TEST(CFlow, takes_diffusion_along_an_axis_implicitly)
{
    test::AskedFlow asked;
    asked.problem.implicit_diffusion = 2;
    const OwnFlow own{asked.problem};
    const char* text = nullptr;
    ASSERT_EQ(tobiuo_flow_describe(own.solver, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("diffusion along y implicit"));
}

TEST(CFlow, refuses_bad_flows_in_a_sentence)
{
    const auto refusal = [](const tobiuo_flow_problem& problem) {
        tobiuo_flow_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_flow_create(&problem, &flow_on_cpu, &solver), TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(solver, nullptr);
        return std::string{tobiuo_last_error()};
    };
    test::AskedFlow bad;
    bad.problem.axes[0].lower_condition = TOBIUO_NEUMANN;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("leave it 0, and fill in faces"));
    bad = test::AskedFlow{};
    bad.problem.faces[3].kind = 5;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("the kind of a face is 5"));
    bad = test::AskedFlow{};
    for (const std::int64_t count : {std::int64_t{23}, std::int64_t{0}, INT64_MAX, INT64_MIN}) {
        bad.problem.faces[3].profile_count = count;
        EXPECT_THAT(refusal(bad.problem), HasSubstr("the face has 4 x 6 cells: give one for each"));
    }
    bad.problem.faces[3].profiles[1] = nullptr;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("no values on a face are given, but their count"));
    bad = test::AskedFlow{};
    bad.scalar.faces[2].values = nullptr;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("their count is 24: give them, or the count 0"));
    bad = test::AskedFlow{};
    bad.problem.faces[0].reserved = 1;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("reserved is 1"));
    bad = test::AskedFlow{};
    bad.scalar.faces[2].kind = 2;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("the kind of a scalar on a face is 2"));
    bad = test::AskedFlow{};
    bad.problem.viscosity = -1.0;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("the viscosity is -1"));
    bad = test::AskedFlow{};
    bad.problem.implicit_diffusion = 4;
    EXPECT_THAT(refusal(bad.problem), HasSubstr("the axis of implicit diffusion is 4"));

    bad = test::AskedFlow{};
    bad.problem.scalar = nullptr;
    const OwnFlow own{bad.problem};
    std::vector<double> values(120);
    EXPECT_EQ(tobiuo_flow_set_scalar(own.solver, values.data(), 120, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the flow carries no scalar"));
    EXPECT_EQ(tobiuo_flow_scalar_values(own.solver, values.data(), 120, nullptr),
              TOBIUO_INVALID_ARGUMENT);
}

TEST(CFlow, projects_once_a_step)
{
    test::AskedFlow asked;
    tobiuo_flow_solver* solver = nullptr;
    tobiuo_flow_parts parts{};
    parts.projections = 1;
    ASSERT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    const char* text = nullptr;
    ASSERT_EQ(tobiuo_flow_describe(solver, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("one projection a step"));
    tobiuo_flow_destroy(solver);
    parts.projections = 2;
    EXPECT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("give 3 or 1"));
}

TEST(CFlow, carries_several_scalars)
{
    const test::AskedFlow asked;
    tobiuo_flow_scalar second = *asked.problem.scalar;
    second.diffusivity = 0.5;
    tobiuo_flow_further_scalar further{};
    further.scalar = &second;
    further.source = "x - t";
    tobiuo_flow_parts parts{};
    parts.further_scalars = &further;
    parts.further_scalar_count = 1;
    tobiuo_flow_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    const std::vector<double> given(120, 3.0);
    std::vector<double> found(120);
    EXPECT_EQ(tobiuo_flow_set_scalar_of(solver, 1, given.data(), 120, nullptr), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_scalar_values_of(solver, 1, found.data(), 120, nullptr), TOBIUO_OK);
    EXPECT_EQ(found, given);
    EXPECT_EQ(tobiuo_flow_scalar_values(solver, found.data(), 120, nullptr), TOBIUO_OK);
    EXPECT_EQ(found, std::vector<double>(120));
    EXPECT_EQ(tobiuo_flow_scalar_values_of(solver, 2, found.data(), 120, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("number is 2, but the flow carries 2 scalars"));
    tobiuo_flow_destroy(solver);
    further.scalar = nullptr;
    EXPECT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
}

TEST(CFlow, carries_a_bounded_scalar)
{
    const test::AskedFlow asked;
    tobiuo_flow_solver* solver = nullptr;
    tobiuo_flow_parts parts{};
    parts.scalar_advection = 1;
    ASSERT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    const char* text = nullptr;
    ASSERT_EQ(tobiuo_flow_describe(solver, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("a bounded scalar"));
    tobiuo_flow_destroy(solver);
    parts.scalar_advection = 2;
    EXPECT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the advection of the scalar is 2"));
}

/// Eddies and a rough wall: what the library is given, and the step that its viscosity limits.
TEST(CFlow, eddies_and_wall_laws_are_those_of_the_library)
{
    test::AskedFlow asked;
    asked.problem.scalar = nullptr;
    const tobiuo_flow_eddies eddies{.model = 1,
                                    .damping = 1,
                                    .constant = 2.0,
                                    .prandtl = 0.9,
                                    .more_viscosity = "0.1",
                                    .viscosity_of_scalar = nullptr};
    const double none = std::nan("");
    std::array roughness{none, none, none, none, none, none};
    tobiuo_flow_parts parts{};
    parts.eddies = &eddies;
    parts.roughness = roughness.data();
    tobiuo_flow_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    const char* text = nullptr;
    ASSERT_EQ(tobiuo_flow_describe(solver, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("and more by a formula, eddies by Smagorinsky's model"));
    tobiuo_flow_destroy(solver);
    tobiuo_flow_eddies unknown{};
    unknown.model = 7;
    tobiuo_flow_parts bad{};
    bad.eddies = &unknown;
    EXPECT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &bad, nullptr, 0, 0.0, nullptr,
                                            &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the model of eddies is 7"));
    for (double& one : roughness) {
        one = 1e9;
    }
    EXPECT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, &parts, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("wall law"));
    EXPECT_EQ(tobiuo_flow_create_with_parts(&asked.problem, nullptr, nullptr, nullptr, 0, 0.0,
                                            nullptr, &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
}

/// What acts inside the box, with the time that the caller tells.
TEST(CFlow, sources_act_as_those_of_the_library)
{
    tobiuo_flow_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 8;
        axis.upper = 1.0;
    }
    problem.viscosity = 0.05;
    problem.precision = TOBIUO_DOUBLE;
    tobiuo_flow_scalar scalar{};
    scalar.diffusivity = 0.1;
    problem.scalar = &scalar;
    tobiuo_flow_sources sources{};
    sources.force[0] = "sin(2*pi*y) * cos(t)";
    sources.force[2] = "";
    sources.rotation[2] = 1.5;
    sources.scalar = "x - t";
    sources.scalar_gradient[1] = -0.5;
    sources.sponge_rate = "10*x";
    sources.sponge_velocity[1] = "0.1";
    sources.sponge_scalar = "2";
    tobiuo_flow_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_flow_create_with_sources(&problem, nullptr, &sources, nullptr, 0, 0.0, nullptr,
                                              &flow_on_cpu, &solver),
              TOBIUO_OK)
        << tobiuo_last_error();
    constexpr std::size_t count = 512;
    const std::vector<double> one(count, 1.0);
    const std::vector<double> none(count);
    ASSERT_EQ(tobiuo_flow_start(solver, one.data(), none.data(), none.data(), count, nullptr),
              TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_set_time(solver, 0.4), TOBIUO_OK);
    ASSERT_EQ(tobiuo_flow_step(solver, 0.01, 3, nullptr), TOBIUO_OK);
    flow::Problem same{.grid = box({8, 8, 8}, {1.0, 1.0, 1.0}), .viscosity = 0.05};
    same.scalar = flow::Scalar{.diffusivity = 0.1};
    same.sources = {.force = {"sin(2*pi*y) * cos(t)", "", ""},
                    .rotation = {0.0, 0.0, 1.5},
                    .scalar = "x - t",
                    .scalar_gradient = {0.0, -0.5, 0.0},
                    .sponge = {.rate = "10*x", .velocity = {"", "0.1", ""}, .scalar = "2"}};
    flow::Solver cpp{same, {.backend = Backend::cpu, .threads = 1}};
    cpp.start(one.data(), none.data(), none.data());
    cpp.set_time(0.4);
    for (int step = 0; step < 3; ++step) {
        cpp.step(0.01);
    }
    std::vector<double> expected(static_cast<std::size_t>(cpp.state_values()));
    cpp.state(expected.data());
    std::vector<double> found(expected.size());
    ASSERT_EQ(tobiuo_flow_state(solver, found.data(), counted(found), nullptr), TOBIUO_OK);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(tobiuo_flow_set_time(solver, HUGE_VAL), TOBIUO_INVALID_ARGUMENT);
    tobiuo_flow_destroy(solver);
    sources.force[1] = "2x";
    EXPECT_EQ(tobiuo_flow_create_with_sources(&problem, nullptr, &sources, nullptr, 0, 0.0, nullptr,
                                              &flow_on_cpu, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("the force along y is no formula"));
}

}  // namespace
}  // namespace tobiuo
