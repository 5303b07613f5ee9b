// The passes of a solve on the GPU: how many, which are merged, what is refused, that they compile.
#include "solvers/poisson/solve_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>

#include "kernels/device/nvrtc.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/tridiagonal/solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/solvers/poisson/solve_twin/twin_cases.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using ::testing::HasSubstr;

constexpr Sides periodic = all_sides[0];
constexpr Sides dirichlet = all_sides[1];
constexpr Sides neumann = all_sides[2];

SolveSchedule schedule_of(const Problem& problem)
{
    return make_solve_schedule(problem, fft::DeviceLimits{});
}

std::string refusal_of(const Problem& problem)
{
    try {
        static_cast<void>(schedule_of(problem));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return {};
}

TEST(PoissonSolveSchedule, takes_three_trips_where_planes_stay_in_the_cache)
{
    for (const Sides& sides : all_sides) {
        const SolveSchedule solve = schedule_of(box({256, 256, 256}, {sides, sides, sides}));

        EXPECT_EQ(memory_passes(solve, Precision::fp64), 3);
        EXPECT_TRUE(std::holds_alternative<fft::MergedStep>(solve.there.steps.front()));
        EXPECT_TRUE(std::holds_alternative<fft::MergedStep>(solve.back.steps.back()));
    }
}

TEST(PoissonSolveSchedule, merges_planes_of_few_values_and_of_those_that_leave_the_cache)
{
    const auto memory_passes_of = [](std::int64_t cells, const std::array<Sides, 3>& sides,
                                     Location location = Location::cell) {
        return memory_passes(schedule_of(box({cells, cells, cells}, sides, location)),
                             Precision::fp64);
    };
    const std::array walls{neumann, dirichlet, periodic};
    EXPECT_EQ(memory_passes_of(64, walls), 3);
    EXPECT_EQ(memory_passes_of(65, walls), 5);
    EXPECT_EQ(memory_passes_of(128, walls), 5);
    EXPECT_EQ(memory_passes_of(256, walls), 3);
    EXPECT_EQ(memory_passes_of(257, walls), 5) << "convolutions";
    EXPECT_EQ(memory_passes_of(64, {dirichlet, dirichlet, neumann}, Location::node), 3);
    EXPECT_EQ(memory_passes_of(64, {neumann, dirichlet, dirichlet}, Location::node), 5)
        << "a DCT-I in x";
    EXPECT_EQ(memory_passes_of(64, {periodic, neumann, dirichlet}, Location::node), 5) << "in y";
    EXPECT_EQ(memory_passes_of(64, {periodic, dirichlet, neumann}, Location::node), 3) << "in z";
    Problem helmholtz = box({64, 64, 64}, walls);
    helmholtz.lambda = 1.0;
    EXPECT_EQ(memory_passes(schedule_of(helmholtz), Precision::fp64), 5) << "z is transformed, too";
    helmholtz.precision = Precision::fp32;
    EXPECT_EQ(memory_passes(schedule_of(helmholtz), Precision::fp32), 3);
}

TEST(PoissonSolveSchedule, transforms_small_arrays_of_doubles_in_two_dimensions_along_both_axes)
{
    const auto has_recurrences = [](std::int64_t cells, const Sides& y,
                                    Location location = Location::cell) {
        return schedule_of(box({640, cells, 1}, {dirichlet, y, periodic}, location))
            .recurrences.has_value();
    };
    EXPECT_FALSE(has_recurrences(500, dirichlet)) << "a little less than 2.5 MiB";
    EXPECT_TRUE(has_recurrences(512, dirichlet));
    EXPECT_TRUE(has_recurrences(257, dirichlet)) << "by a convolution";
    EXPECT_TRUE(has_recurrences(256, neumann, Location::node)) << "by a DCT-I";
    EXPECT_FALSE(has_recurrences(256, dirichlet, Location::node)) << "by a DST-I";
    const Problem small = box({640, 500, 1}, {dirichlet, dirichlet, periodic});
    EXPECT_TRUE(
        make_solve_schedule(small, fft::DeviceLimits{}, {}, LastAxis::recurrences).recurrences);
}

TEST(PoissonSolveSchedule, short_launches_leave_their_threads_more_registers)
{
    const auto residents = [](std::int64_t cells) {
        const SolveSchedule solve =
            schedule_of(box({cells, cells, cells}, {dirichlet, dirichlet, dirichlet}));
        return std::get<fft::PassStep>(solve.back.steps.front()).form.block.min_blocks_per_sm;
    };
    EXPECT_EQ(residents(100), 2) << "209 blocks of columns";
    EXPECT_EQ(residents(128), 2) << "256";
    EXPECT_EQ(residents(144), 3) << "648, but no more have room";
}

TEST(PoissonSolveSchedule, takes_rows_in_narrow_blocks_but_where_they_are_merged)
{
    const auto threads = [](std::int64_t cells) {
        const SolveSchedule solve =
            schedule_of(box({cells, cells, cells}, {dirichlet, dirichlet, dirichlet}));
        const fft::Step& step = solve.there.steps.front();
        EXPECT_EQ(std::holds_alternative<fft::MergedStep>(step), cells == 240);
        const auto* merged = std::get_if<fft::MergedStep>(&step);
        return merged != nullptr ? merged->form.first.block.threads()
                                 : std::get<fft::PassStep>(step).form.block.threads();
    };
    EXPECT_EQ(threads(120), 24) << "two lines of 12 lanes";
    EXPECT_EQ(threads(128), 128);
    EXPECT_EQ(threads(240), 256);
}

TEST(PoissonSolveSchedule, takes_rows_in_the_blocks_that_the_choices_name)
{
    const Problem problem = box({120, 120, 120}, {dirichlet, dirichlet, dirichlet});
    const std::string wide = "10x12 lanes 12 lines 21 pad 10 powers resident 2";
    const SolveSchedule solve =
        make_solve_schedule(problem, fft::DeviceLimits{}, {.blocks = {wide}});
    const auto lines = [](const fft::Step& step) {
        return std::get<fft::PassStep>(step).form.block.transforms_per_block;
    };
    EXPECT_EQ(lines(solve.there.steps.front()), 21);
    EXPECT_EQ(lines(solve.back.steps.back()), 2) << "which nobody named";
}

TEST(PoissonSolveSchedule, leaves_padding_out_of_columns_where_that_saves_a_wave_of_blocks)
{
    const auto blocks = [](Precision precision) {
        Problem problem = box({128, 128, 128}, {neumann, neumann, neumann}, Location::node);
        problem.precision = precision;
        return std::get<fft::PassStep>(schedule_of(problem).there.steps.at(1)).form.blocks();
    };
    EXPECT_EQ(blocks(Precision::fp64), 525) << "65 pairs a row: 528 have room at a time";
    EXPECT_EQ(blocks(Precision::fp32), 549) << "68 pairs with the padding: one wave as well";
    int tight = 0;
    for (const test::TwinCase& one : test::twin_cases()) {
        if (one.limits.multiprocessors == 1) {
            const auto& y = std::get<fft::PassStep>(one.schedule().there.steps.at(1)).form;
            EXPECT_LT(y.source.inner, y.source.step) << describe(one.problem);
            ++tight;
        }
    }
    EXPECT_EQ(tight, 2) << "run on the host by their twins";
}

TEST(PoissonSolveSchedule, goes_there_and_back_in_the_only_pass_of_one_axis)
{
    EXPECT_EQ(memory_passes(schedule_of(box({100, 1, 1}, {neumann, periodic, periodic})),
                            Precision::fp64),
              1);
    EXPECT_EQ(memory_passes(schedule_of(box({100, 60, 1}, {neumann, dirichlet, periodic})),
                            Precision::fp64),
              3);
}

TEST(PoissonSolveSchedule, keeps_the_memory_of_f_and_u_only)
{
    const SolveSchedule solve = schedule_of(box({64, 48, 400}, {neumann, periodic, dirichlet}));

    EXPECT_EQ(solve.there.work_values, 0);
    EXPECT_EQ(solve.inner.size(), 64);
    EXPECT_EQ(solve.outer.size(), 48);
    EXPECT_TRUE(solve.along.empty());
    EXPECT_EQ(solve.round_trip, 64.0 * 48.0);
}

TEST(PoissonSolveSchedule, goes_along_the_last_axis_by_recurrences_if_the_operator_has_three_points)
{
    Problem problem = box({64, 48, 40}, {neumann, periodic, all_sides[3]});
    problem.precision = Precision::fp32;
    const SolveSchedule solve = schedule_of(problem);

    ASSERT_TRUE(solve.recurrences);
    EXPECT_EQ(solve.recurrences->form.rows, 40);
    EXPECT_EQ(solve.recurrences->form.columns, 64 * 48);
    EXPECT_TRUE(solve.recurrences->form.reversed);  // Dirichlet below, Neumann above
    EXPECT_EQ(solve.recurrences->zero_mode, 0);
    EXPECT_EQ(solve.there.steps.size() + solve.back.steps.size(), 2);
    EXPECT_THAT(describe(solve), HasSubstr("; 40 rows by recurrences, "));
    Problem screened = problem;
    screened.lambda = -1.0;
    EXPECT_EQ(schedule_of(screened).recurrences->zero_mode, -1);
}

TEST(PoissonSolveSchedule, transforms_the_last_axis_for_other_operators_and_a_positive_lambda)
{
    const Problem problem = box({64, 48, 40}, {neumann, periodic, dirichlet});
    Problem spectral = problem;
    spectral.op = Operator::spectral;
    Problem helmholtz = problem;
    helmholtz.lambda = 1.0;
    for (const Problem& other : {spectral, helmholtz}) {
        const SolveSchedule solve = schedule_of(other);

        EXPECT_FALSE(solve.recurrences);
        EXPECT_EQ(solve.there.steps.size(), 3);
        EXPECT_EQ(solve.along.size(), 40);
        EXPECT_EQ(solve.round_trip, 64.0 * 48.0 * 40.0);
    }
}

TEST(PoissonSolveSchedule, moves_rows_of_odd_length_to_an_aligned_work_array_and_back)
{
    struct Expectation {
        std::int64_t cells;
        std::int64_t pitch;  ///< doubles
    };
    for (const auto& [cells, pitch] : {Expectation{325, 336}, Expectation{65, 68}}) {
        const SolveSchedule solve =
            schedule_of(box({cells, 48, 40}, {periodic, neumann, periodic}));
        SCOPED_TRACE(describe(solve));

        EXPECT_EQ(2 * solve.there.work_values, pitch * 48 * 40);
        EXPECT_EQ(solve.inner.size(), static_cast<std::size_t>(pitch));
    }
    const Problem merged = box({245, 256, 256}, {dirichlet, periodic, neumann});
    const SolveSchedule solve = schedule_of(merged);
    ASSERT_EQ(solve.there.steps.size(), 1);
    ASSERT_EQ(solve.back.steps.size(), 1);
    const auto& there = std::get<fft::MergedStep>(solve.there.steps.front());
    const auto& back = std::get<fft::MergedStep>(solve.back.steps.front());
    EXPECT_EQ(there.from, fft::Array::input);
    EXPECT_EQ(there.to, fft::Array::work);
    EXPECT_EQ(there.form.in_bytes, 245 * 256 * 8);
    EXPECT_EQ(there.form.middle_bytes, 256 * 256 * 8);
    EXPECT_EQ(solve.recurrences->inner_count, 256);
    EXPECT_EQ(back.middle, fft::Array::work);
    EXPECT_EQ(back.to, fft::Array::output);
    EXPECT_EQ(back.form.out_bytes, 245 * 256 * 8);
    EXPECT_EQ(there.form.discard_bytes, 0) << "the next pass reads it";
    EXPECT_EQ(back.form.discard_bytes, 2 * 256 * 8) << "a pair of rows";
}

TEST(PoissonSolveSchedule, drops_no_rows_that_share_a_line_of_the_caches)
{
    const auto way_back = [](const Problem& problem) {
        fft::Choices always;
        always.merging = fft::Merging::always;
        const SolveSchedule solve =
            make_solve_schedule(problem, fft::DeviceLimits{}, always, LastAxis::recurrences);
        return std::get<fft::MergedStep>(solve.back.steps.front()).form;
    };
    const fft::MergedForm pairs = way_back(box({65, 64, 40}, {periodic, neumann, periodic}));
    EXPECT_EQ(pairs.middle_bytes, 68 * 64 * 8) << "rows of 17 sectors";
    EXPECT_EQ(pairs.discard_bytes, 0);

    Problem single = box({45, 45, 48}, {periodic, neumann, periodic});
    single.precision = Precision::fp32;
    const fft::MergedForm planes = way_back(single);
    EXPECT_EQ(planes.middle_bytes, 48 * 45 * 4) << "rows of 6 sectors, an odd number of them";
    EXPECT_EQ(planes.discard_bytes, 0);
}

/// Their sums take shared memory besides.
TEST(PoissonSolveSchedule, long_columns_between_walls_on_nodes_have_blocks)
{
    for (const Sides& walls : {dirichlet, neumann}) {
        for (const std::int64_t cells : {1697, 3000, 3500, 3600, 6100, 7000}) {
            const Problem problem =
                box({64, cells, 64}, {periodic, walls, neumann}, Location::node);
            const SolveSchedule solve = schedule_of(problem);
            EXPECT_FALSE(solve.there.steps.empty()) << cells;
        }
    }
}

TEST(PoissonSolveSchedule, says_which_axis_has_no_transform_on_the_gpu)
{
    EXPECT_THAT(
        refusal_of(box({64, 17 * 1024, 8}, {periodic, neumann, periodic})),
        HasSubstr("the y axis needs transforms of 17408 points (a block of GPU threads holds no "
                  "line of so many, with a prime factor above 13)"));
    EXPECT_THAT(refusal_of(box({64, 8, 1 << 20}, {periodic, neumann, periodic})),
                HasSubstr("the z axis needs transforms of 1048576 points (a block of GPU threads "
                          "holds no line of so many)"));
    EXPECT_THAT(refusal_of(box({14400, 8, 8}, {dirichlet, periodic, periodic}, Location::node)),
                HasSubstr("the x axis needs transforms of 14400 points (a block of GPU threads "
                          "holds no line of so many)"));
    EXPECT_THAT(refusal_of(box({1, 1, 1}, {periodic, periodic, periodic})),
                HasSubstr("nothing to transform"));
    Problem helmholtz = test::stretched(box({8, 8, 8}, {neumann, neumann, periodic}), 1);
    helmholtz.lambda = 3.0;
    EXPECT_THAT(refusal_of(helmholtz), HasSubstr("an axis is stretched and lambda is positive"));
}

TEST(PoissonSolveSchedule, solves_systems_along_a_stretched_axis_between_the_transforms_of_others)
{
    const Problem equal = box({64, 48, 40}, {periodic, neumann, dirichlet});
    const SolveSchedule along_y = schedule_of(test::stretched(equal, 1));
    const SolveSchedule along_z = schedule_of(test::stretched(equal, 2));

    ASSERT_TRUE(along_y.systems && along_z.systems);
    EXPECT_EQ(along_y.systems->rows, 48);
    EXPECT_EQ(along_y.systems->step, 64);
    EXPECT_EQ(along_y.systems->beyond_step, 64 * 48);
    EXPECT_EQ(along_y.round_trip, 64.0 * 40.0);
    EXPECT_EQ(along_z.systems->rows, 40);
    EXPECT_EQ(along_z.round_trip, 64.0 * 48.0);
    EXPECT_EQ(memory_passes(along_y, Precision::fp64), 7);
}

/// Sides of odd and even length, merged and not, both precisions.
TEST(PoissonSolveSchedule, compiles_without_a_gpu)
{
    Problem walls = box({96, 80, 64}, {dirichlet, all_sides[3], neumann});
    Problem nodes = box({33, 24, 20}, {periodic, dirichlet, all_sides[4]}, Location::node);
    nodes.precision = Precision::fp32;
    Problem turbulence = box({256, 256, 256}, {periodic, periodic, periodic});
    turbulence.precision = Precision::fp32;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        EXPECT_FALSE(device::compile(tridiagonal::specialise(precision), "sm_90").image.empty());
    }
    walls.op = Operator::fourth_order;  // the last axis is transformed
    Problem primes = box({46, 34, 1}, {neumann, dirichlet, periodic}, Location::node);
    primes.op = Operator::fourth_order;
    Problem waves = box({46, 34, 1}, {neumann, dirichlet, periodic});
    waves.precision = Precision::fp32;
    waves.lambda = 50.0;  // eigenvalues are doubles
    Problem waves_on_nodes = waves;
    waves_on_nodes.grid.location = Location::node;
    for (const Problem& problem : {walls, nodes, turbulence, primes, waves, waves_on_nodes}) {
        const SolveSchedule solve = schedule_of(problem);
        for (const auto& steps : {solve.there.steps, solve.back.steps}) {
            for (const fft::Step& step : steps) {
                const device::Specialisation what = std::visit(
                    [&](const auto& one) { return specialise(one.form, problem.precision); }, step);
                SCOPED_TRACE(what.identifier());
                EXPECT_FALSE(device::compile(what, "sm_90").image.empty());
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
