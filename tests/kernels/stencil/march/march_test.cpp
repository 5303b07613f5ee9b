// SPDX-License-Identifier: BSD-3-Clause
// What the marching kernel decides on the host.
#include "kernels/stencil/march/march.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {
namespace {

TEST(March, reads_block_shapes)
{
    EXPECT_EQ(parse_block("64x4").k, 64);
    EXPECT_EQ(parse_block("64x4").j, 4);
    for (const char* bad : {"64", "x4", "64x", "64x0", "-64x4", "64x4x1", "6 4x4"}) {
        EXPECT_THROW(static_cast<void>(parse_block(bad)), std::invalid_argument) << bad;
    }
}

TEST(March, balances_the_last_round)
{
    // Size M on 132 multiprocessors with 4 blocks each: 128 tiles x 4 segments of 32 planes almost
    // fill 528 places.
    EXPECT_EQ(balanced_planes({128, 128, 256}, {1, 127}, {64, 4}, 528), 32);
    // There are enough tiles: a division along i would not pay for its two extra planes.
    EXPECT_EQ(balanced_planes({10, 4000, 4000}, {1, 9}, {64, 4}, 528), 8);
}

TEST(March, every_interior_point_belongs_to_exactly_one_thread)
{
    for (const Shape& shape : {Shape{3, 3, 3}, Shape{7, 5, 18}, Shape{13, 17, 67}, Shape{5, 9, 258},
                               Shape{131, 3, 3}, Shape{33, 6, 65}}) {
        for (const char* block : {"64x4", "32x8", "128x2", "256x1"}) {
            for (const std::int64_t planes : {std::int64_t{1}, std::int64_t{4}, shape.ni - 2}) {
                const BlockShape threads = parse_block(block);
                const MarchTiles tiles = tiles_of(shape, shape.interior_planes(), threads, planes);
                std::vector<int> owners(static_cast<std::size_t>(shape.values()));
                const auto size = static_cast<unsigned>(threads.k * threads.j);
                const auto width = static_cast<unsigned>(threads.k);
                const auto blocks = static_cast<unsigned>(
                    blocks_of(shape, shape.interior_planes(), threads, planes));
                for (unsigned n = 0; n < blocks * size; ++n) {
                    const unsigned thread = n % size;
                    const MarchColumn column =
                        tiles.column(n / size, thread % width, thread / width);
                    for (long long i = column.first; column.inside && i < column.end; ++i) {
                        ++owners.at(static_cast<std::size_t>(i * shape.plane() +
                                                             column.j * shape.nk + column.k));
                    }
                }
                std::int64_t owned = 0;
                for (std::size_t at = 0; at < owners.size(); ++at) {
                    const auto n = static_cast<std::int64_t>(at);
                    const bool inside = n / shape.plane() % (shape.ni - 1) != 0 &&
                                        n / shape.nk % shape.nj % (shape.nj - 1) != 0 &&
                                        n % shape.nk % (shape.nk - 1) != 0;
                    ASSERT_EQ(owners[at], inside ? 1 : 0) << block << " " << planes << " " << at;
                    owned += owners[at];
                }
                EXPECT_EQ(owned, shape.interior());
            }
        }
    }
}

TEST(March, planes_cover_the_interior_for_any_shape)
{
    for (std::int64_t ni = 3; ni < 80; ++ni) {
        const std::int64_t planes = balanced_planes({ni, 9, 70}, {1, ni - 1}, {64, 4}, 528);
        EXPECT_GE(planes, 1);
        EXPECT_LE(planes, ni - 2);
    }
}

}  // namespace
}  // namespace tobiuo::stencil
