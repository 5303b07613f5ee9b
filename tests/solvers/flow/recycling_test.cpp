// SPDX-License-Identifier: BSD-3-Clause
// Inflow faces whose fluctuations come from a plane inside the box.
#include "solvers/flow/recycling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/flow/recycling_items.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "runtime/precision.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"
#include "tests/solvers/flow/changing_faces.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

constexpr double rounding_of_planes = 64.0 * std::numeric_limits<double>::epsilon();

template <typename T = double>
Solver recycling(Problem problem)
{
    problem.precision = precision_of<T>;
    Solver solver = started<T>(problem, swirl());
    if (problem.scalar) {
        solver.set_scalar(sampled_at_centres<T>(problem, layers).data());
    }
    return solver;
}

/// Where the box of 9x10x11 cells has the value (i, j, k).
std::size_t place_of(std::size_t i, std::size_t j, std::size_t k)
{
    return (k * 10 + j) * 9 + i;
}

TEST(FlowRecycling, leaves_scalars_in_their_places_of_a_state)
{
    for (const int axis : {0, 2}) {
        Problem problem = recycled_jet(axis, false, 1);
        problem.scalar = problem.scalar.value_or(Scalar{});
        problem.further_scalars = {{.scalar = {.diffusivity = 0.02, .name = "other"}}};
        Solver solver = recycling(problem);
        std::vector<double> other(static_cast<std::size_t>(points(problem)), 3.0);
        solver.set_scalar(other.data(), nullptr, 1);
        solver.step(0.002);
        const std::vector<double> state = state_of(solver);
        const std::int64_t planes = problem.grid.axes[2].cells;
        std::vector<double> found(other.size());
        for (const int number : {0, 1}) {
            solver.scalar(found.data(), nullptr, number);
            const auto in_state =
                scalar_of_state(problem, std::span<const double>{state}, planes, number);
            EXPECT_THAT(found, ::testing::ElementsAreArray(in_state.begin(), in_state.end()))
                << number;
        }
    }
}

TEST(FlowRecycling, gives_the_fluctuations_of_the_plane_before_the_step)
{
    const Problem problem = recycled_jet(0, true, 1);  // the upper face, whose velocity is in u
    Solver solver = recycling(problem);
    solver.step(0.002);
    const Velocity<double> before = velocity_of<double>(solver);
    solver.step(0.002);
    const Velocity<double> after = velocity_of<double>(solver);
    for (std::size_t j = 0; j < 10; ++j) {
        double mean = 0.0;
        for (std::size_t k = 0; k < 11; ++k) {
            mean += before.u[place_of(4, j, k)] / 11.0;  // the face at 0.5 is next to 0.52
        }
        for (std::size_t k = 0; k < 11; ++k) {
            const double given = problem.faces[0].upper.profile[0][k * 10 + j];
            EXPECT_NEAR(after.u[place_of(8, j, k)], given + before.u[place_of(4, j, k)] - mean,
                        rounding_of_planes);
        }
    }
    EXPECT_GT(largest_difference(before.u, after.u), 1e-4);
    EXPECT_LT(solver.observed_and_wait().largest_divergence, 1e-11);
}

template <typename T>
void expect_to_go_on_with_the_same_bits(const Problem& problem)
{
    SCOPED_TRACE(describe(problem));
    Solver whole = recycling<T>(problem);
    for (int step = 0; step < 3; ++step) {
        whole.step(0.002);
    }
    const std::vector<T> state = state_of<T>(whole);
    EXPECT_EQ(std::ssize(state), whole.state_values());
    Solver resumed = recycling<T>(problem);
    resumed.resume(state.data());
    EXPECT_EQ(state_of<T>(resumed), state);
    for (Solver* const solver : {&whole, &resumed}) {
        solver->step(0.002);
        solver->step(0.001);
    }
    EXPECT_EQ(state_of<T>(resumed), state_of<T>(whole));
}

TEST(FlowRecycling, costs_no_bit_in_a_restart)
{
    for (const Problem& problem :
         {recycled_jet(0, false, 1), recycled_jet(1, true, 3), recycled_jet(2, false, 0),
          recycled_jet(2, true, 3), implicit_along(recycled_jet(0, true, 1), 1),
          projected_once(recycled_jet(0, false, 2))}) {
        expect_to_go_on_with_the_same_bits<double>(problem);
    }
    expect_to_go_on_with_the_same_bits<float>(recycled_jet(0, false, 1));
}

TEST(FlowRecycling, goes_with_faces_that_change)
{
    const auto problem_at = [](double time) {
        Problem problem = recycled_jet(0, false, 1);
        for (double& value : problem.faces[0].lower.profile[0]) {
            value *= 1.0 + 20.0 * time;
        }
        return problem;
    };
    constexpr double time_step = 0.002;
    Solver by_values = recycling(problem_at(0.0));
    Solver in_arrays = recycling(problem_at(0.0));
    Solver still = recycling(problem_at(0.0));
    for (int step = 0; step < 3; ++step) {
        const double begins = step * time_step;
        by_values.step(time_step, faces_of_step(problem_at, begins, time_step));
        std::array<Problem, 3> problems;
        std::array<FaceArrays, 3> arrays;
        for (std::size_t end = 0; end < 3; ++end) {
            problems.at(end) = problem_at(begins + stage_ends.at(end) * time_step);
            arrays.at(end) = arrays_in(problems.at(end));
            arrays.at(end).entering *= outflow_area(problems.at(end));
        }
        in_arrays.step(time_step, arrays);
        still.step(time_step);
    }
    EXPECT_LT(largest_difference(state_of(by_values), state_of(in_arrays)), 1e-12);
    EXPECT_GT(largest_difference(state_of(by_values), state_of(still)), 1e-3);
}

TEST(FlowRecycling, is_refused_where_it_makes_no_sense)
{
    const auto said = [](const Problem& problem) {
        return unsupported_reason(problem, Backend::cpu).value_or("");
    };
    Problem problem = recycled_jet(0, false, 1);
    EXPECT_EQ(said(problem), "");
    problem.faces[0].lower.recycling->position = 0.9;
    EXPECT_THAT(said(problem), HasSubstr("the lower face across x recycles fluctuations from the "
                                         "place 0.9, and the box is from 0 to 0.9"));
    problem = jet_across(0, false);
    problem.faces[0].lower.recycling = Recycling{.position = 0.5};
    EXPECT_THAT(said(problem), HasSubstr("and no axis along it is periodic"));
    problem = recycled_jet(0, false, 1);
    problem.faces[1].lower.recycling = Recycling{.position = 0.5};
    EXPECT_THAT(said(problem), HasSubstr("but nothing is given to flow in"));
    EXPECT_THAT(distributed_unsupported_reason(recycled_jet(2, false, 0), Backend::cpu, 2).value(),
                HasSubstr("a face across z recycles fluctuations on 2 ranks"));
}

TEST(FlowRecyclingNvrtc, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
        for (const runtime::ItemKind& kind :
             {TakePlane<double>::kind, SumLines<double>::kind, TakeMean<double>::kind,
              GiveFluctuations<double>::kind}) {
            const device::CompiledKernel compiled =
                device::compile(runtime::item_kernel(kind, precision), "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << kind.name;
            EXPECT_EQ(compiled.log, "") << kind.name;
        }
    }
}

}  // namespace
}  // namespace tobiuo::flow
