// SPDX-License-Identifier: BSD-3-Clause
// The index arithmetic of the slab kernels, run on the host.
#include "kernels/stencil/slab/slab.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/device_support.hpp"
#include "kernels/stencil/slab/slab_layout.hpp"

namespace tobiuo::stencil {
namespace {

const std::vector<Shape> shapes{{.ni = 3, .nj = 3, .nk = 3},     {.ni = 5, .nj = 6, .nk = 7},
                                {.ni = 20, .nj = 35, .nk = 64},  {.ni = 9, .nj = 40, .nk = 65},
                                {.ni = 7, .nj = 18, .nk = 193},  {.ni = 40, .nj = 3, .nk = 66},
                                {.ni = 12, .nj = 29, .nk = 127}, {.ni = 4, .nj = 70, .nk = 130}};

SweepRequest request_for(const Shape& shape)
{
    return {
        .shape = shape, .precision = Precision::fp32, .omega = 0.8, .device = 0, .parameters = {}};
}

class EverySlabKernel : public ::testing::TestWithParam<int> {
protected:
    [[nodiscard]] static SlabGeometry geometry(const Shape& shape)
    {
        return slab_geometry(request_for(shape), GetParam());
    }
};

/// Calls `visit(k_block, j, column, i)` for all points that a tile computes and stores.
template <typename Visit>
void each_point(const SlabTile& tile, const SlabTiles& tiles, const Visit& visit)
{
    for (int i = tile.i_first; i < tile.i_end; ++i) {
        for (int j = tile.j; j < std::min(tile.j + tiles.tile_j, tiles.nj - 1); ++j) {
            for (int column = 0; column < slab_columns; ++column) {
                const int k = tile.k_block * slab_columns + column;
                if (k > 0 && k < tiles.nk - 1) {
                    visit(i, j, k);
                }
            }
        }
    }
}

TEST_P(EverySlabKernel, tiles_own_each_interior_point_once)
{
    for (const Shape& shape : shapes) {
        for (const std::int64_t planes : {std::int64_t{1}, std::int64_t{4}, shape.ni - 2}) {
            const SlabTiles tiles =
                slab_tiles(shape, shape.interior_planes(), geometry(shape), planes);
            std::vector<int> owners(static_cast<std::size_t>(shape.values()));
            for (int number = 0; number < tiles.count(); ++number) {
                const SlabTile tile = tiles.tile(number);
                ASSERT_LT(tile.i_first, tile.i_end) << "an empty tile would hang the ring";
                each_point(tile, tiles, [&](int i, int j, int k) {
                    ++owners[static_cast<std::size_t>(i * shape.plane() + j * shape.nk + k)];
                });
            }
            std::int64_t once = 0;
            for (const int count : owners) {
                ASSERT_LE(count, 1);
                once += count;
            }
            EXPECT_EQ(once, shape.interior());
        }
    }
}

/// A number that identifies coefficient m of point (i, j, k).
float name_of(const Shape& shape, int m, std::int64_t i, std::int64_t j, std::int64_t k)
{
    return static_cast<float>(m * shape.values() + i * shape.plane() + j * shape.nk + k + 1);
}

TEST_P(EverySlabKernel, a_tile_finds_in_its_slab_every_coefficient_it_reads)
{
    for (const Shape& shape : shapes) {
        const SlabGeometry kernel = geometry(shape);
        const SlabLayout& layout = kernel.layout;
        const SlabTiles tiles = slab_tiles(shape, shape.interior_planes(), kernel, shape.ni - 2);
        std::vector<float> memory(static_cast<std::size_t>(slab_words(shape, kernel)));
        float* slabs = memory.data() + slab_rows_beyond * layout.row();
        for (int m = 0; m < slab_coefficients; ++m) {
            for (int i = 0; i < shape.ni; ++i) {
                for (int j = 0; j < shape.nj; ++j) {
                    for (int k = 0; k < shape.nk; ++k) {
                        for_each_copy(tiles, layout, i, j, k, m, [&](long long to) {
                            ASSERT_EQ(slabs[to], 0.0F) << "two values in one place";
                            slabs[to] = name_of(shape, m, i, j, k);
                        });
                    }
                }
            }
        }
        for (int number = 0; number < tiles.count(); ++number) {
            const SlabTile tile = tiles.tile(number);
            for (int row = 0; row < kernel.rows(); ++row) {
                const int j = tile.j - kernel.reach() + row;
                if (j < 0 || j >= shape.nj) {
                    continue;
                }
                const float* slab =
                    slabs +
                    tiles.row_at(layout, tile.i_first, tile.k_block, tile.j - kernel.reach()) +
                    static_cast<std::ptrdiff_t>(row) * layout.row();
                for (int column = -layout.halo; column < slab_columns + layout.halo; ++column) {
                    const int k = tile.k_block * slab_columns + column;
                    if (k < 0 || k >= shape.nk) {
                        continue;
                    }
                    const bool main = column >= 0 && column < slab_columns;
                    for (int m = 0; m < slab_coefficients; ++m) {
                        const int at = main ? SlabLayout::main_at(m, column)
                                            : layout.edge_at(m, layout.edge_column(column), j);
                        ASSERT_EQ(slab[at], name_of(shape, m, tile.i_first, j, k))
                            << "m " << m << " j " << j << " k " << k;
                    }
                }
            }
        }
    }
}

TEST_P(EverySlabKernel, rows_of_the_edge_meet_different_banks)
{
    const SlabLayout layout = geometry(shapes.back()).layout;
    if (layout.halo == 0) {
        GTEST_SKIP() << "one sweep a pass has no edge";
    }
    std::set<int> banks;
    for (int j = 0; j < 8; ++j) {
        banks.insert(layout.edge_at(0, 0, j) % 32);
    }
    EXPECT_EQ(banks.size(), 8U);
}

TEST_P(EverySlabKernel, tiles_touch_no_memory_beyond_the_slabs)
{
    for (const Shape& shape : shapes) {
        const SlabGeometry kernel = geometry(shape);
        const SlabTiles tiles = slab_tiles(shape, shape.interior_planes(), kernel, shape.ni - 2);
        const long long before = slab_rows_beyond * kernel.layout.row();
        for (int number = 0; number < tiles.count(); ++number) {
            const SlabTile tile = tiles.tile(number);
            for (const int i : {0, tiles.ni - 1}) {
                const long long first =
                    before + tiles.row_at(kernel.layout, i, tile.k_block, tile.j - kernel.reach());
                EXPECT_GE(first, 0);
                EXPECT_LE(first + kernel.slot_words(), slab_words(shape, kernel));
            }
        }
    }
}

TEST_P(EverySlabKernel, fits_into_a_multiprocessor)
{
    const SlabGeometry kernel = geometry(shapes.back());
    EXPECT_LE(kernel.shared_bytes(), most_shared_bytes);
    EXPECT_GE(kernel.slots, kernel.sweeps == 1 ? 2 : 3) << "slabs in use and one on its way";
    EXPECT_EQ(kernel.rows() * SlabGeometry::row_threads % 32, 0) << "whole warps";
    EXPECT_EQ(kernel.slot_words() * 4 % 128, 0) << "bulk copies and tensor maps want 128 bytes";
    if (kernel.main_registers > 0) {
        EXPECT_EQ(kernel.main_warps() % 4, 0) << "registers change hands by groups of four warps";
        const int helpers = kernel.threads() - 32 * kernel.main_warps();
        EXPECT_LE(
            kernel.main_registers * 32 * kernel.main_warps() + kernel.helper_registers() * helpers,
            65536 / kernel.threads() / 8 * 8 * kernel.threads());
    }
}

INSTANTIATE_TEST_SUITE_P(Slab, EverySlabKernel, ::testing::Values(1, 2, 3));

TEST(Slab, identifiers_spell_every_parameter)
{
    EXPECT_EQ(slab_specialisation(slab_geometry(request_for(shapes.back()), 3)).identifier(),
              "himeno-slab-fp32-sweeps3-64x12-halo2-slots3-registers224");
    EXPECT_EQ(
        slab_specialisation(slab_geometry_of_rest(slab_geometry(request_for(shapes.back()), 2)))
            .identifier(),
        "himeno-slab-fp32-sweeps1-64x16-halo1-slots4");
}

// The plan of slab-1 relies on this: it has no second form for the sweeps that do not fill a pass.
TEST(Slab, one_sweep_a_pass_is_its_own_rest)
{
    for (const char* tile : {"64x16", "64x8", "64x12"}) {
        SweepRequest request = request_for(shapes.back());
        request.parameters["tile"] = tile;
        const SlabGeometry kernel = slab_geometry(request, 1);
        EXPECT_EQ(slab_specialisation(slab_geometry_of_rest(kernel)).identifier(),
                  slab_specialisation(kernel).identifier());
    }
}

TEST(Slab, planes_are_divided_so_that_whole_rounds_of_blocks_are_full)
{
    const Shape medium{.ni = 128, .nj = 128, .nk = 256};
    const SlabGeometry kernel = slab_geometry(request_for(medium), 3);
    const std::int64_t planes = balanced_slab_planes(medium, medium.interior_planes(), kernel, 132);
    EXPECT_EQ(planes, 42);
    EXPECT_EQ(slab_tiles(medium, medium.interior_planes(), kernel, planes).count(), 132);
}

TEST(Slab, double_precision_is_declined_with_a_cure)
{
    SweepRequest request = request_for(shapes.back());
    request.precision = Precision::fp64;
    const auto unsupported_reason = slab_kinds()[2].unsupported_reason(request);
    ASSERT_TRUE(unsupported_reason);
    EXPECT_EQ(*unsupported_reason,
              "kernel 'slab-3' computes in single precision only; use kernel march");
}

// Rows of p have gaps between them in device memory, so a piece must not start or end inside a row.
TEST(ReadConverted, every_piece_holds_whole_grains)
{
    for (const std::size_t grain : {1UL, 131UL, 700'000UL, 1'100'000UL}) {
        const std::size_t grains = 2'500'000 / grain;
        std::vector<double> out(grains * grain);
        read_converted<float>(
            std::span{out},
            [&](std::span<float> part, std::size_t at) {
                EXPECT_EQ(at % grain, 0U) << grain;
                EXPECT_EQ(part.size() % grain, 0U) << grain;
                std::iota(part.begin(), part.end(), static_cast<float>(at));
            },
            grain);
        for (std::size_t at = 0; at < out.size(); ++at) {
            ASSERT_EQ(out[at], static_cast<double>(at)) << grain;
        }
    }
}

TEST(Slab, boundary_coefficients_keep_a_negative_zero)
{
    EXPECT_TRUE(std::signbit(boundary_coefficient(slab_coefficients - 1)));
    EXPECT_FALSE(std::signbit(boundary_coefficient(0)));
}

}  // namespace
}  // namespace tobiuo::stencil
