// SPDX-License-Identifier: BSD-3-Clause
// Schedules, run pass by pass on the host, give the right transform and access the right places.
#include "kernels/fft/schedule/schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/run_schedule.hpp"

namespace tobiuo::fft {
namespace {

using Lengths = std::vector<std::int64_t>;
using Problems = std::vector<Problem>;
using ::testing::HasSubstr;

constexpr unsigned seed = 2008;
constexpr Merging every_merging[] = {Merging::automatic, Merging::never, Merging::always};

Choices merging_choice(Merging merging)
{
    Choices choices;
    choices.merging = merging;
    return choices;
}

Schedule schedule_of(const Problem& problem, Merging merging = Merging::automatic)
{
    return make_schedule(problem, DeviceLimits{}, merging_choice(merging));
}

/// The problems of all kinds, directions and placements.
Problems variants(const Lengths& lengths, std::int64_t batch, Precision precision)
{
    Problems all;
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        Problem problem{
            .lengths = lengths, .precision = precision, .placement = placement, .batch = batch};
        all.push_back(problem);
        problem.kind = Kind::r2c;
        all.push_back(problem);
        problem.direction = Direction::inverse;
        problem.kind = Kind::c2r;
        all.push_back(problem);
        problem.kind = Kind::c2c;
        all.push_back(problem);
    }
    return all;
}

template <typename T>
class FftSchedule : public ::testing::Test {
protected:
    static Problems variants(const Lengths& lengths, std::int64_t batch)
    {
        return fft::variants(lengths, batch, precision_of<T>);
    }

    /// Compares with the sums of the definition, for all ways of merging.
    static void expect_right(const Lengths& lengths, std::int64_t batch)
    {
        for (const Problem& problem : variants(lengths, batch)) {
            const auto in = test::random_input<T>(problem, seed);
            const auto exact = test::exact_output(problem, in);
            for (const Merging merging : every_merging) {
                const Schedule schedule = schedule_of(problem, merging);
                const auto out = test::run_schedule(problem, schedule, in);
                EXPECT_LE(test::relative_l2(test::output_numbers(problem, out), exact),
                          test::fft_tolerance<T>(points(problem)))
                    << describe(problem) << ": " << describe(schedule);
            }
        }
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftSchedule, Reals);

// Then rows make it the transform of planes. The long axes take several passes.
TYPED_TEST(FftSchedule, transforms_the_slowest_axis_alone_of_each_array_of_a_batch)
{
    const auto problem_of = [](const Lengths& lengths, std::int64_t batch, Placement placement) {
        return Problem{.lengths = lengths,
                       .precision = precision_of<TypeParam>,
                       .placement = placement,
                       .batch = batch};
    };
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        for (const Lengths& lengths : {Lengths{12, 5}, Lengths{7, 1}, Lengths{4099, 3}}) {
            const std::int64_t batch = 3;
            const Problem planes = problem_of(lengths, batch, placement);
            const Problem rows = problem_of({lengths[1]}, batch * lengths[0], Placement::in_place);
            const auto in = test::random_input<TypeParam>(planes, seed);
            const Schedule slowest = make_slowest_axis_schedule(planes, DeviceLimits{});
            const auto lines = test::run_schedule(planes, slowest, in);
            const auto out = test::run_schedule(rows, schedule_of(rows), lines);
            EXPECT_LE(
                test::relative_l2(test::output_numbers(rows, out), test::exact_output(planes, in)),
                2 * test::fft_tolerance<TypeParam>(points(planes)))  // of both
                << describe(planes) << ": " << describe(slowest);
        }
    }
}

TYPED_TEST(FftSchedule, transforms_rows_last)
{
    for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
        for (const Lengths& lengths : {Lengths{12, 5}, Lengths{8, 1}, Lengths{3, 4, 6}}) {
            for (const Merging merging : every_merging) {
                const Problem problem{.lengths = lengths,
                                      .precision = precision_of<TypeParam>,
                                      .placement = placement,
                                      .batch = 3};
                const auto in = test::random_input<TypeParam>(problem, seed);
                const Schedule schedule =
                    make_rows_last_schedule(problem, DeviceLimits{}, merging_choice(merging));
                const auto out = test::run_schedule(problem, schedule, in);
                EXPECT_LE(test::relative_l2(test::output_numbers(problem, out),
                                            test::exact_output(problem, in)),
                          test::fft_tolerance<TypeParam>(points(problem)))
                    << describe(problem) << ": " << describe(schedule);
            }
        }
    }
}

TYPED_TEST(FftSchedule, transforms_rows)
{
    for (const std::int64_t length : {1, 2, 3, 7, 16, 29, 30, 58, 67}) {
        this->expect_right({length}, 3);
    }
}

TYPED_TEST(FftSchedule, transforms_planes)
{
    for (const Lengths& lengths : {Lengths{5, 6}, {6, 5}, {1, 8}, {8, 1}, {1, 1}, {17, 4}}) {
        this->expect_right(lengths, 4);
    }
}

TYPED_TEST(FftSchedule, transforms_boxes)
{
    for (const Lengths& lengths : {Lengths{4, 3, 5}, {5, 3, 4}, {3, 1, 6}, {1, 5, 4}, {4, 5, 1}}) {
        this->expect_right(lengths, 1);
        this->expect_right(lengths, 3);
    }
}

/// Single and merged passes in one form: a pass, and how often and how far apart it is repeated.
struct RepeatedPass {
    PassForm form;
    Array from;
    Array to;
    int planes;
    long long from_bytes;
    long long to_bytes;
};

std::vector<RepeatedPass> passes_of(const Schedule& schedule)
{
    std::vector<RepeatedPass> all;
    for (const Step& step : schedule.steps) {
        if (const auto* one = std::get_if<PassStep>(&step)) {
            all.push_back({one->form, one->from, one->to, 1, 0, 0});
        } else if (const auto* two = std::get_if<MergedStep>(&step)) {
            const MergedForm& form = two->form;
            all.push_back({form.first, two->from, two->middle, form.planes, form.in_bytes,
                           form.middle_bytes});
            all.push_back({form.second, two->middle, two->to, form.planes, form.middle_bytes,
                           form.out_bytes});
        }
    }
    return all;
}

bool is_real(Side side)
{
    return side == Side::real || side == Side::pairs;
}

/// How often each value of an array is read or written; values are reals or complex.
std::vector<int> visits(const RepeatedPass& pass, bool source, Precision precision,
                        std::size_t numbers)
{
    const Side side = source ? pass.form.source_side : pass.form.sink_side;
    const Lines& lines = source ? pass.form.source : pass.form.sink;
    const long long bytes = bytes_per_value(precision) * (is_real(side) ? 1 : 2);
    const long long plane = (source ? pass.from_bytes : pass.to_bytes) / bytes;
    const bool half = side == Side::spectrum || side == Side::pairs_spectrum;
    const long long count = half ? pass.form.points / 2 + 1 : pass.form.points;
    std::vector<int> times(numbers);
    for (int p = 0; p < pass.planes; ++p) {
        for (long long line = 0; line < lines.count; ++line) {
            for (long long n = 0; n < count; ++n) {
                ++times.at(
                    static_cast<std::size_t>(p * plane + lines.offset(line) + n * lines.step));
            }
        }
    }
    return times;
}

/// Counts of one for each value of the complex side, or of the real side without padding.
std::vector<int> each_once(const Problem& problem, Side side)
{
    if (!is_real(side)) {
        std::vector<int> once(static_cast<std::size_t>(points(problem) / problem.lengths.back() *
                                                       spectrum_row(problem) * problem.batch));
        std::ranges::fill(once, 1);
        return once;
    }
    std::vector<int> once;
    const auto pitch = test::real_stride(problem);
    for (std::int64_t at = 0; at < points(problem) / problem.lengths.back() * problem.batch * pitch;
         ++at) {
        once.push_back(at % pitch < problem.lengths.back() ? 1 : 0);
    }
    return once;
}

/// Problems without long axes, whose passes take parts of lines: see four_step_schedule_test.cpp.
Problems all_sorts_of_problems()
{
    Problems all;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const Lengths& lengths : {Lengths{7},
                                       {60},
                                       {67},
                                       {8192},
                                       {6, 10},
                                       {1, 9},
                                       {9, 1},
                                       {17, 31},
                                       {2048, 3},
                                       {4, 3, 5},
                                       {12, 31, 16},
                                       {32, 16, 64}}) {
            for (const Problem& problem : variants(lengths, 5, precision)) {
                all.push_back(problem);
            }
        }
    }
    return all;
}

TEST(FftSchedulePlaces, passes_take_and_give_each_number_once_and_no_padding)
{
    for (const Problem& problem : all_sorts_of_problems()) {
        for (const Merging merging : {Merging::never, Merging::always}) {
            const Schedule schedule = schedule_of(problem, merging);
            SCOPED_TRACE(describe(problem) + ": " + describe(schedule));
            for (const RepeatedPass& pass : passes_of(schedule)) {
                const auto read = each_once(problem, pass.form.source_side);
                const auto written = each_once(problem, pass.form.sink_side);
                EXPECT_EQ(visits(pass, true, problem.precision, read.size()), read);
                EXPECT_EQ(visits(pass, false, problem.precision, written.size()), written);
            }
        }
    }
}

/// run_pass() is safe in place only if a block writes the places that it alone has read.
TEST(FftSchedulePlaces, passes_in_place_give_each_line_where_they_took_it)
{
    for (const Problem& problem : all_sorts_of_problems()) {
        const Schedule schedule = schedule_of(problem, Merging::always);
        SCOPED_TRACE(describe(problem) + ": " + describe(schedule));
        for (const RepeatedPass& pass : passes_of(schedule)) {
            const bool same_array =
                pass.from == pass.to || (problem.placement == Placement::in_place &&
                                         pass.from != Array::work && pass.to != Array::work);
            if (!same_array) {
                continue;
            }
            const auto& [source, sink] = std::pair{pass.form.source, pass.form.sink};
            const long long from = is_real(pass.form.source_side) ? 1 : 2;
            const long long to = is_real(pass.form.sink_side) ? 1 : 2;
            EXPECT_EQ(pass.from_bytes, pass.to_bytes);
            EXPECT_EQ(source.step == 1, sink.step == 1);
            EXPECT_TRUE(source.step == 1 || source.step == sink.step);
            for (long long line = 0; line < source.count; ++line) {
                ASSERT_EQ(source.offset(line) * from, sink.offset(line) * to) << line;
            }
        }
    }
}

TEST(FftSchedulePlaces, out_of_place_only_c2r_works_in_its_input)
{
    for (const Problem& problem : all_sorts_of_problems()) {
        if (problem.placement == Placement::in_place) {
            continue;
        }
        const auto passes = passes_of(schedule_of(problem));
        EXPECT_EQ(passes.front().from, Array::input) << describe(problem);
        EXPECT_EQ(passes.back().to, Array::output) << describe(problem);
        for (std::size_t at = 0; at < passes.size(); ++at) {
            EXPECT_TRUE(problem.kind == Kind::c2r || passes[at].to != Array::input)
                << describe(problem);
            EXPECT_TRUE(at == 0 || passes[at].from == passes[at - 1].to) << describe(problem);
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
