// SPDX-License-Identifier: BSD-3-Clause
// Planes and the blocks of ranks on the host, by definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/ranks/block_copies.hpp"
#include "kernels/fft/ranks/slab_division.hpp"
#include "tests/kernels/fft/ranks/block_example.hpp"

namespace tobiuo::fft {
namespace {

using test::BlockExample;

/// Copies on the host, on two threads.
BlockCopies copies()
{
    return {*runtime::make_host_machine(2), BlockExample::bytes};
}

TEST(FftPlaneBlocks, divide_columns_as_the_slices_of_ranks)
{
    for (const long long second : {1, 2, 7, 64}) {
        for (const int size : {1, 3, 7, 9}) {
            const PlaneBlocks what{.second = second, .inner = 3, .size = size};
            const auto slices = ranks::slices_of(second, size);
            for (int of = 0; of < size; ++of) {
                const ranks::Slice& slice = slices[static_cast<std::size_t>(of)];
                EXPECT_EQ(what.first_column(of), 3 * slice.first);
                EXPECT_EQ(what.columns(of), 3 * slice.count);
                for (long long at = 0; at < what.columns(of); ++at) {
                    EXPECT_EQ(what.rank_of(what.first_column(of) + at), of);
                }
            }
        }
    }
}

TEST(FftPlaneBlocks, hold_the_columns_of_each_rank_in_a_row)
{
    for (BlockExample& example : test::block_examples()) {
        const PlaneBlocks what = example.view();
        copies().pack(what, nullptr);
        for (int of = 0; of < what.size; ++of) {
            const long long columns = what.columns(of) / BlockExample::bytes;
            const long long first = what.first_column(of) / BlockExample::bytes;
            const long long row = what.second * what.inner / BlockExample::bytes;
            const BlockExample::Number* block =
                of == what.rank ? example.own.data() : example.blocks.data() + what.rows * first;
            for (long long at = 0; at < what.rows * columns; ++at) {
                const long long place = at / columns * row + first + at % columns;
                ASSERT_EQ(block[at], example.planes[static_cast<std::size_t>(place)])
                    << "rank " << of << ", number " << at;
            }
        }
    }
}

TEST(FftPlaneBlocks, become_the_planes_again)
{
    for (BlockExample& example : test::block_examples()) {
        const std::vector<BlockExample::Number> before = example.planes;
        copies().pack(example.view(), nullptr);
        std::ranges::fill(example.planes, BlockExample::unused);
        copies().unpack(example.view(), nullptr);
        EXPECT_EQ(example.planes, before);
    }
}

TEST(FftPlaneBlocks, are_the_same_word_by_word)
{
    const runtime::ForEach<CopyWords<float>> copy_words{*runtime::make_host_machine(2)};
    for (BlockExample& example : test::block_examples()) {
        const std::vector<BlockExample::Number> planes = example.planes;
        copies().pack(example.view(), nullptr);
        const std::vector<BlockExample::Number> blocks = example.blocks;
        const std::vector<BlockExample::Number> own = example.own;
        std::ranges::fill(example.blocks, BlockExample::unused);
        std::ranges::fill(example.own, BlockExample::unused);

        const CopyWords<float> words{example.view(), false};
        copy_words(words, words.items(), nullptr);
        EXPECT_EQ(example.blocks, blocks);
        EXPECT_EQ(example.own, own);
        std::ranges::fill(example.planes, BlockExample::unused);
        copy_words({example.view(), true}, words.items(), nullptr);
        EXPECT_EQ(example.planes, planes);
    }
}

TEST(FftSlabDivision, cuts_planes_in_chunks_that_begin_with_even_ones)
{
    for (const std::int64_t planes : {1, 2, 7, 20}) {
        for (const int size : {1, 2, 3, 5}) {
            const SlabDivision division{DividedArray{.planes = planes, .second = 4}, size};
            for (const std::int64_t chunks : {1, 2, 3, 8}) {
                for (int rank = 0; rank < size; ++rank) {
                    std::int64_t next = 0;
                    for (std::int64_t number = 0; number < chunks; ++number) {
                        const ranks::Slice chunk = division.chunk_of(rank, number, chunks);
                        EXPECT_EQ(chunk.first, next);
                        EXPECT_TRUE(chunk.count == 0 || chunk.first % 2 == 0);
                        next = chunk.end();
                    }
                    EXPECT_EQ(next, division.slab_of(rank).count);
                }
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
