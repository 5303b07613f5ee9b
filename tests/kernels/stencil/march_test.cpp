// What the marching kernel decides on the host.
#include "kernels/stencil/march.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

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
    // M on 132 multiprocessors with 4 blocks each: 128 tiles x 4 segments of 32 planes fill 528
    // places almost exactly.
    EXPECT_EQ(balanced_planes({128, 128, 256}, {64, 4}, 528), 32);
    // Enough tiles by themselves: no division along i pays its two extra planes.
    EXPECT_EQ(balanced_planes({10, 4000, 4000}, {64, 4}, 528), 8);
}

TEST(March, planes_cover_the_interior_for_any_shape)
{
    for (std::int64_t ni = 3; ni < 80; ++ni) {
        const std::int64_t planes = balanced_planes({ni, 9, 70}, {64, 4}, 528);
        EXPECT_GE(planes, 1);
        EXPECT_LE(planes, ni - 2);
    }
}

}  // namespace
}  // namespace tobiuo::stencil
