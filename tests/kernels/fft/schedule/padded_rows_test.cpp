// SPDX-License-Identifier: BSD-3-Clause
// Half spectra through a work array, run pass by pass on the host.
#include "kernels/fft/schedule/padded_rows.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/random_signal.hpp"
#include "tests/support/run_schedule.hpp"

namespace tobiuo::fft {
namespace {

constexpr unsigned seed = 2011;

Problem box(const std::vector<std::int64_t>& lengths, Precision precision, Placement placement)
{
    return {.lengths = lengths, .kind = Kind::r2c, .precision = precision, .placement = placement};
}

Choices merged()
{
    return {.merging = Merging::always};
}

template <typename T>
class FftPaddedRows : public ::testing::Test {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPaddedRows, Reals);

TYPED_TEST(FftPaddedRows, transform_boxes_of_even_and_odd_rows)
{
    using T = TypeParam;
    for (const std::vector<std::int64_t>& lengths :
         {std::vector<std::int64_t>{6, 5, 8}, {4, 6, 9}, {3, 4, 26}, {5, 2, 64}}) {
        for (const Placement placement : {Placement::in_place, Placement::out_of_place}) {
            const Problem problem = box(lengths, precision_of<T>, placement);
            Schedule schedule = make_schedule(problem, {}, merged());
            pad_rows(schedule, problem);
            ASSERT_GT(schedule.work_values, 0) << describe(problem);

            const auto in = test::random_input<T>(problem, seed);
            const auto out = test::run_schedule(problem, schedule, in);

            EXPECT_LE(test::relative_l2(test::output_numbers(problem, out),
                                        test::exact_output(problem, in)),
                      test::fft_tolerance<T>(points(problem)))
                << describe(problem);
        }
    }
}

TEST(FftPaddedRowsUse, rows_begin_at_whole_segments)
{
    const Problem problem = box({512, 512, 512}, Precision::fp32, Placement::in_place);
    Schedule schedule = make_schedule(problem, {});
    pad_rows(schedule, problem);

    const auto& planes = std::get<MergedStep>(schedule.steps.front());
    EXPECT_EQ(planes.form.first.sink.outer_step, 272);
    EXPECT_EQ(planes.form.middle_bytes, 272 * 512 * 8);
    EXPECT_EQ(planes.to, Array::work);
    EXPECT_EQ(schedule.work_values, 272LL * 512 * 512);
    const auto& along = std::get<PassStep>(schedule.steps.back());
    EXPECT_EQ(along.form.source.offset(257), 272) << "the second row";
    EXPECT_EQ(along.form.sink.offset(257), 257);
}

TEST(FftPaddedRowsUse, other_transforms_stay_as_they_are)
{
    const auto changes = [](const Problem& problem, const Choices& choices) {
        Schedule schedule = make_schedule(problem, {}, choices);
        const std::string before = describe(schedule);
        pad_rows(schedule, problem);
        return schedule.work_values > 0 || describe(schedule) != before;
    };
    Problem problem = box({16, 16, 16}, Precision::fp32, Placement::in_place);
    EXPECT_TRUE(changes(problem, merged()));
    EXPECT_FALSE(changes(problem, {.merging = Merging::never}));
    problem.batch = 2;
    EXPECT_FALSE(changes(problem, merged()));
    EXPECT_FALSE(changes(box({16, 16}, Precision::fp32, Placement::in_place), merged()));
    EXPECT_FALSE(changes({.lengths = {16, 16, 16}}, merged()));
    EXPECT_FALSE(changes(
        {.lengths = {16, 16, 16}, .kind = Kind::c2r, .direction = Direction::inverse}, merged()));
}

TEST(FftPaddedRowsUse, large_boxes_have_them_if_there_is_room)
{
    const auto work = [](std::int64_t length, bool allow_workspace) {
        return make_schedule(box({length, length, length}, Precision::fp32, Placement::in_place),
                             {}, {.allow_workspace = allow_workspace})
            .work_values;
    };
    EXPECT_EQ(work(512, false), 0);
    EXPECT_GT(work(512, true), 0);
    EXPECT_EQ(work(128, true), 0) << "the cache holds it";
    const auto thin = box({4096, 1024, 16}, Precision::fp32, Placement::in_place);
    EXPECT_EQ(make_schedule(thin, {}, {.allow_workspace = true}).work_values, 0)
        << "9 values become 16";
    const auto whole = box({512, 512, 990}, Precision::fp32, Placement::in_place);
    EXPECT_EQ(make_schedule(whole, {}, {.allow_workspace = true}).work_values, 0)
        << "496 values stay 496";
}

}  // namespace
}  // namespace tobiuo::fft
