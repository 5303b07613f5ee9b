// SPDX-License-Identifier: BSD-3-Clause
// What of a flow may be captured in a caller's graph.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/stepper.hpp"
#include "tests/solvers/flow/implicit_problems.hpp"
#include "tests/support/counting_machine.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

/// What a stepper asks of a back end.
struct Asked {
    bool is_captured = false;
    test::MachineCounts memory = {};
    int kernels = 0;
};

/// Kernels that only count; items of faces and Poisson's equation run on the host.
FlowMachine<double> counting_machine(const Problem& problem, Asked& asked)
{
    const auto count = [&asked](const auto&... /*arguments*/) { ++asked.kernels; };
    FlowKernels<double> kernels;
    kernels.advance = count;
    kernels.advance_scalar = count;
    kernels.project = count;
    kernels.find_divergence = count;
    kernels.eliminate = count;
    kernels.solve_implicit = count;
    kernels.raise_pressure = count;
    kernels.is_captured = [&asked](Stream /*stream*/) { return asked.is_captured; };
    return {problem,
            std::make_unique<test::CountingMachine>(asked.memory, Backend::cpu),
            std::move(kernels),
            {}};
}

class FlowCapture : public ::testing::Test {
protected:
    void begin_capture() { asked_ = {.is_captured = true}; }

    Asked asked_;
    Problem problem_ = implicit_problems().front();
    Stepper<double> stepper_{problem_, counting_machine(problem_, asked_)};
};

TEST_F(FlowCapture, takes_steps_of_any_length_which_copy_nothing)
{
    begin_capture();
    stepper_.step(0.1, nullptr);
    const int kernels = asked_.kernels;
    EXPECT_GT(kernels, 0);
    stepper_.step(0.2, nullptr);
    EXPECT_EQ(asked_.kernels, 2 * kernels);
    EXPECT_EQ(asked_.memory.copies, 0);
}

template <typename Call>
std::string logic_error_of(const Call& call)
{
    try {
        call();
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "nothing";
}

TEST_F(FlowCapture, refuses_values_of_faces_before_anything_is_enqueued)
{
    const std::array<Problem, 3> ends{problem_, problem_, problem_};
    begin_capture();
    EXPECT_THAT(logic_error_of([&] { stepper_.step(0.1, ends, nullptr); }),
                HasSubstr("a stream that is being captured"));
    EXPECT_THAT(logic_error_of([&] { stepper_.set_faces(problem_, nullptr); }),
                HasSubstr("give them outside the capture"));
    EXPECT_EQ(asked_.kernels, 0);
    EXPECT_EQ(asked_.memory.copies, 0);
    asked_.is_captured = false;
    stepper_.step(0.1, ends, nullptr);
    stepper_.set_faces(problem_, nullptr);
    EXPECT_GT(asked_.memory.copies, 0);
}

}  // namespace
}  // namespace tobiuo::flow
