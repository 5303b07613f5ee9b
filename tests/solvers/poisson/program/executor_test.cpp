// SPDX-License-Identifier: BSD-3-Clause
// Runs programs of every kind on a machine of the host: what is allocated is what the program says,
// and steps run in their order on its arrays.
#include "solvers/poisson/program/executor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/program/machine_solver.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"
#include "tests/support/counting_machine.hpp"

namespace tobiuo::poisson {
namespace {

struct Noted {
    std::size_t step;
    SolveArrays arrays;
};

std::vector<Noted> noted;

/// A step that notes its arrays.
class NotedStep final : public ReadyStep {
public:
    explicit NotedStep(std::size_t number) : number_{number} {}

    void enqueue(const SolveArrays& arrays, Stream /*stream*/) const override
    {
        noted.push_back({number_, arrays});
    }

private:
    std::size_t number_;
};

SolveBackEnd noting_back_end(bool side_by_side)
{
    return {.plan = nullptr,
            .prepare = [](const SolveStep& step,
                          const StepContext& context) -> std::unique_ptr<const ReadyStep> {
                const auto number = static_cast<std::size_t>(&step - context.program.steps.data());
                EXPECT_EQ(context.load.wanted(), number == 0);
                EXPECT_EQ(context.constant() != nullptr, context.program.has_null_space);
                return std::make_unique<NotedStep>(number);
            },
            .alignment = 1,
            .prepares_side_by_side = side_by_side};
}

fft::PlaceFunction any_function()
{
    return {.source = "Real value(long long, const void*) { return 0; }", .function = "value"};
}

TEST(SolveProgram, is_allocated_as_it_says_for_every_kind_of_solve)
{
    for (const test::TwinCase& one : test::twin_cases()) {
        const SolveSchedule schedule = one.schedule();
        const SolveProgram program = program_of(one.problem, schedule);
        SCOPED_TRACE(describe(one.problem) + ": " + program.description);
        test::MachineCounts counts;
        const test::CountingMachine machine{counts};
        const Executor executor{machine, noting_back_end(true), program, any_function()};
        EXPECT_EQ(counts.allocated_bytes, program.bytes());
        EXPECT_EQ(executor.bytes(), program.bytes());
        for (std::size_t n = 0; n < program.arrays.size(); ++n) {
            const runtime::Array& array = executor.array(static_cast<ArrayName>(n));
            const std::vector<std::byte>& values = program.arrays.at(n).values;
            ASSERT_EQ(array.bytes(), program.arrays.at(n).bytes);
            const std::vector<std::byte> expected =
                values.empty() ? std::vector<std::byte>(array.bytes()) : values;
            EXPECT_TRUE(std::equal(expected.begin(), expected.end(), array.as<std::byte>()));
        }
    }
}

TEST(SolveProgram, runs_its_steps_in_order_on_its_arrays)
{
    for (const test::TwinCase& one : test::twin_cases()) {
        const SolveProgram program = program_of(one.problem, one.schedule());
        SCOPED_TRACE(describe(one.problem) + ": " + program.description);
        test::MachineCounts counts;
        const test::CountingMachine machine{counts};
        const Executor executor{machine, noting_back_end(false), program, any_function()};
        const std::vector<double> f(static_cast<std::size_t>(program.points), 1.0);
        std::vector<double> u(f.size(), 0.0);
        noted.clear();
        executor.enqueue({.f = f.data(), .u = u.data()}, nullptr);
        std::size_t expected = 0;
        for (const Noted& run : noted) {
            expected += std::holds_alternative<CopyOfF>(program.steps.at(expected)) ? 1 : 0;
            EXPECT_EQ(run.step, expected++);
            EXPECT_EQ(run.arrays.f, f.data());
            EXPECT_EQ(run.arrays.u, u.data());
            EXPECT_EQ(run.arrays.work != nullptr, program.has(ArrayName::work));
            EXPECT_EQ(run.arrays.between(),
                      run.arrays.work != nullptr ? run.arrays.work : u.data());
        }
        EXPECT_EQ(expected, program.steps.size());
        if (std::holds_alternative<CopyOfF>(program.steps.front())) {
            EXPECT_EQ(counts.copies, 1);
        }
    }
}

TEST(SolveProgram, without_a_work_array_takes_that_of_the_caller)
{
    const test::TwinCase padded = test::twin_case({15, 8, 11}, {2, 3, 0});
    const SolveProgram program = program_of(padded.problem, padded.schedule());
    ASSERT_TRUE(program.has(ArrayName::work));
    const SolveProgram without = program.without_work();
    EXPECT_FALSE(without.has(ArrayName::work));
    test::MachineCounts counts;
    const test::CountingMachine machine{counts};
    const Executor executor{machine, noting_back_end(false), without, any_function()};
    EXPECT_EQ(counts.allocated_bytes, without.bytes());
    double u = 0.0;
    double work = 0.0;
    noted.clear();
    executor.enqueue({.f = &u, .u = &u, .work = &work}, nullptr);
    ASSERT_FALSE(noted.empty());
    EXPECT_EQ(noted.front().arrays.work, &work);
}

TEST(SolveProgram, reports_the_first_step_that_cannot_be_made)
{
    const test::TwinCase one = test::twin_case({16, 8, 12}, {0, 2, 1});
    const SolveProgram program = program_of(one.problem, one.schedule());
    ASSERT_GE(program.steps.size(), 2U);
    SolveBackEnd refusing = noting_back_end(true);
    refusing.prepare = [](const SolveStep& step,
                          const StepContext& context) -> std::unique_ptr<const ReadyStep> {
        throw std::runtime_error{"step " + std::to_string(&step - context.program.steps.data())};
    };
    test::MachineCounts counts;
    const test::CountingMachine machine{counts};
    try {
        const Executor executor{machine, refusing, program};
        FAIL() << "it was made";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "step 0");
    }
}

TEST(MachineSolver, on_the_cpu_is_the_host_solver)
{
    const Problem problem = test::twin_case({16, 9, 12}, {2, 2, 0}).problem;
    const MachineSolver solver{problem, Backend::cpu, {.threads = 2}};
    const HostSolver host{problem, fft::Effort::estimate, 2};
    const std::vector<double> f = test::random_values<double>(problem, 7);
    std::vector<double> expected(f.size());
    std::vector<double> found(f.size());
    const Solved solved = host.solve(std::span<const double>{f}, std::span<double>{expected});
    solver.solve(f.data(), found.data(), nullptr);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(solver.solved(nullptr).removed_mean, solved.removed_mean);
    EXPECT_EQ(solver.describe(), host.describe());
    EXPECT_EQ(solver.passes(), HostSolver::passes(problem));
    EXPECT_EQ(solver.workspace_bytes(), static_cast<std::size_t>(host.workspace_bytes()));
    EXPECT_TRUE(solver.choices().empty());
}

TEST(MachineSolver, refuses_arrays_that_do_not_fit)
{
    const Problem problem = test::twin_case({8, 8, 8}, {0, 0, 0}).problem;
    const MachineSolver solver{problem, Backend::cpu};
    std::vector<float> single(512);
    EXPECT_THROW(solver.solve(single.data(), single.data(), nullptr), std::invalid_argument);
    std::vector<double> values(600);
    EXPECT_THROW(solver.solve(values.data(), values.data() + 8, nullptr), std::invalid_argument);
    EXPECT_THROW(solver.solve(nullptr, nullptr, nullptr), std::invalid_argument);
    EXPECT_THROW(solver.solve_loaded(values.data(), values.data(), nullptr), std::logic_error);
}

}  // namespace
}  // namespace tobiuo::poisson
