// SPDX-License-Identifier: BSD-3-Clause
// The passes of a solve on the GPU: their number, merging, refusals, and that their kernels
// compile.
#include "solvers/poisson/device/solve_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using test::dirichlet;
using test::neumann;
using test::periodic;
using ::testing::HasSubstr;

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
        EXPECT_TRUE(std::holds_alternative<fft::MergedStep>(solve.forward.steps.front()));
        EXPECT_TRUE(std::holds_alternative<fft::MergedStep>(solve.inverse.steps.back()));
    }
}

TEST(PoissonSolveSchedule, merges_planes_of_few_values_and_of_those_that_leave_the_cache)
{
    const auto memory_passes_of = [](std::int64_t cells, Precision precision) {
        Problem problem = box({cells, cells, cells}, {dirichlet, dirichlet, dirichlet});
        problem.precision = precision;
        return memory_passes(schedule_of(problem), precision);
    };
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        EXPECT_EQ(memory_passes_of(32, precision), 3) << "less time than a launch";
        EXPECT_EQ(memory_passes_of(128, precision), 5) << "stays in the cache";
        EXPECT_EQ(memory_passes_of(512, precision), 3);
    }
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

TEST(PoissonSolveSchedule, takes_blocks_from_a_table_of_tuned_ones)
{
    const Problem problem = box({120, 120, 120}, {dirichlet, dirichlet, dirichlet});
    const SolveSchedule by_model = schedule_of(problem);
    const fft::Chosen& rows = std::get<fft::PassStep>(by_model.forward.steps.front()).chosen;
    fft::TunedTable table;
    table.remember(rows.key, "10x12 threads 12 lines 21 pad 10 recurrence blocks 2");

    const SolveSchedule solve =
        make_solve_schedule(problem, fft::DeviceLimits{}, {.table = &table});

    for (const fft::Step& step : {solve.forward.steps.front(), solve.inverse.steps.back()}) {
        const auto& pass = std::get<fft::PassStep>(step);
        EXPECT_EQ(pass.form.block.transforms_per_block, 21) << "the same request there and back";
        EXPECT_TRUE(pass.chosen.tuned);
    }
    EXPECT_FALSE(std::get<fft::PassStep>(solve.inverse.steps.front()).chosen.tuned);
}

TEST(PoissonSolveSchedule, merges_or_not_as_the_table_says)
{
    const Problem problem = box({240, 240, 240}, {dirichlet, dirichlet, dirichlet});
    const SolveSchedule by_model = schedule_of(problem);
    ASSERT_TRUE(std::holds_alternative<fft::MergedStep>(by_model.forward.steps.front()));
    fft::TunedTable table;
    table.remember(std::get<fft::MergedStep>(by_model.forward.steps.front()).chosen.key, "apart");

    const SolveSchedule solve =
        make_solve_schedule(problem, fft::DeviceLimits{}, {.table = &table});

    EXPECT_EQ(solve.forward.steps.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<fft::MergedStep>(solve.inverse.steps.front()))
        << "the way back asks for itself";
}

TEST(PoissonSolveSchedule, leaves_padding_out_of_columns_where_that_saves_a_wave_of_blocks)
{
    int tight = 0;
    int made = 0;
    for (const std::int64_t cells : {84, 90, 96, 100, 108, 116, 120, 128, 132, 140}) {
        const SolveSchedule solve =
            schedule_of(box({cells, cells, cells}, {neumann, neumann, neumann}, Location::node));
        if (const auto* y = std::get_if<fft::PassStep>(&solve.forward.steps.back())) {
            ++made;
            tight += y->form.source.inner < y->form.source.step ? 1 : 0;
        }
    }
    EXPECT_GT(tight, 0);
    EXPECT_LT(tight, made) << "not where no wave is saved";
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

TEST(PoissonSolveSchedule, integrates_the_only_axis_of_any_length)
{
    const Problem problem = box({1, 100003, 1}, {periodic, all_sides[3], periodic});
    const SolveSchedule solve = schedule_of(problem);

    ASSERT_TRUE(solve.line);
    EXPECT_EQ(solve.line->rows, 100003);
    EXPECT_TRUE(solve.line->reversed);  // Dirichlet below, Neumann above
    EXPECT_TRUE(solve.forward.steps.empty() && solve.inverse.steps.empty());
    EXPECT_EQ(solve.round_trip, 1.0);
    EXPECT_EQ(memory_passes(solve, Precision::fp64), 1);
    EXPECT_EQ(describe(solve), "100003 rows integrated, 512 threads");
    Problem screened = box({100, 1, 1}, {neumann, periodic, periodic});
    EXPECT_TRUE(schedule_of(screened).line);
    screened.lambda = -1.0;
    EXPECT_FALSE(schedule_of(screened).line);
}

TEST(PoissonSolveSchedule, keeps_the_memory_of_f_and_u_only)
{
    const SolveSchedule solve = schedule_of(box({64, 48, 400}, {neumann, periodic, dirichlet}));

    EXPECT_EQ(solve.forward.work_values, 0);
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
    EXPECT_EQ(solve.forward.steps.size() + solve.inverse.steps.size(), 2);
    EXPECT_THAT(describe(solve), HasSubstr("; 40 rows by recurrences, "));
    Problem screened = problem;
    screened.lambda = -1.0;
    EXPECT_EQ(schedule_of(screened).recurrences->zero_mode, -1);
}

TEST(PoissonSolveSchedule, takes_no_more_passes_with_open_ends_than_with_others)
{
    const Sides open{Condition::open, Condition::open};
    const Problem problem = box({256, 256, 256}, {periodic, periodic, open});
    const SolveSchedule solve = schedule_of(problem);

    EXPECT_EQ(memory_passes(solve, Precision::fp64), 3);
    ASSERT_TRUE(solve.recurrences);
    EXPECT_EQ(solve.recurrences->zero_mode, 0);
    EXPECT_EQ(solve.round_trip, 256.0 * 256.0);
    EXPECT_TRUE(schedule_of(box({64, 500, 1}, {neumann, open, periodic})).recurrences)
        << "never transformed";
    const SolveSchedule along_y = schedule_of(box({64, 48, 40}, {periodic, open, neumann}));
    ASSERT_TRUE(along_y.tiles);
    EXPECT_EQ(along_y.tiles->zero_mode, 0);
    const Sides held{Condition::open, Condition::dirichlet};
    EXPECT_EQ(schedule_of(box({64, 48, 40}, {periodic, held, neumann})).tiles->zero_mode, -1);
    EXPECT_TRUE(schedule_of(box({64, 48, 40}, {open, periodic, neumann})).systems);
    EXPECT_TRUE(schedule_of(box({64, 1, 1}, {open, periodic, periodic})).systems);
    EXPECT_TRUE(schedule_of(box({8, 8, 5000}, {periodic, periodic, open})).systems)
        << "more rows than recurrences take";
    EXPECT_TRUE(schedule_of(test::stretched(problem, 2)).tiles);
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
        EXPECT_EQ(solve.forward.steps.size(), 3);
        EXPECT_EQ(solve.along.size(), 40);
        EXPECT_EQ(solve.round_trip, 64.0 * 48.0 * 40.0);
    }
}

TEST(PoissonSolveSchedule, moves_rows_of_odd_length_to_an_aligned_work_array_and_back)
{
    struct Expectation {
        std::int64_t cells;
        std::int64_t pitch;  ///< in doubles
    };
    for (const auto& [cells, pitch] : {Expectation{325, 336}, Expectation{65, 68}}) {
        const SolveSchedule solve =
            schedule_of(box({cells, 48, 40}, {periodic, neumann, periodic}));
        SCOPED_TRACE(describe(solve));

        EXPECT_EQ(2 * solve.forward.work_values, pitch * 48 * 40);
        EXPECT_EQ(solve.inner.size(), static_cast<std::size_t>(pitch));
    }
    const Problem merged = box({245, 256, 256}, {dirichlet, periodic, neumann});
    const SolveSchedule solve = schedule_of(merged);
    ASSERT_EQ(solve.forward.steps.size(), 1);
    ASSERT_EQ(solve.inverse.steps.size(), 1);
    const auto& forward = std::get<fft::MergedStep>(solve.forward.steps.front());
    const auto& inverse = std::get<fft::MergedStep>(solve.inverse.steps.front());
    EXPECT_EQ(forward.from, fft::Array::input);
    EXPECT_EQ(forward.to, fft::Array::work);
    EXPECT_EQ(forward.form.in_bytes, 245 * 256 * 8);
    EXPECT_EQ(forward.form.middle_bytes, 256 * 256 * 8);
    EXPECT_EQ(solve.recurrences->inner_count, 256);
    EXPECT_EQ(inverse.middle, fft::Array::work);
    EXPECT_EQ(inverse.to, fft::Array::output);
    EXPECT_EQ(inverse.form.out_bytes, 245 * 256 * 8);
    EXPECT_EQ(forward.form.discard_bytes, 0) << "the next pass reads it";
    EXPECT_EQ(inverse.form.discard_bytes, 2 * 256 * 8) << "a pair of rows";
}

TEST(PoissonSolveSchedule, drops_no_rows_that_share_a_line_of_the_caches)
{
    const auto inverse_form = [](const Problem& problem) {
        fft::Choices always;
        always.merging = fft::Merging::always;
        const SolveSchedule solve =
            make_solve_schedule(problem, fft::DeviceLimits{}, always, LastAxis::recurrences);
        return std::get<fft::MergedStep>(solve.inverse.steps.front()).form;
    };
    const fft::MergedForm pairs = inverse_form(box({65, 64, 40}, {periodic, neumann, periodic}));
    EXPECT_EQ(pairs.middle_bytes, 68 * 64 * 8) << "rows of 17 sectors";
    EXPECT_EQ(pairs.discard_bytes, 0);

    Problem single = box({45, 45, 48}, {periodic, neumann, periodic});
    single.precision = Precision::fp32;
    const fft::MergedForm planes = inverse_form(single);
    EXPECT_EQ(planes.middle_bytes, 48 * 45 * 4) << "rows of 6 sectors, an odd number of them";
    EXPECT_EQ(planes.discard_bytes, 0);
}

/// The sums of these kernels take shared memory, too.
TEST(PoissonSolveSchedule, long_columns_between_walls_on_nodes_have_blocks)
{
    for (const Sides& walls : {dirichlet, neumann}) {
        for (const std::int64_t cells : {1697, 3000, 3500, 3600, 6100, 7000}) {
            const Problem problem =
                box({64, cells, 64}, {periodic, walls, neumann}, Location::node);
            const SolveSchedule solve = schedule_of(problem);
            EXPECT_FALSE(solve.forward.steps.empty()) << cells;
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
    Problem line = box({100, 1, 1}, {neumann, periodic, periodic}, Location::node);
    EXPECT_EQ(refusal_of(line), "");
    line.op = Operator::spectral;
    EXPECT_EQ(refusal_of(line), "");
    line.grid.axes[0].cells = 14400;
    EXPECT_THAT(refusal_of(line), HasSubstr("the x axis needs transforms of 28800 points"));
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
    EXPECT_EQ(memory_passes(along_y, Precision::fp64), 5) << "the systems take one";
    ASSERT_TRUE(along_y.tiles && along_z.tiles);
    EXPECT_EQ(along_y.tiles->tiles.columns, 64 * 40);
    EXPECT_EQ(along_z.tiles->zero_mode, -1) << "the z walls hold values";
    EXPECT_EQ(schedule_of(test::stretched(box({64, 40, 48}, {periodic, periodic, neumann}), 2))
                  .tiles->zero_mode,
              0);
}

TEST(PoissonSolveSchedule, solves_lines_whole_where_no_tile_holds_them)
{
    const auto has_tiles = [](const std::array<std::int64_t, 3>& cells, int axis,
                              LastAxis last = LastAxis::automatic) {
        const Problem problem = test::stretched(box(cells, {neumann, neumann, dirichlet}), axis);
        return make_solve_schedule(problem, fft::DeviceLimits{}, {}, last).tiles.has_value();
    };
    EXPECT_TRUE(has_tiles({16, 16, most_tile_rows}, 2));
    EXPECT_FALSE(has_tiles({16, 16, most_tile_rows + 1}, 2));
    EXPECT_FALSE(has_tiles({16, 16, 16}, 0)) << "whose lines are not beside each other";
    EXPECT_FALSE(has_tiles({16, 16, 16}, 2, LastAxis::transforms)) << "OpenCL has no tiles";
}

/// Columns that are parts of rows, as ranks have them: the modes of each keep their eigenvalues, and
/// only the part with the first pair of a packed row has a pair that is split.
TEST(PoissonSolveSchedule, of_a_part_of_rows_has_the_eigenvalues_of_its_pairs)
{
    const Problem problem = test::stretched(box({32, 12, 16}, {periodic, dirichlet, periodic}), 1);
    const ChunkCuts cuts{.outer = 2, .middle = 0};
    const auto part = [&](std::int64_t first, std::int64_t count) {
        return make_chunk_schedule(problem, {.is_middle = true, .first = first, .count = count},
                                   cuts, fft::DeviceLimits{});
    };
    const SolveSchedule whole = part(0, 32);
    const SolveSchedule begin = part(0, 10);
    const SolveSchedule end = part(10, 22);
    std::vector<double> joined = begin.inner;
    joined.insert(joined.end(), end.inner.begin(), end.inner.end());
    EXPECT_EQ(joined, whole.inner);
    EXPECT_EQ(end.outer, whole.outer);
    EXPECT_EQ(end.round_trip, 32.0 * 16.0);
    EXPECT_EQ(end.systems->inner_count, 22);
    const auto split_of = [](const SolveSchedule& solve) {
        return std::get<fft::PassStep>(solve.forward.steps.front()).form.pairs.split;
    };
    EXPECT_EQ(split_of(begin), fft::Split::first);
    EXPECT_EQ(split_of(end), fft::Split::none);
}

TEST(PoissonSolveSchedule, of_a_part_of_rows_reads_no_second_line_in_the_padding)
{
    const Problem problem = test::stretched(box({15, 12, 16}, {neumann, dirichlet, neumann}), 1);
    const SolveSchedule end =
        make_chunk_schedule(problem, {.is_middle = true, .first = 8, .count = 8},
                            {.outer = 2, .middle = 0}, fft::DeviceLimits{});
    ASSERT_EQ(end.inner.size(), 8U);
    EXPECT_LT(end.inner.back(), end.inner.at(6)) << "the padding has a regular eigenvalue";
    EXPECT_EQ(std::get<fft::PassStep>(end.forward.steps.front()).form.pairs.row_lines, 7);
    EXPECT_EQ(end.forward.work_values, 0);
}

void expect_that_kernels_compile(const SolveSchedule& solve, Precision precision)
{
    for (const auto& steps : {solve.forward.steps, solve.inverse.steps}) {
        for (const fft::Step& step : steps) {
            const device::Specialisation what =
                std::visit([&](const auto& one) { return specialise(one.form, precision); }, step);
            SCOPED_TRACE(what.identifier());
            EXPECT_FALSE(device::compile(what, "sm_90").image.empty());
        }
    }
}

void expect_that_kernels_compile(const Problem& problem)
{
    expect_that_kernels_compile(schedule_of(problem), problem.precision);
}

TEST(PoissonSolveSchedule, compiles_without_a_gpu)
{
    Problem nodes = box({33, 24, 20}, {periodic, dirichlet, all_sides[4]}, Location::node);
    nodes.precision = Precision::fp32;
    Problem waves = box({46, 34, 1}, {neumann, dirichlet, periodic});
    waves.precision = Precision::fp32;
    waves.lambda = 50.0;  // eigenvalues are doubles
    for (const Problem& problem : {nodes, waves}) {
        expect_that_kernels_compile(problem);
    }
    const Problem packed = test::stretched(box({32, 12, 16}, {periodic, dirichlet, periodic}), 1);
    expect_that_kernels_compile(
        make_chunk_schedule(packed, {.is_middle = true, .first = 10, .count = 22},
                            {.outer = 2, .middle = 0}, fft::DeviceLimits{}),
        packed.precision);
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        EXPECT_FALSE(device::compile(tridiagonal::specialise(precision), "sm_90").image.empty());
        EXPECT_FALSE(device::compile(tridiagonal::specialise_line_integrator(precision), "sm_90")
                         .image.empty());
    }
}

/// Sides of odd and even length, merged and not, both precisions.
TEST(PoissonSolveScheduleNightly, compiles_large_and_merged_without_a_gpu)
{
    Problem walls = box({96, 80, 64}, {dirichlet, all_sides[3], neumann});
    walls.op = Operator::fourth_order;  // the last axis is transformed
    Problem turbulence = box({256, 256, 256}, {periodic, periodic, periodic});
    turbulence.precision = Precision::fp32;
    Problem primes = box({46, 34, 1}, {neumann, dirichlet, periodic}, Location::node);
    primes.op = Operator::fourth_order;
    Problem waves_on_nodes = box({46, 34, 1}, {neumann, dirichlet, periodic}, Location::node);
    waves_on_nodes.precision = Precision::fp32;
    waves_on_nodes.lambda = 50.0;  // eigenvalues are doubles
    for (const Problem& problem : {walls, turbulence, primes, waves_on_nodes}) {
        expect_that_kernels_compile(problem);
    }
}

}  // namespace
}  // namespace tobiuo::poisson
