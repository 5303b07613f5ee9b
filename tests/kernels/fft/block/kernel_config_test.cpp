// SPDX-License-Identifier: BSD-3-Clause
// Blocks of threads: which thread has which point, and where the point lies in shared memory.
#include "kernels/fft/block/kernel_config.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "kernels/fft/block/block_transform.hpp"
#include "tests/kernels/fft/kernel_configs.hpp"

namespace tobiuo::fft {
namespace {

/// A configuration as a type, for tests that need it as a constant.
template <KernelConfig form>
struct Case {
    static constexpr KernelConfig value = form;
};

using configs::rows_256;
constexpr KernelConfig rows_480_idle{.length = 480,
                                     .stages = 3,
                                     .radices = {6, 8, 10},
                                     .threads_per_transform = 60,
                                     .transforms_per_block = 2,
                                     .pad = 6,
                                     .twiddle_recurrence = true};
constexpr KernelConfig rows_210_no_pad{.length = 210,
                                       .stages = 3,
                                       .radices = {5, 6, 7},
                                       .threads_per_transform = 30,
                                       .transforms_per_block = 3};
constexpr KernelConfig columns_60_idle{.length = 60,
                                       .stages = 3,
                                       .radices = {5, 4, 3},
                                       .threads_per_transform = 15,
                                       .transforms_per_block = 8,
                                       .load_contiguous = false,
                                       .store_contiguous = false};
constexpr KernelConfig columns_128{.length = 128,
                                   .stages = 2,
                                   .radices = {16, 8},
                                   .threads_per_transform = 8,
                                   .transforms_per_block = 16,
                                   .load_contiguous = false,
                                   .store_contiguous = false,
                                   .twiddle_recurrence = true};
constexpr KernelConfig transposing_96{.length = 96,
                                      .stages = 2,
                                      .radices = {12, 8},
                                      .threads_per_transform = 8,
                                      .transforms_per_block = 6,
                                      .store_contiguous = false,
                                      .pad = 12};
constexpr KernelConfig transposing_back_64{.length = 64,
                                           .stages = 3,
                                           .radices = {4, 4, 4},
                                           .threads_per_transform = 16,
                                           .transforms_per_block = 4,
                                           .load_contiguous = false,
                                           .pad = 4,
                                           .twiddle_recurrence = true};
/// A configuration whose first radix is not a multiple of its padding.
constexpr KernelConfig odd_pad_72{.length = 72,
                                  .stages = 2,
                                  .radices = {9, 8},
                                  .threads_per_transform = 9,
                                  .transforms_per_block = 3,
                                  .pad = 4};
constexpr KernelConfig single_7{.length = 7, .radices = {7}, .transforms_per_block = 5};

template <typename T>
class BlockFormPlaces : public ::testing::Test {
};

using Forms =
    ::testing::Types<Case<rows_256>, Case<rows_256.reversed()>, Case<rows_480_idle>,
                     Case<rows_480_idle.reversed()>, Case<rows_210_no_pad>, Case<columns_60_idle>,
                     Case<columns_128>, Case<transposing_96>, Case<transposing_96.reversed()>,
                     Case<transposing_back_64>, Case<odd_pad_72>, Case<single_7>>;
TYPED_TEST_SUITE(BlockFormPlaces, Forms);

/// Calls body(stage) for each stage, which is a constant.
template <KernelConfig form, typename Body>
void each_stage(const Body& body)
{
    unrolled<form.stages>([&](auto stage) { body(stage); });
}

TYPED_TEST(BlockFormPlaces, no_two_points_share_a_place)
{
    static constexpr KernelConfig form = TypeParam::value;
    std::vector<int> used(static_cast<std::size_t>(form.shared_elements()));
    for (unsigned line = 0; line < form.transforms_per_block; ++line) {
        for (unsigned point = 0; point < form.length; ++point) {
            ++used.at(place_of<form>(line, point));
        }
    }
    for (const int times : used) {
        EXPECT_LE(times, 1);
    }
}

/// The units divide the padding, are its multiples, or neither.
TYPED_TEST(BlockFormPlaces, points_ahead_of_a_multiple_are_where_they_lie)
{
    static constexpr KernelConfig form = TypeParam::value;
    std::vector<int> shared(static_cast<std::size_t>(form.shared_elements()));
    const auto expect_places = [&]<int unit, int ahead>(Constant<unit>, Constant<ahead>) {
        for (int base = 0; base + ahead < form.length; base += unit) {
            const auto at = static_cast<unsigned>(base);
            EXPECT_EQ((&point_ahead<form, ahead, unit>(shared.data(), 0, at)),
                      &shared[place_of<form>(0, at + ahead)])
                << unit << " " << ahead << " " << base;
        }
    };
    const auto expect_unit = [&](auto unit) {
        unrolled<12>([&](auto ahead) { expect_places(unit, ahead); });
        expect_places(unit, Constant<form.length / 2>{});
    };
    expect_unit(Constant<1>{});
    expect_unit(Constant<2>{});
    expect_unit(Constant<3>{});
    expect_unit(Constant<4>{});
    expect_unit(Constant<8>{});
    expect_unit(Constant<32>{});
}

TYPED_TEST(BlockFormPlaces, every_stage_has_each_point_once_and_knows_its_place)
{
    static constexpr KernelConfig form = TypeParam::value;
    using Transform = BlockTransform<form, double>;
    each_stage<form>([](auto stage) {
        SCOPED_TRACE(::testing::Message() << "stage " << stage);
        std::vector<int> shared(static_cast<std::size_t>(form.shared_elements()));
        std::vector<int> taken(static_cast<std::size_t>(form.transforms_per_block * form.length));
        for (unsigned thread = 0; thread < form.threads(); ++thread) {
            const unsigned line = Transform::template line<stage>(thread);
            ASSERT_LT(line, static_cast<unsigned>(form.transforms_per_block));
            std::vector<int> held(static_cast<std::size_t>(form.elements_per_thread()));
            Transform::template each_point<stage>(thread, [&](auto place, unsigned base,
                                                              auto ahead) {
                constexpr int n = decltype(ahead)::value;
                ++held.at(static_cast<std::size_t>(decltype(place)::value));
                ++taken.at(line * form.length + base + n);
                EXPECT_EQ((&point_ahead<form, n>(shared.data(), line, base)),
                          &shared[place_of<form>(line, base + n)]);
                constexpr int spread = form.butterflies(decltype(stage)::value);
                if (base + n > 0) {
                    EXPECT_EQ(
                        (&point_behind<form, form.length, n, spread>(shared.data(), line, base)),
                        &shared[place_of<form>(line, form.length - base - n)]);
                }
            });
            for (const int times : held) {
                EXPECT_LE(times, 1) << "two points in one register";
            }
        }
        for (const int times : taken) {
            EXPECT_EQ(times, 1);
        }
    });
}

/// A value that names a line and a point, and stays exact under products with 1.
template <KernelConfig form>
Complex<double> tag(unsigned line, unsigned point)
{
    return {static_cast<double>(line), static_cast<double>(point)};
}

/// The results of stage `stage` if each butterfly gives outputs tagged by their places in
/// Stockham's order.
template <KernelConfig form, int stage>
std::vector<Complex<double>> written_by()
{
    using Transform = BlockTransform<form, double>;
    constexpr unsigned radix = form.radices[stage];
    constexpr unsigned before = form.product_before(stage);
    const std::vector<Complex<double>> ones(static_cast<std::size_t>(form.length), {1, 0});
    const auto fetch = [](const Complex<double>* from) { return *from; };
    std::vector<Complex<double>> shared(static_cast<std::size_t>(form.shared_elements()), {-1, -1});
    std::vector<Complex<double>> point(static_cast<std::size_t>(form.elements_per_thread()));
    for (unsigned thread = 0; thread < form.threads(); ++thread) {
        const unsigned line = Transform::template line<stage>(thread);
        Transform::template each_point<stage>(thread, [&](auto place, unsigned j, auto ahead) {
            const unsigned r = decltype(ahead)::value / form.butterflies(stage);
            point[static_cast<std::size_t>(decltype(place)::value)] =
                tag<form>(line, j / before * before * radix + j % before + r * before);
        });
        Transform::template twiddle_and_write<stage, 1>(thread, ones.data(), fetch, point.data(),
                                                        shared.data());
    }
    return shared;
}

TYPED_TEST(BlockFormPlaces, a_stage_writes_in_stockhams_order_what_the_next_one_reads)
{
    static constexpr KernelConfig form = TypeParam::value;
    using Transform = BlockTransform<form, double>;
    each_stage<form>([](auto stage) {
        constexpr int next = decltype(stage)::value + 1;
        if constexpr (next < form.stages) {
            SCOPED_TRACE(::testing::Message() << "after stage " << stage);
            const auto shared = written_by<form, decltype(stage)::value>();
            std::vector<Complex<double>> point(
                static_cast<std::size_t>(form.elements_per_thread()));
            for (unsigned thread = 0; thread < form.threads(); ++thread) {
                const unsigned line = Transform::template line<next>(thread);
                Transform::template read<next>(thread, shared.data(), point.data());
                Transform::template each_point<next>(
                    thread, [&](auto place, unsigned base, auto ahead) {
                        const auto got = point[static_cast<std::size_t>(decltype(place)::value)];
                        const auto expected = tag<form>(line, base + decltype(ahead)::value);
                        EXPECT_EQ(got.x, expected.x);
                        EXPECT_EQ(got.y, expected.y);
                    });
            }
        }
    });
}

TEST(KernelConfig, counts_rounds_and_values_of_lanes_that_idle)
{
    constexpr KernelConfig form = columns_60_idle;  // 12, 15 and 20 butterflies for 15 threads
    EXPECT_EQ(form.rounds(0), 1);
    EXPECT_EQ(form.rounds(1), 1);
    EXPECT_EQ(form.rounds(2), 2);
    EXPECT_FALSE(form.full(0));
    EXPECT_TRUE(form.full(1));
    EXPECT_FALSE(form.full(2));
    EXPECT_EQ(form.elements_per_thread(), 6);
    EXPECT_EQ(form.product_before(2), 20);
}

TEST(KernelConfig, rows_begin_in_different_banks_and_stay_within_warps_where_lanes_divide_them)
{
    EXPECT_EQ(rows_256.pitch() % 2, 1);
    EXPECT_TRUE(rows_256.within_warps());
    EXPECT_FALSE(rows_480_idle.within_warps()) << "60 lanes";
    EXPECT_FALSE(columns_128.within_warps());
    EXPECT_FALSE(transposing_96.within_warps());
}

}  // namespace
}  // namespace tobiuo::fft
