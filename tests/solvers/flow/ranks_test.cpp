// SPDX-License-Identifier: BSD-3-Clause
// The flow solver on several ranks against the one on one rank, on the CPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "runtime/precision.hpp"
#include "solvers/flow/halos.hpp"
#include "solvers/flow/slab.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

constexpr SolverOptions on_one_thread{.backend = Backend::cpu, .threads = 1};

/// What a flow is after its steps.
template <typename T>
struct Result {
    Velocity<T> velocity;
    std::vector<T> pressure;
    std::vector<T> scalar;
    Observed observed;
    std::vector<T> second = {};
};

template <typename T>
Result<T> result_of(const Solver& solver)
{
    const auto own =
        static_cast<std::size_t>(plane_points(solver.problem()) * solver.planes().count);
    Result<T> result{{std::vector<T>(own), std::vector<T>(own), std::vector<T>(own)},
                     std::vector<T>(own),
                     std::vector<T>(solver.problem().scalar ? own : 0),
                     solver.observed_and_wait()};
    solver.velocity(result.velocity.u.data(), result.velocity.v.data(), result.velocity.w.data());
    solver.pressure(result.pressure.data());
    if (solver.problem().scalar) {
        solver.scalar(result.scalar.data());
    }
    if (!solver.problem().further_scalars.empty()) {
        result.second.resize(own);
        solver.scalar(result.second.data(), nullptr, 1);
    }
    return result;
}

template <typename T>
void begin(Solver& solver)
{
    const Problem& problem = solver.problem();
    const std::int64_t planes = problem.grid.axes[2].cells;
    const Velocity<T> own = cut(sampled<T>(problem, swirl()), planes, solver.planes());
    solver.start(own.u.data(), own.v.data(), own.w.data());
    if (problem.scalar) {
        solver.set_scalar(
            cut(sampled_at_centres<T>(problem, layers), planes, solver.planes()).data());
    }
    if (!problem.further_scalars.empty()) {
        solver.set_scalar(
            cut(sampled_at_centres<T>(problem, swirl()[1]), planes, solver.planes()).data(),
            nullptr, 1);
    }
}

template <typename T>
Result<T> on_one_rank(const Problem& problem, int steps)
{
    Solver solver{problem, on_one_thread};
    begin<T>(solver);
    advance(solver, 0.002 * steps, steps);
    return result_of<T>(solver);
}

template <typename T>
void expect_the_part(const Result<T>& found, const Result<T>& whole, std::int64_t planes,
                     const poisson::Planes& own)
{
    constexpr double tolerance = after_steps_on_ranks<T>;
    EXPECT_LT(largest_difference(found.velocity, cut(whole.velocity, planes, own)), tolerance);
    EXPECT_LT(largest_difference(found.scalar, cut(whole.scalar, planes, own)), tolerance);
    EXPECT_LT(largest_difference(found.second, cut(whole.second, planes, own)), tolerance);
    // The pressure is the impulse by the time of a stage.
    EXPECT_LT(largest_difference(found.pressure, cut(whole.pressure, planes, own)),
              tolerance / 3e-4);
    const Observed& here = found.observed;
    const Observed& there = whole.observed;
    EXPECT_NEAR(here.kinetic_energy, there.kinetic_energy, tolerance);
    EXPECT_NEAR(here.largest_rate, there.largest_rate, tolerance * there.largest_rate);
    EXPECT_LT(here.largest_divergence, tolerance * 100.0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(here.mean_velocity.at(axis), there.mean_velocity.at(axis), tolerance);
    }
}

template <typename T>
void expect_the_flow_of_one_rank(Problem problem)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    constexpr int steps = 3;
    const Result<T> whole = on_one_rank<T>(problem, steps);
    for (const int size : {1, 2, 3, 4}) {
        SCOPED_TRACE(std::to_string(size) + " ranks");
        test::on_ranks(size, [&](const Communicator& ranks) {
            Solver solver{problem, ranks, on_one_thread};
            begin<T>(solver);
            advance(solver, 0.002 * steps, steps);
            expect_the_part(result_of<T>(solver), whole, problem.grid.axes[2].cells,
                            solver.planes());
        });
    }
}

TEST(FlowRanks, compute_the_flow_of_one_rank)
{
    for (const Problem& problem : rank_problems()) {
        expect_the_flow_of_one_rank<double>(problem);
    }
    expect_the_flow_of_one_rank<float>(channel_across(2));
    expect_the_flow_of_one_rank<float>(implicit_along(channel_across(2), 2));
    expect_the_flow_of_one_rank<float>(jet_across(0, true));
}

/// A wide box of thin layers, of which nothing but diffusion along z lets one know of another.
Problem thin_layers(bool periodic)
{
    Problem problem{.grid = box({2, 3, 30}, {2000.0, 3000.0, 3.0}), .viscosity = 0.5};
    problem.implicit_diffusion = 2;
    problem.force = {0.1, 0.2, 0.0};
    problem.scalar = Scalar{.diffusivity = 2.0};
    if (!periodic) {
        problem.faces[2] = both(FaceKind::no_slip);
        problem.faces[2].upper.velocity = {1.0, 2.0, 0.0};
        problem.scalar->faces[4] = {.kind = ScalarFaceKind::value, .number = 1.0};
        problem.scalar->faces[5] = {.kind = ScalarFaceKind::flux, .number = 0.1};
    }
    return problem;
}

/// What a rank leaves decays before it reaches the next one where steps are short, and goes round
/// all of them where they are long.
TEST(FlowRanks, diffuse_implicitly_in_steps_of_any_length)
{
    for (const bool periodic : {false, true}) {
        const Problem problem = thin_layers(periodic);
        const auto flow = [&](Solver& solver) {
            const auto layer = [&](double wave) {
                const std::vector<double> all =
                    sampled_at_centres<double>(problem, [&](double /*x*/, double /*y*/, double z) {
                        return std::sin(wave * z) + std::cos(17.0 * z);
                    });
                return cut(all, 30, solver.planes());
            };
            const std::vector<double> still(layer(1.0).size());
            solver.start(layer(2.0).data(), layer(3.0).data(), still.data());
            solver.set_scalar(layer(4.0).data());
            for (const double time_step : {1e-4, 0.02, 2.0, 0.02, 300.0}) {
                solver.step(time_step);
            }
            return result_of<double>(solver);
        };
        Solver alone{problem, on_one_thread};
        const Result<double> whole = flow(alone);
        for (const int size : {2, 3, 4, 5, 8, 10, 15}) {
            SCOPED_TRACE(std::to_string(size) + " ranks" + (periodic ? ", periodic" : ""));
            test::on_ranks(size, [&](const Communicator& ranks) {
                Solver solver{problem, ranks, on_one_thread};
                const Result<double> found = flow(solver);
                constexpr double tolerance = 1e-11;
                const auto part = [&](const auto& all) { return cut(all, 30, solver.planes()); };
                EXPECT_LT(largest_difference(found.velocity, part(whole.velocity)), tolerance);
                EXPECT_LT(largest_difference(found.scalar, part(whole.scalar)), tolerance);
            });
        }
    }
}

/// Three steps whose faces change, with what they give in arrays or not.
void step_through(Solver& solver, const ProblemAt& problem_at, bool in_arrays)
{
    constexpr double time_step = 0.002;
    begin<double>(solver);
    for (int step = 0; step < 3; ++step) {
        const double begins = step * time_step;
        if (!in_arrays) {
            solver.step(time_step, faces_of_step(problem_at, begins, time_step));
            continue;
        }
        std::array<Problem, 3> problems;
        std::array<FaceArrays, 3> arrays;
        for (std::size_t end = 0; end < 3; ++end) {
            problems.at(end) = problem_at(begins + stage_ends.at(end) * time_step);
            arrays.at(end) = arrays_in(problems.at(end));
        }
        solver.step(time_step, arrays);
    }
}

TEST(FlowRanks, follow_faces_that_change)
{
    for (const ProblemAt& shaken : {ProblemAt{shaken_box}, ProblemAt{shaken_tube}}) {
        Solver alone{shaken(0.0), on_one_thread};
        step_through(alone, shaken, false);
        const Result<double> whole = result_of<double>(alone);
        for (const int size : {2, 3}) {
            test::on_ranks(size, [&](const Communicator& ranks) {
                Solver by_values{shaken(0.0), ranks, on_one_thread};
                step_through(by_values, shaken, false);
                expect_the_part(result_of<double>(by_values), whole, 10, by_values.planes());
                Solver by_arrays{shaken(0.0), ranks, on_one_thread};
                step_through(by_arrays, shaken, true);
                EXPECT_EQ(state_of(by_arrays), state_of(by_values));
            });
        }
    }
}

/// Energy of the vortices after 100 steps, which friction has taken a part of.
TEST(FlowRanks, keep_the_energy_of_vortices_for_a_hundred_steps)
{
    const Problem problem = vortex_problem({16, 16, 16}, 0.05);
    const auto energy_of = [&](Solver& solver) {
        const Velocity<double> own =
            cut(sampled<double>(problem, taylor_green_3d()), 16, solver.planes());
        solver.start(own.u.data(), own.v.data(), own.w.data());
        advance(solver, 2.0, 100);
        return solver.observed_and_wait().kinetic_energy;
    };
    Solver alone{problem, on_one_thread};
    const double expected = energy_of(alone);
    EXPECT_LT(expected, 0.11);  // 1/8 at the start
    test::on_ranks(3, [&](const Communicator& ranks) {
        Solver solver{problem, ranks, on_one_thread};
        EXPECT_NEAR(energy_of(solver), expected, 1e-12);
    });
}

TEST(FlowRanks, have_the_same_bits_in_every_run_and_go_on_with_a_state)
{
    for (const Problem& problem : {jet_across(0, true), projected_once(jet_across(0, true)),
                                   projected_once(channel_across(2))}) {
        std::vector<std::vector<double>> first(3);
        for (const bool resumes : {false, true}) {
            test::on_ranks(3, [&](const Communicator& ranks) {
                Solver solver{problem, ranks, on_one_thread};
                begin<double>(solver);
                advance(solver, 0.01, 2);
                if (resumes) {
                    const std::vector<double> between = state_of(solver);
                    solver = Solver{problem, ranks, on_one_thread};
                    solver.resume(between.data());
                }
                advance(solver, 0.01, 2);
                std::vector<double>& kept = first.at(static_cast<std::size_t>(ranks.rank()));
                if (resumes) {
                    EXPECT_EQ(state_of(solver), kept);
                } else {
                    kept = state_of(solver);
                }
            });
        }
    }
}

/// Values that tell their place: planes arrive whole, round the period, and nothing else changes.
TEST(FlowHalos, have_the_planes_of_the_neighbours)
{
    const Problem problem = vortex_problem({3, 2, 7}, 0.01);
    constexpr std::int64_t plane = 6;
    for (const int size : {2, 3}) {
        test::on_ranks(size, [&](const Communicator& ranks) {
            const Placement placement = on_rank(problem, ranks);
            const Slab& slab = placement.slab;
            const Halos<double> halos{placement, plane, ranks::make_exchange(Backend::cpu, ranks)};
            const auto value = [&](std::int64_t k, std::int64_t at) {
                return static_cast<double>((slab.first + k + 7) % 7 * plane + at);
            };
            const std::int64_t planes = planes_below + slab.count + planes_above;
            std::vector<double> values(static_cast<std::size_t>(planes * plane), -1.0);
            double* const own = values.data() + planes_below * plane;
            for (std::int64_t at = 0; at < slab.count * plane; ++at) {
                own[at] = value(0, at);
            }
            double* const array[] = {own};
            halos.give_planes(array, nullptr);
            EXPECT_EQ(own[(slab.count + 1) * plane], -1.0);
            halos.give_impulse(own, nullptr);
            for (std::int64_t k = -planes_below; k < slab.count + planes_above; ++k) {
                for (std::int64_t at = 0; at < plane; ++at) {
                    EXPECT_EQ(own[k * plane + at], value(k, at)) << size << " ranks, plane " << k;
                }
            }
        });
    }
}

TEST(FlowRanks, refuse_what_they_cannot_divide)
{
    const auto refusal = [](const Problem& problem, int ranks) {
        return distributed_unsupported_reason(problem, Backend::cpu, ranks).value_or("accepted");
    };
    EXPECT_EQ(refusal(vortex_problem({8, 8, 7}, 0.01), 3), "accepted");
    EXPECT_THAT(refusal(vortex_problem({8, 8, 7}, 0.01), 4),
                HasSubstr("7 planes of z is divided among 4 ranks (each needs 2 or more): use 3"));
    EXPECT_THAT(refusal(vortex_problem({8, 8, 1}, 0.01), 2), HasSubstr("z"));
    test::on_ranks(2, [&](const Communicator& ranks) {
        EXPECT_THROW(Solver(vortex_problem({8, 8, 3}, 0.01), ranks, on_one_thread),
                     std::invalid_argument);
    });
}

}  // namespace
}  // namespace tobiuo::flow
