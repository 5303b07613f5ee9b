// Which blocks two passes in one launch have.
#include "kernels/fft/choose/block_pair.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "kernels/fft/choose/block_choice.hpp"
#include "kernels/fft/choose/choices.hpp"
#include "tests/kernels/fft/choose/valid_blocks.hpp"

namespace tobiuo::fft {
namespace {

TEST(FftBlockPair, partners_have_the_threads_asked_for)
{
    const DeviceLimits limits;
    int found = 0;
    for (const int length : {64, 256, 480, 512, 1000, 2048}) {
        for (const KernelRequest& request : test::requests_for(length)) {
            for (const int threads : {128, 256, 480, 512}) {
                const auto partner = choose_partner(request, limits, threads, 2);
                if (partner) {
                    ++found;
                    EXPECT_EQ(partner->threads(), threads);
                    EXPECT_GE(partner->min_blocks_per_sm, 2);
                    ASSERT_NO_FATAL_FAILURE(test::expect_valid(*partner, request, limits));
                }
            }
        }
    }
    EXPECT_GT(found, 50);
}

PairRequest request_for(int length, Precision precision = Precision::fp32,
                        Between between = Between::aligned_rows)
{
    const KernelRequest rows{.length = length, .precision = precision, .line_count = 1000000};
    KernelRequest columns = rows;
    columns.order = Order::strided;
    return {rows, columns, between};
}

/// What each pass would have alone.
BlockPair alone(const PairRequest& request)
{
    return {choose_block(request.rows, {}).value(), choose_block(request.columns, {}).value()};
}

TEST(FftBlockPair, pairs_have_like_threads_and_leave_a_multiprocessor_another_block)
{
    const DeviceLimits limits;
    for (const int length : {243, 320, 384, 480, 500, 512, 600, 640, 720, 768, 1000, 1024}) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            for (const Mirrored mirrored : {Mirrored::no, Mirrored::source, Mirrored::sink}) {
                PairRequest request =
                    request_for(length, precision,
                                mirrored == Mirrored::no ? Between::aligned_rows : Between::rows);
                request.rows.mirrored = mirrored;
                request.rows.needs_shared_memory = mirrored != Mirrored::no;
                const auto pair = choose_pair(request, alone(request), limits);
                ASSERT_TRUE(pair) << length;
                const auto& [rows, columns] = *pair;
                ASSERT_NO_FATAL_FAILURE(test::expect_valid(rows, request.rows, limits));
                ASSERT_NO_FATAL_FAILURE(test::expect_valid(columns, request.columns, limits));
                EXPECT_GE(std::min(rows.min_blocks_per_sm, columns.min_blocks_per_sm), 2);
                EXPECT_GE(8 * std::min(rows.threads(), columns.threads()),
                          7 * std::max(rows.threads(), columns.threads()));
                EXPECT_EQ(columns.transforms_per_block * complex_bytes(precision) %
                              (transaction_bytes / 2),
                          0);
            }
        }
    }
}

TEST(FftBlockPair, a_present_pair_stays_unless_another_is_clearly_better)
{
    const PairRequest request = request_for(512);
    const KernelConfig rows =
        parse_block("32x16 lanes 16 lines 16 pad 32 powers resident 2", Order::contiguous);
    const KernelConfig columns = parse_block("32x16 lanes 16 lines 16 resident 2", Order::strided);
    const auto kept = choose_pair(request, {rows, columns}, {});
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->rows, rows);
    EXPECT_EQ(kept->columns, columns);

    KernelConfig idle = rows;
    idle.transforms_per_block = 4;
    const auto other = choose_pair(request, {idle, columns}, {});
    ASSERT_TRUE(other);
    EXPECT_NE(other->rows, idle);
}

TEST(FftBlockPair, few_narrow_or_uneven_blocks_cost_more)
{
    const PairRequest request = request_for(512, Precision::fp64);
    BlockPair pair = alone(request);
    const auto cost = [&](const BlockPair& of, Between between = Between::aligned_rows) {
        return pair_cost(of, {request.rows, request.columns, between}, {});
    };
    BlockPair few = pair;
    pair.rows.min_blocks_per_sm = pair.columns.min_blocks_per_sm = 4;
    few.rows.min_blocks_per_sm = 2;
    EXPECT_GT(cost(few), cost(pair));
    BlockPair narrow = pair;
    narrow.columns.transforms_per_block = 4;
    EXPECT_GT(cost(narrow), cost(pair));
    EXPECT_GT(cost(narrow, Between::rows), cost(narrow));
}

/// One exchange less is worth the registers.
TEST(FftBlockPair, columns_of_reals_in_pairs_have_large_butterflies_in_whole_segments)
{
    const PairRequest request = request_for(512, Precision::fp64, Between::reals);
    const auto pair = choose_pair(request, alone(request), {});
    ASSERT_TRUE(pair);
    EXPECT_EQ(pair->columns.stages, 2);
    EXPECT_EQ(pair->columns.transforms_per_block * complex_bytes(Precision::fp64),
              transaction_bytes);
    EXPECT_EQ(pair->rows.threads(), pair->columns.threads());
    EXPECT_EQ(choose_pair(request_for(512, Precision::fp64), alone(request), {})->columns.stages,
              3);
}

TEST(FftBlockPair, there_is_none_if_no_block_of_columns_fits)
{
    DeviceLimits small;
    small.shared_per_block = 16 << 10;
    const PairRequest request = request_for(1000);
    EXPECT_FALSE(choose_pair(request, alone(request), small));
}

TEST(FftBlockPair, short_columns_make_blocks_of_several_segments)
{
    PairRequest request = request_for(3000);
    request.columns.length = 30;
    const auto pair = choose_pair(request, alone(request), {});
    ASSERT_TRUE(pair);
    EXPECT_GE(pair->columns.threads(), 128);
}

}  // namespace
}  // namespace tobiuo::fft
