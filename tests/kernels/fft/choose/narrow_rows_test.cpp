// How many lines rows that are not merged get a block.
#include "kernels/fft/choose/narrow_rows.hpp"

#include <gtest/gtest.h>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {
namespace {

constexpr long long many = 100000;

KernelRequest request_of(long long count, bool continued = false,
                         Precision precision = Precision::fp64)
{
    return {.precision = precision, .line_count = count, .type_one = continued};
}

KernelConfig rows(int length, int threads_per_transform, int lines)
{
    return {.length = length,
            .stages = 2,
            .radices = {length / threads_per_transform, threads_per_transform},
            .threads_per_transform = threads_per_transform,
            .transforms_per_block = lines};
}

TEST(FftNarrowRows, lines_that_straddle_warps_get_the_fewest_warps_that_they_fill)
{
    const auto lines = [](int length, int threads_per_transform, int before) {
        return narrowed(rows(length, threads_per_transform, before), request_of(many), {})
            .transforms_per_block;
    };
    EXPECT_EQ(lines(100, 10, 25), 3) << "30 of 32 threads";
    EXPECT_EQ(lines(144, 12, 21), 2) << "24 of 32";
    EXPECT_EQ(lines(400, 20, 12), 3) << "60 of 64";
    EXPECT_EQ(lines(450, 18, 14), 3) << "54 of 64";
    EXPECT_EQ(lines(1600, 40, 6), 2) << "80 of 96";
    EXPECT_EQ(lines(2048, 128, 2), 1);
    EXPECT_EQ(lines(4096, 256, 1), 1) << "longer than four warps";
    EXPECT_EQ(lines(100, 10, 2), 2) << "never more than before";
}

TEST(FftNarrowRows, lines_within_warps_get_four_warps_and_those_of_kinds_1_two)
{
    EXPECT_EQ(narrowed(rows(128, 16, 16), request_of(many), {}).transforms_per_block, 8);
    EXPECT_EQ(narrowed(rows(128, 16, 16), request_of(many, true), {}).transforms_per_block, 4);
    EXPECT_EQ(narrowed(rows(144, 12, 21), request_of(many, true), {}).transforms_per_block, 2);
}

TEST(FftNarrowRows, launches_of_a_block_a_multiprocessor_stay)
{
    EXPECT_EQ(narrowed(rows(80, 10, 25), request_of(25 * 132), {}), rows(80, 10, 25));
    EXPECT_EQ(narrowed(rows(80, 10, 25), request_of(25 * 132 + 1), {}).transforms_per_block, 3);
}

TEST(FftNarrowRows, many_blocks_have_enough_to_do)
{
    const auto lines = [](long long count, Precision precision) {
        return narrowed(rows(60, 10, 25), request_of(count, false, precision), {})
            .transforms_per_block;
    };
    EXPECT_EQ(lines(3 * 32 * 132, Precision::fp32), 3) << "all at a time";
    EXPECT_EQ(lines(14400, Precision::fp32), 12) << "else 1.4 KiB a block";
    EXPECT_EQ(lines(14400, Precision::fp64), 3) << "2.8 KiB";
}

TEST(FftNarrowRows, registers_are_given_to_whole_warps)
{
    const KernelConfig three{.length = 125,
                             .stages = 3,
                             .radices = {5, 5, 5},
                             .threads_per_transform = 25,
                             .transforms_per_block = 10,
                             .twiddle_recurrence = true};
    const KernelRequest request = request_of(many, true, Precision::fp32);
    const KernelConfig form = narrowed(three, request, {});

    EXPECT_EQ(form.transforms_per_block, 5) << "125 of 128 threads";
    EXPECT_EQ(form.min_blocks_per_sm,
              65536 / (128 * registers_for(2 * form.elements_per_thread(), true)));
    EXPECT_LT(form.min_blocks_per_sm, blocks_per_sm(form, request, {}));
}

TEST(FftNarrowRows, as_many_blocks_are_held_as_have_room)
{
    const KernelRequest request = request_of(many);
    const KernelConfig form = narrowed(rows(100, 10, 25), request, {});

    EXPECT_EQ(form.min_blocks_per_sm, blocks_per_sm(form, request, {}));
    EXPECT_GT(form.min_blocks_per_sm, blocks_per_sm(rows(100, 10, 25), request, {}));
}

}  // namespace
}  // namespace tobiuo::fft
