// SPDX-License-Identifier: BSD-3-Clause
// Passes that exchange compile, even on machines without a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/ranks/exchanging_passes.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::fft {
namespace {

device::Specialisation specialised(const Step& step, Precision precision,
                                   const PassExchange& exchange)
{
    if (const auto* merged = std::get_if<MergedStep>(&step)) {
        return specialise(merged->form, precision, exchange);
    }
    return specialise(std::get<PassStep>(step).form, precision, exchange);
}

/// The kernels of rank 1 of 2 that exchange, of planes and of columns.
std::vector<device::Specialisation> exchanging_kernels(std::int64_t points, Precision precision,
                                                       Direction direction)
{
    const Problem whole{.lengths = {points, points, points}, .direction = direction};
    const RankArray array = rank_array(whole, 2, 1);
    Problem planes{.lengths = {points, points},
                   .direction = direction,
                   .precision = precision,
                   .placement = Placement::out_of_place,
                   .batch = points / 2};
    Problem columns = planes;
    columns.lengths = {points, points / 2 * points};
    columns.batch = 1;
    const bool inverse = direction == Direction::inverse;
    const Schedule of_planes = inverse ? make_schedule(planes, DeviceLimits{})
                                       : make_rows_last_schedule(planes, DeviceLimits{});
    const Schedule of_columns = make_slowest_axis_schedule(columns, DeviceLimits{});
    return {specialised(inverse ? of_planes.steps.front() : of_planes.steps.back(), precision,
                        {.array = array, .loads = inverse, .is_planes = true}),
            specialised(of_columns.steps.front(), precision,
                        {.array = array, .loads = !inverse, .is_planes = false})};
}

TEST(FftExchangingNvrtc, compile_without_a_remark)
{
    for (const auto& [points, precision, direction] :
         {std::tuple{1024, Precision::fp32, Direction::forward},
          {1024, Precision::fp64, Direction::forward},
          {1024, Precision::fp32, Direction::inverse},
          {90, Precision::fp64, Direction::inverse}}) {
        for (const auto& what : exchanging_kernels(points, precision, direction)) {
            const device::CompiledKernel compiled = device::compile(what, "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
            EXPECT_LT(what.identifier().size(), 200U) << what.identifier();
        }
    }
}

// The middle of merged passes is not read again, for the rows go to other arrays.
TEST(FftRowsLast, discard_what_no_later_pass_reads)
{
    const Schedule single = make_rows_last_schedule(
        {.lengths = {1024, 1024}, .placement = Placement::out_of_place, .batch = 512},
        DeviceLimits{});
    ASSERT_EQ(single.steps.size(), 1U);
    const auto& merged = std::get<MergedStep>(single.steps.front());
    EXPECT_EQ(merged.form.discard_bytes, 1024 * 8);
    EXPECT_EQ(merged.form.second.source.step, 1) << "rows are last";
    const Schedule odd = make_rows_last_schedule(
        {.lengths = {1024, 1000}, .placement = Placement::out_of_place, .batch = 512},
        DeviceLimits{});
    EXPECT_EQ(std::get<MergedStep>(odd.steps.front()).form.discard_bytes, 0);
    EXPECT_THAT(test::refusal([] {
                    static_cast<void>(make_rows_last_schedule(
                        {.lengths = {8, 8}, .kind = Kind::r2c}, DeviceLimits{}));
                }),
                ::testing::HasSubstr("give a c2c problem"));
}

}  // namespace
}  // namespace tobiuo::fft
