// What of a flow may be captured in a caller's graph.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

#include "solvers/flow/machine.hpp"
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

/// A back end whose steps only count; items of faces run on the host.
class CountingMachine final : public Machine<double> {
public:
    explicit CountingMachine(Asked& asked)
        : Machine{std::make_unique<test::CountingMachine>(asked.memory)}, asked_{asked}
    {
    }

    [[nodiscard]] bool is_captured(Stream /*stream*/) const override { return asked_.is_captured; }
    void advance(const Box<double>& /*box*/, const StageArrays<double>& /*arrays*/,
                 const Stage& /*stage*/, double /*time_step*/, bool /*observes*/,
                 Stream /*stream*/) override
    {
        ++asked_.kernels;
    }
    void advance_scalar(const Box<double>& /*box*/, const StageArrays<double>& /*arrays*/,
                        const Stage& /*stage*/, double /*time_step*/,
                        Stream /*stream*/) const override
    {
        ++asked_.kernels;
    }
    [[nodiscard]] Measures measures_and_wait() const override { return {}; }
    void project(const Box<double>& /*box*/, const double* const (&/*velocity*/)[3],
                 const double* /*impulse*/, double* const (&/*out*/)[3],
                 Stream /*stream*/) const override
    {
        ++asked_.kernels;
    }
    void solve_along(int /*face*/, double* /*values*/, Stream /*stream*/) const override
    {
        ++asked_.kernels;
    }
    void eliminate(const Elimination<double>& /*all*/, Stream /*stream*/) const override
    {
        ++asked_.kernels;
    }
    void solve_implicit(const ImplicitStage<double>& /*stage*/, Stream /*stream*/) const override
    {
        ++asked_.kernels;
    }
    void raise_pressure(const PressureRise<double>& /*rise*/, Stream /*stream*/) const override
    {
        ++asked_.kernels;
    }
    void find_impulse(const Box<double>& /*box*/, const double* const (&/*velocity*/)[3],
                      double* /*impulse*/, Stream /*stream*/) override
    {
        ++asked_.kernels;
    }
    [[nodiscard]] std::size_t memory_bytes() const override { return 0; }
    [[nodiscard]] std::string describe() const override { return "counts"; }

private:
    Asked& asked_;
};

class FlowCapture : public ::testing::Test {
protected:
    void begin_capture() { asked_ = {.is_captured = true}; }

    Asked asked_;
    Problem problem_ = implicit_problems().front();
    Stepper<double> stepper_{problem_, std::make_unique<CountingMachine>(asked_)};
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
