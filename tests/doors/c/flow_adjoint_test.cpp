// SPDX-License-Identifier: BSD-3-Clause
// The gradients of steps of the C interface on the CPU: those of the library, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <tobiuo/flow/adjoint.hpp>

#include "doors/c/tobiuo.h"
#include "tests/doors/c/flow_problems.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr tobiuo_options adjoint_on_cpu{.backend = TOBIUO_CPU, .threads = 1};

/// A solver and its adjoint, which are destroyed at the end of their scope.
struct OwnAdjoint {
    explicit OwnAdjoint(const tobiuo_flow_problem& problem)
    {
        EXPECT_EQ(tobiuo_flow_create(&problem, &adjoint_on_cpu, &solver), TOBIUO_OK);
        EXPECT_EQ(tobiuo_flow_adjoint_create(solver, 0.01, 5, 2, 1, &adjoint_on_cpu, &adjoint),
                  TOBIUO_OK)
            << tobiuo_last_error();
    }
    OwnAdjoint(const OwnAdjoint&) = delete;
    OwnAdjoint& operator=(const OwnAdjoint&) = delete;
    ~OwnAdjoint()
    {
        EXPECT_EQ(tobiuo_flow_adjoint_destroy(adjoint), TOBIUO_OK);
        EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
    }

    tobiuo_flow_solver* solver = nullptr;
    tobiuo_flow_adjoint* adjoint = nullptr;
};

TEST(CFlowAdjoint, has_the_bits_of_the_library)
{
    test::AskedFlow asked;
    const flow::Problem problem = test::same_in_cpp(asked, Precision::fp64);
    flow::Adjoint cpp{problem,
                      0.01,
                      5,
                      {.solver = {.backend = Backend::cpu, .threads = 1},
                       .steps_between = 2,
                       .states_on_device = 1}};
    std::vector<double> state(static_cast<std::size_t>(cpp.state_values()));
    for (std::size_t at = 0; at < state.size(); ++at) {
        state[at] = std::sin(static_cast<double>(at));
    }
    flow::AdjointInputs inputs = flow::adjoint_inputs(problem);
    inputs.viscosity = 0.06;
    cpp.set_inputs(inputs);
    std::vector<double> expected(state.size());
    std::vector<double> expected_by(state.size());
    cpp.advance(state.data(), flow::Begin::start, expected.data());
    cpp.backward(expected.data(), expected_by.data());
    const flow::AdjointGradients gradients = cpp.gradients_and_wait();

    const OwnAdjoint own{asked.problem};
    asked.problem.viscosity = 0.06;
    ASSERT_EQ(tobiuo_flow_adjoint_set_numbers(own.adjoint, &asked.problem, nullptr), TOBIUO_OK)
        << tobiuo_last_error();
    const auto count = static_cast<std::int64_t>(state.size());
    std::vector<double> end(state.size());
    std::vector<double> by_state(state.size());
    ASSERT_EQ(tobiuo_flow_adjoint_advance(own.adjoint, state.data(), 1, end.data(), count, nullptr),
              TOBIUO_OK);
    ASSERT_EQ(
        tobiuo_flow_adjoint_backward(own.adjoint, end.data(), by_state.data(), count, nullptr),
        TOBIUO_OK);
    EXPECT_EQ(end, expected);
    EXPECT_EQ(by_state, expected_by);
    double force[3] = {};
    double viscosity = 0.0;
    double diffusivity = 0.0;
    ASSERT_EQ(tobiuo_flow_adjoint_gradients_and_wait(own.adjoint, force, &viscosity, &diffusivity,
                                                     nullptr),
              TOBIUO_OK);
    EXPECT_EQ(force[2], gradients.force[2]);
    EXPECT_EQ(viscosity, gradients.viscosity);
    EXPECT_EQ(diffusivity, gradients.diffusivity);
    std::int64_t values = 0;
    ASSERT_EQ(tobiuo_flow_adjoint_face(own.adjoint, 3, 1, nullptr, &values), TOBIUO_OK);
    ASSERT_EQ(values, 24);
    std::vector<double> face(24);
    ASSERT_EQ(tobiuo_flow_adjoint_face(own.adjoint, 3, 1, face.data(), &values), TOBIUO_OK);
    EXPECT_EQ(face, gradients.faces[3][1]);
    ASSERT_EQ(tobiuo_flow_adjoint_face(own.adjoint, 0, 0, nullptr, &values), TOBIUO_OK);
    EXPECT_EQ(values, 0);  // a periodic face gives nothing
    const char* text = nullptr;
    ASSERT_EQ(tobiuo_flow_adjoint_describe(own.adjoint, &text), TOBIUO_OK);
    EXPECT_THAT(text, HasSubstr("gradients of 5 steps of a flow"));
    int backend = -1;
    ASSERT_EQ(tobiuo_flow_adjoint_backend(own.adjoint, &backend), TOBIUO_OK);
    EXPECT_EQ(backend, TOBIUO_CPU);
    std::int64_t bytes = 0;
    ASSERT_EQ(tobiuo_flow_adjoint_memory_bytes(own.adjoint, &bytes), TOBIUO_OK);
    EXPECT_GT(bytes, 0);
}

TEST(CFlowAdjoint, has_the_force_that_its_solver_was_given)
{
    const test::AskedFlow asked;
    test::AskedFlow pushed{asked};
    const double force[3] = {0.3, 0.0, -0.4};
    std::copy(std::begin(force), std::end(force), pushed.problem.force);
    const OwnAdjoint expected{pushed.problem};
    const OwnAdjoint own{asked.problem};
    ASSERT_EQ(tobiuo_flow_set_force(own.solver, force), TOBIUO_OK);
    tobiuo_flow_adjoint* later = nullptr;
    ASSERT_EQ(tobiuo_flow_adjoint_create(own.solver, 0.01, 5, 2, 1, &adjoint_on_cpu, &later),
              TOBIUO_OK);
    const std::vector<double> state(4 * 6 * 5 * 4);
    const auto end_of = [&](tobiuo_flow_adjoint* adjoint) {
        std::vector<double> end(state.size());
        EXPECT_EQ(tobiuo_flow_adjoint_advance(adjoint, state.data(), 1, end.data(),
                                              static_cast<std::int64_t>(end.size()), nullptr),
                  TOBIUO_OK);
        return end;
    };
    EXPECT_EQ(end_of(later), end_of(expected.adjoint));
    EXPECT_NE(end_of(own.adjoint), end_of(expected.adjoint));  // it was made before
    EXPECT_EQ(tobiuo_flow_adjoint_destroy(later), TOBIUO_OK);
}

TEST(CFlowAdjoint, refuses_in_a_sentence)
{
    const test::AskedFlow asked;
    const OwnAdjoint own{asked.problem};
    std::vector<double> state(4 * 6 * 5 * 4);
    const auto count = static_cast<std::int64_t>(state.size());
    EXPECT_EQ(tobiuo_flow_adjoint_backward(own.adjoint, state.data(), state.data(), count, nullptr),
              TOBIUO_FAILED);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("call advance() first"));
    EXPECT_EQ(
        tobiuo_flow_adjoint_advance(own.adjoint, state.data(), 2, state.data(), count, nullptr),
        TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_flow_adjoint_advance(own.adjoint, state.data(), 0, state.data(), 7, nullptr),
              TOBIUO_INVALID_ARGUMENT);
    std::int64_t values = 0;
    EXPECT_EQ(tobiuo_flow_adjoint_face(own.adjoint, 0, 0, nullptr, &values), TOBIUO_FAILED);
    tobiuo_flow_adjoint* other = nullptr;
    EXPECT_EQ(tobiuo_flow_adjoint_create(own.solver, 0.01, 0, 0, -1, nullptr, &other),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("one step at least"));
    EXPECT_EQ(
        tobiuo_flow_adjoint_create(own.solver, 0.01, std::int64_t{1} << 40, 0, -1, nullptr, &other),
        TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(tobiuo_flow_adjoint_create(own.solver, 0.01, 1'000'000'000, 1'000'000'000, -1,
                                         &adjoint_on_cpu, &other),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_THAT(tobiuo_last_error(), HasSubstr("states at a time"));
    EXPECT_EQ(other, nullptr);
}

}  // namespace
}  // namespace tobiuo
