// SPDX-License-Identifier: BSD-3-Clause
// Solvers of the C interface on the ranks of a caller, on the CPU: results of one rank, the bits of
// the solvers in C++, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow.hpp>
#include <tobiuo/poisson.hpp>

#include "doors/c/tobiuo.h"
#include "tests/doors/c/asked_ranks.hpp"
#include "tests/doors/c/flow_problems.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;

constexpr tobiuo_options rank_options{.backend = TOBIUO_CPU, .threads = 1};

/// Transforms of whole axes and joined slabs round differently, by steps that amplify it little.
constexpr double rank_tolerance = 2000.0 * std::numeric_limits<double>::epsilon();

/// A value for each point, the same on any number of ranks.
std::vector<double> wavy(std::int64_t count)
{
    std::vector<double> values(static_cast<std::size_t>(count));
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = std::sin(0.7 * static_cast<double>(at));
    }
    return values;
}

double largest_gap(std::span<const double> a, std::span<const double> b)
{
    EXPECT_EQ(a.size(), b.size());
    double largest = 0.0;
    for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at) {
        largest = std::max(largest, std::abs(a[at] - b[at]));
    }
    return largest;
}

/// The planes of a solver, and their part of an array of the box.
struct PlanesOfRank {
    std::int64_t first = -1;
    std::int64_t count = -1;
    std::int64_t plane = 0;

    [[nodiscard]] std::int64_t points() const { return count * plane; }
    [[nodiscard]] std::vector<double> of(const std::vector<double>& whole) const
    {
        const auto begin = whole.begin() + first * plane;
        return {begin, begin + points()};
    }
};

/// What a flow of AskedFlow is after some steps.
struct FlowFields {
    std::vector<double> state;  // u, v, w, the scalar
    std::vector<double> pressure;
    tobiuo_flow_observed observed{};
};

constexpr std::int64_t asked_plane = 6 * 5;
constexpr std::int64_t asked_points = asked_plane * 4;

/// Advances a flow of AskedFlow; of several ranks each computes its planes.
FlowFields fields_after_steps(tobiuo_flow_solver* solver)
{
    PlanesOfRank own{.plane = asked_plane};
    EXPECT_EQ(tobiuo_flow_planes(solver, &own.first, &own.count), TOBIUO_OK);
    std::int64_t cells = 0;
    std::int64_t state_values = 0;
    EXPECT_EQ(tobiuo_flow_values(solver, &cells, &state_values), TOBIUO_OK);
    EXPECT_EQ(cells, own.points());
    const std::vector<double> values = own.of(wavy(asked_points));
    EXPECT_EQ(
        tobiuo_flow_start(solver, values.data(), values.data(), values.data(), cells, nullptr),
        TOBIUO_OK)
        << tobiuo_last_error();
    EXPECT_EQ(tobiuo_flow_set_scalar(solver, values.data(), cells, nullptr), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_step(solver, 0.002, 3, nullptr), TOBIUO_OK) << tobiuo_last_error();
    FlowFields found{.state = std::vector<double>(static_cast<std::size_t>(state_values)),
                     .pressure = std::vector<double>(static_cast<std::size_t>(cells))};
    EXPECT_EQ(tobiuo_flow_state(solver, found.state.data(), state_values, nullptr), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_pressure(solver, found.pressure.data(), cells, nullptr), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_observed_and_wait(solver, &found.observed), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
    return found;
}

/// The state of the same flow in C++ on the same ranks.
std::vector<double> state_in_cpp(const test::AskedFlow& asked, const Communicator& ranks)
{
    flow::Solver solver{
        test::same_in_cpp(asked, Precision::fp64), ranks, {.backend = Backend::cpu, .threads = 1}};
    const PlanesOfRank own{solver.planes().first, solver.planes().count, asked_plane};
    const std::vector<double> values = own.of(wavy(asked_points));
    solver.start(values.data(), values.data(), values.data());
    solver.set_scalar(values.data());
    for (int step = 0; step < 3; ++step) {
        solver.step(0.002);
    }
    std::vector<double> state(static_cast<std::size_t>(solver.state_values()));
    solver.state(state.data());
    return state;
}

TEST(CRanks, compute_the_flow_of_one_rank_with_the_bits_of_cpp)
{
    const test::AskedFlow asked;
    tobiuo_flow_solver* alone = nullptr;
    ASSERT_EQ(tobiuo_flow_create(&asked.problem, &rank_options, &alone), TOBIUO_OK);
    const FlowFields whole = fields_after_steps(alone);
    for (const int size : {1, 2}) {
        test::on_ranks(size, [&](const Communicator& ranks) {
            test::AskedRanks own_ranks{ranks};
            tobiuo_flow_solver* solver = nullptr;
            {
                const tobiuo_communicator gone = own_ranks.communicator();  // it is copied
                EXPECT_EQ(tobiuo_flow_create_on_ranks(&asked.problem, nullptr, &gone, &rank_options,
                                                      &solver),
                          TOBIUO_OK)
                    << tobiuo_last_error();
            }
            PlanesOfRank own{.plane = asked_plane};
            EXPECT_EQ(tobiuo_flow_planes(solver, &own.first, &own.count), TOBIUO_OK);
            EXPECT_EQ(own.first, ranks.rank() * 4 / size);
            EXPECT_EQ(own.count, 4 / size);
            const FlowFields found = fields_after_steps(solver);
            EXPECT_EQ(found.state, state_in_cpp(asked, ranks));
            for (std::int64_t field = 0; field < 4; ++field) {
                const std::vector<double> part =
                    own.of({whole.state.begin() + field * asked_points,
                            whole.state.begin() + (field + 1) * asked_points});
                EXPECT_LT(
                    largest_gap(std::span{found.state}.subspan(
                                    static_cast<std::size_t>(field * own.points()), part.size()),
                                part),
                    rank_tolerance)
                    << "field " << field;
            }
            // The pressure is an impulse by the time of a stage.
            EXPECT_LT(largest_gap(found.pressure, own.of(whole.pressure)), rank_tolerance / 3e-4);
            EXPECT_NEAR(found.observed.kinetic_energy, whole.observed.kinetic_energy,
                        rank_tolerance);
            EXPECT_EQ(size > 1, own_ranks.exchanges > 0);
        });
    }
}

TEST(CRanks, resume_a_state_with_the_same_bits)
{
    const test::AskedFlow asked;
    test::on_asked_ranks(2, [&](auto&, const tobiuo_communicator& ranks) {
        const auto made = [&] {
            tobiuo_flow_solver* solver = nullptr;
            EXPECT_EQ(tobiuo_flow_create_on_ranks(&asked.problem, nullptr, &ranks, &rank_options,
                                                  &solver),
                      TOBIUO_OK)
                << tobiuo_last_error();
            return solver;
        };
        const std::vector<double> begin = fields_after_steps(made()).state;
        const auto resumed = [&] {
            tobiuo_flow_solver* solver = made();
            const auto count = static_cast<std::int64_t>(begin.size());
            EXPECT_EQ(tobiuo_flow_resume(solver, begin.data(), count, nullptr), TOBIUO_OK);
            EXPECT_EQ(tobiuo_flow_step(solver, 0.002, 2, nullptr), TOBIUO_OK);
            std::vector<double> end(begin.size());
            EXPECT_EQ(tobiuo_flow_state(solver, end.data(), count, nullptr), TOBIUO_OK);
            EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
            return end;
        };
        EXPECT_EQ(resumed(), resumed());
    });
}

/// A box of 6 x 5 x 7 cells between walls across x and z.
tobiuo_poisson_problem walled_box()
{
    tobiuo_poisson_problem problem{};
    const std::int64_t cells[3] = {6, 5, 7};
    for (int axis = 0; axis < 3; ++axis) {
        problem.axes[axis].cells = cells[axis];
        problem.axes[axis].upper = 1.0;
    }
    problem.axes[0].lower_condition = problem.axes[0].upper_condition = TOBIUO_NEUMANN;
    problem.axes[2].lower_condition = TOBIUO_DIRICHLET;
    problem.axes[2].upper_condition = TOBIUO_NEUMANN;
    problem.precision = TOBIUO_DOUBLE;
    return problem;
}

/// Solves with values at all walls of walled_box(); those across x are cut to the planes.
std::vector<double> solved(const tobiuo_poisson_solver* solver)
{
    PlanesOfRank own{.plane = 6 * 5};
    EXPECT_EQ(tobiuo_poisson_planes(solver, &own.first, &own.count), TOBIUO_OK);
    const std::vector<double> f = own.of(wavy(6 * 5 * 7));
    const std::vector<double> across_x =
        PlanesOfRank{own.first, own.count, 5}.of(wavy(5 * 7));  // [z][y]
    const std::vector<double> across_z = wavy(6 * 5);
    tobiuo_wall walls[6] = {};
    walls[1].values = across_x.data();
    walls[1].count = 5 * own.count;
    walls[4].values = across_z.data();
    walls[4].count = 6 * 5;
    walls[5].constant = 0.5;
    std::vector<double> u(f.size());
    EXPECT_EQ(tobiuo_poisson_solve(solver, f.data(), u.data(), own.points(), walls, nullptr),
              TOBIUO_OK)
        << tobiuo_last_error();
    return u;
}

TEST(CRanks, solve_with_walls_as_one_rank_does_also_where_some_have_no_planes)
{
    for (const int op : {TOBIUO_SECOND_ORDER, TOBIUO_FOURTH_ORDER}) {
        tobiuo_poisson_problem problem = walled_box();
        problem.op = op;
        tobiuo_poisson_solver* alone = nullptr;
        ASSERT_EQ(tobiuo_poisson_create(&problem, &rank_options, &alone), TOBIUO_OK);
        PlanesOfRank all;
        ASSERT_EQ(tobiuo_poisson_planes(alone, &all.first, &all.count), TOBIUO_OK);
        EXPECT_EQ(all.first, 0);
        EXPECT_EQ(all.count, 7);
        const std::vector<double> whole = solved(alone);
        EXPECT_EQ(tobiuo_poisson_destroy(alone), TOBIUO_OK);
        for (const int size : {1, 3, 9}) {
            test::on_asked_ranks(size, [&](auto&, const tobiuo_communicator& ranks) {
                tobiuo_poisson_solver* solver = nullptr;
                EXPECT_EQ(tobiuo_poisson_create_on_ranks(&problem, &ranks, &rank_options, &solver),
                          TOBIUO_OK)
                    << tobiuo_last_error();
                PlanesOfRank own{.plane = 6 * 5};
                EXPECT_EQ(tobiuo_poisson_planes(solver, &own.first, &own.count), TOBIUO_OK);
                EXPECT_EQ(own.count == 0, ranks.rank >= 7);
                EXPECT_LT(largest_gap(solved(solver), own.of(whole)), rank_tolerance);
                std::int64_t unknowns[3] = {};
                EXPECT_EQ(tobiuo_poisson_unknowns(solver, unknowns), TOBIUO_OK);
                EXPECT_EQ(unknowns[2], 7) << "of the whole box";
                double mean = -1.0;
                EXPECT_EQ(tobiuo_poisson_removed_mean(solver, nullptr, &mean), TOBIUO_OK);
                EXPECT_EQ(mean, 0.0);
                int backend = -1;
                EXPECT_EQ(tobiuo_poisson_backend(solver, &backend), TOBIUO_OK);
                EXPECT_EQ(backend, TOBIUO_CPU);
                const char* text = nullptr;
                EXPECT_EQ(tobiuo_poisson_describe(solver, &text), TOBIUO_OK);
                EXPECT_THAT(text, HasSubstr("of 7 planes, joined by host memory"));
                EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
            });
        }
    }
}

TEST(CRanks, solve_in_host_memory_with_the_same_bits_on_the_cpu)
{
    const tobiuo_poisson_problem problem = walled_box();
    test::on_asked_ranks(2, [&](auto&, const tobiuo_communicator& ranks) {
        tobiuo_poisson_solver* usual = nullptr;
        tobiuo_poisson_solver* of_host = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_on_ranks(&problem, &ranks, &rank_options, &usual),
                  TOBIUO_OK);
        EXPECT_EQ(tobiuo_poisson_create_on_ranks_for_host_arrays(&problem, &ranks, 1 << 20,
                                                                 &rank_options, &of_host),
                  TOBIUO_OK)
            << tobiuo_last_error();
        EXPECT_EQ(solved(usual), solved(of_host));
        EXPECT_EQ(tobiuo_poisson_destroy(usual), TOBIUO_OK);
        EXPECT_EQ(tobiuo_poisson_destroy(of_host), TOBIUO_OK);
        EXPECT_EQ(tobiuo_poisson_create_on_ranks_for_host_arrays(&problem, &ranks, -1,
                                                                 &rank_options, &of_host),
                  TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(of_host, nullptr);
    });
}

/// The status and the sentence with which a flow and a Poisson solver on these ranks are refused.
std::vector<std::string> refusals(const tobiuo_communicator* ranks)
{
    const test::AskedFlow asked;
    const tobiuo_poisson_problem box = walled_box();
    auto* flow = reinterpret_cast<tobiuo_flow_solver*>(1);
    auto* solver = reinterpret_cast<tobiuo_poisson_solver*>(1);
    std::vector<std::string> found;
    EXPECT_EQ(tobiuo_flow_create_on_ranks(&asked.problem, nullptr, ranks, &rank_options, &flow),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(flow, nullptr);
    found.emplace_back(tobiuo_last_error());
    EXPECT_EQ(tobiuo_poisson_create_on_ranks(&box, ranks, &rank_options, &solver),
              TOBIUO_INVALID_ARGUMENT);
    EXPECT_EQ(solver, nullptr);
    found.emplace_back(tobiuo_last_error());
    return found;
}

TEST(CRanks, refuse_communicators_that_cannot_be)
{
    EXPECT_THAT(refusals(nullptr), Each(HasSubstr("communicator is null")));
    test::on_asked_ranks(1, [&](auto&, const tobiuo_communicator& good) {
        tobiuo_communicator bad = good;
        bad.exchange = nullptr;
        EXPECT_THAT(refusals(&bad), Each(HasSubstr("exchange of the communicator is null")));
        for (const int size : {0, -2}) {
            bad = good;
            bad.size = size;
            EXPECT_THAT(refusals(&bad), Each(HasSubstr("has " + std::to_string(size) + " ranks")));
        }
        for (const int rank : {-1, 1, 7}) {
            bad = good;
            bad.rank = rank;
            EXPECT_THAT(refusals(&bad),
                        Each(HasSubstr("this is rank " + std::to_string(rank) + " of 1: count")));
        }
        bad = good;
        bad.through_host_memory = 2;
        EXPECT_THAT(refusals(&bad), Each(HasSubstr("through_host_memory is 2")));
        bad = good;
        bad.reserved = 1;
        EXPECT_THAT(refusals(&bad), Each(HasSubstr("reserved is 1")));
    });
}

TEST(CRanks, refuse_what_ranks_cannot_divide_in_the_words_of_cpp)
{
    test::on_asked_ranks(3, [&](auto&, const tobiuo_communicator& ranks) {
        test::AskedFlow asked;  // of four planes
        tobiuo_flow_solver* flow = nullptr;
        const auto refuse = [&](const tobiuo_communicator& on, const flow::Problem& same) {
            EXPECT_EQ(
                tobiuo_flow_create_on_ranks(&asked.problem, nullptr, &on, &rank_options, &flow),
                TOBIUO_INVALID_ARGUMENT);
            EXPECT_EQ(flow::distributed_unsupported_reason(same, Backend::cpu, on.size),
                      tobiuo_last_error());
        };
        const flow::Problem same = test::same_in_cpp(asked, Precision::fp64);
        refuse(ranks, same);
        EXPECT_THAT(tobiuo_last_error(), HasSubstr("use 2 ranks at most"));

        tobiuo_poisson_problem flat = walled_box();
        flat.axes[2] = tobiuo_axis{};
        flat.axes[2].cells = 1;
        flat.axes[2].upper = 1.0;
        tobiuo_poisson_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_on_ranks(&flat, &ranks, &rank_options, &solver),
                  TOBIUO_INVALID_ARGUMENT);
        EXPECT_THAT(tobiuo_last_error(), HasSubstr("nothing changes along z: use one rank"));
        const tobiuo_options by_opencl{.backend = TOBIUO_OPENCL, .threads = 0};
        const tobiuo_poisson_problem box = walled_box();
        EXPECT_NE(tobiuo_poisson_create_on_ranks(&box, &ranks, &by_opencl, &solver), TOBIUO_OK);
        EXPECT_THAT(tobiuo_last_error(), HasSubstr("OpenCL"));
    });
}

TEST(CRanks, refuse_arrays_that_are_smaller_than_their_planes)
{
    const test::AskedFlow asked;
    const tobiuo_poisson_problem box = walled_box();
    test::on_asked_ranks(2, [&](auto&, const tobiuo_communicator& ranks) {
        tobiuo_flow_solver* flow = nullptr;
        EXPECT_EQ(
            tobiuo_flow_create_on_ranks(&asked.problem, nullptr, &ranks, &rank_options, &flow),
            TOBIUO_OK);
        std::vector<double> values(120);
        const auto start = [&](std::int64_t count) {
            return tobiuo_flow_start(flow, values.data(), values.data(), values.data(), count,
                                     nullptr);
        };
        EXPECT_EQ(start(59), TOBIUO_INVALID_ARGUMENT);
        EXPECT_THAT(tobiuo_last_error(), HasSubstr("has 59 values, but the call needs 60"));
        EXPECT_EQ(start(60), TOBIUO_OK);
        EXPECT_EQ(tobiuo_flow_state(flow, values.data(), 120, nullptr), TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(tobiuo_flow_planes(flow, nullptr, nullptr), TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(tobiuo_flow_destroy(flow), TOBIUO_OK);

        tobiuo_poisson_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_on_ranks(&box, &ranks, &rank_options, &solver), TOBIUO_OK);
        const std::int64_t planes = ranks.rank == 0 ? 3 : 4;
        EXPECT_EQ(tobiuo_poisson_solve(solver, values.data(), values.data(), planes * 30 - 1,
                                       nullptr, nullptr),
                  TOBIUO_INVALID_ARGUMENT);
        EXPECT_THAT(tobiuo_last_error(),
                    HasSubstr("but the call needs " + std::to_string(planes * 30)));
        tobiuo_wall walls[6] = {};
        walls[0].values = values.data();
        walls[0].count = planes * 5 - 1;
        EXPECT_EQ(
            tobiuo_poisson_solve(solver, values.data(), values.data(), planes * 30, walls, nullptr),
            TOBIUO_INVALID_ARGUMENT);
        EXPECT_THAT(tobiuo_last_error(), HasSubstr("walls has"));
        EXPECT_EQ(tobiuo_poisson_planes(nullptr, nullptr, nullptr), TOBIUO_INVALID_ARGUMENT);
        EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
    });
}

TEST(CRanks, say_what_an_exchange_that_failed_has_said)
{
    const test::AskedFlow asked;
    const tobiuo_poisson_problem box = walled_box();
    test::on_asked_ranks(2, [&](test::AskedRanks& own, const tobiuo_communicator& ranks) {
        tobiuo_flow_solver* flow = nullptr;
        EXPECT_EQ(
            tobiuo_flow_create_on_ranks(&asked.problem, nullptr, &ranks, &rank_options, &flow),
            TOBIUO_OK);
        const std::vector<double> values(60, 0.5);
        own.failure = 7;
        const auto start = [&] {
            return tobiuo_flow_start(flow, values.data(), values.data(), values.data(), 60,
                                     nullptr);
        };
        EXPECT_EQ(start(), TOBIUO_FAILED);
        EXPECT_EQ(std::string{tobiuo_last_error()},
                  "the exchange of rank " + std::to_string(ranks.rank) +
                      " of 2 returned 7 without a sentence: look for the first rank that ended");
        own.sentence = "the network is down: plug it in";
        EXPECT_EQ(start(), TOBIUO_FAILED);
        EXPECT_EQ(std::string{tobiuo_last_error()}, own.sentence);
        own.sentence = std::string(5000, 'x');  // more than there is room for, without an end
        EXPECT_EQ(start(), TOBIUO_FAILED);
        EXPECT_THAT(std::string{tobiuo_last_error()}, Each('x'));
        EXPECT_EQ(tobiuo_flow_destroy(flow), TOBIUO_OK);

        tobiuo_poisson_problem transposed = box;
        transposed.op = TOBIUO_FOURTH_ORDER;  // its ranks exchange when they make their solver
        own.sentence = "the network is down: plug it in";
        tobiuo_poisson_solver* solver = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_on_ranks(&transposed, &ranks, &rank_options, &solver),
                  TOBIUO_FAILED);
        EXPECT_EQ(solver, nullptr);
        EXPECT_EQ(std::string{tobiuo_last_error()}, own.sentence);
    });
}

}  // namespace
}  // namespace tobiuo
