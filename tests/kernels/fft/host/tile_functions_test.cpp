// SPDX-License-Identifier: BSD-3-Clause
// What is done to the rows of a tile has the same bits in every instruction set, and copies put
// values where they belong.
#include "kernels/fft/host/tile_functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/memory/host_array.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

template <typename T>
class TileFunctionsOf : public ::testing::Test {
protected:
    static constexpr std::int64_t width = tile_width<T>;

    static memory::HostArray<T> filled(std::int64_t rows)
    {
        memory::HostArray<T> tile{static_cast<std::size_t>(rows * width)};
        for (std::size_t at = 0; at < tile.size(); ++at) {
            tile.data()[at] = static_cast<T>(std::sin(0.3 + 1.1 * static_cast<double>(at)));
        }
        return tile;
    }

    static Complex<T> turn(std::int64_t k)
    {
        return {static_cast<T>(std::cos(0.2 * static_cast<double>(k))),
                static_cast<T>(-std::sin(0.2 * static_cast<double>(k)))};
    }

    /// Calls `work` with every build and expects the same bits in the tile.
    template <typename Work>
    static void expect_same_bits(std::int64_t rows, const Work& work)
    {
        memory::HostArray<T> expected = filled(rows);
        work(usable_tile_functions<T>().back(), expected.data());
        for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
            memory::HostArray<T> tile = filled(rows);
            work(functions, tile.data());
            ASSERT_TRUE(std::ranges::equal(tile.span(), expected.span()))
                << functions.instruction_set;
        }
    }

    /// Rows of `count` samples in another order, every third one with another sign.
    static std::vector<TileRow> mixed_rows(std::int64_t count)
    {
        std::vector<TileRow> rows;
        for (std::int64_t j = 0; j < count; ++j) {
            rows.push_back({.row = (j * 3 + 1) % count, .negated = j % 3 == 0});
        }
        return rows;
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(TileFunctionsOf, Reals);

TYPED_TEST(TileFunctionsOf, stages_have_the_same_bits_everywhere)
{
    using T = TypeParam;
    for (const int radix : std::array{2, 3, 4, 5, 7, 8, 11, 13}) {
        for (const std::int64_t step : {std::int64_t{1}, std::int64_t{3}}) {
            ButterflyStage<T> stage{.radix = radix, .blocks = 2, .step = step, .twiddles = {}};
            for (std::int64_t k = 0; step > 1 && k < step * (radix - 1); ++k) {
                stage.twiddles.push_back(this->turn(k));
            }
            for (const Direction direction : {Direction::forward, Direction::inverse}) {
                for (const Decimation by : {Decimation::frequency, Decimation::time}) {
                    this->expect_same_bits(2 * radix * step,
                                           [&](const TileFunctions<T>& functions, T* tile) {
                                               functions.transform(tile, stage, direction, by);
                                           });
                }
            }
        }
    }
}

TYPED_TEST(TileFunctionsOf, coefficients_have_the_same_bits_everywhere)
{
    using T = TypeParam;
    std::vector<MirroredRows<T>> mirrored{
        {.low = 0, .high = 0, .twiddle = this->turn(1), .with = 0}};
    std::vector<Complex<T>> twiddles{this->turn(2)};
    for (std::int64_t k = 1; k < 9; ++k) {
        mirrored.push_back({.low = k, .high = 17 - k, .twiddle = this->turn(k)});
        twiddles.push_back(this->turn(3 * k));
    }
    this->expect_same_bits(17, [&](const TileFunctions<T>& functions, T* tile) {
        functions.split(tile, mirrored);
        functions.twiddle(tile, twiddles);
        functions.join(tile, mirrored);
        functions.twiddle_back(tile, twiddles);
    });
}

TYPED_TEST(TileFunctionsOf, neighbouring_lines_are_copied_by_rows)
{
    using T = TypeParam;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t samples = 7;
    constexpr std::int64_t stride = 3 * width + 5;  // rows start at any value
    constexpr std::int64_t tiles = 3;
    const std::vector<TileRow> rows = this->mixed_rows(samples);
    memory::HostArray<T> array = this->filled(samples * 4);
    for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
        memory::HostArray<T> copied{static_cast<std::size_t>(tiles * samples * width)};
        functions.load_rows(array.data(), stride, rows, tiles, copied.data());
        for (std::int64_t j = 0; j < samples; ++j) {
            const TileRow& row = rows[static_cast<std::size_t>(j)];
            for (std::int64_t line = 0; line < tiles * width; ++line) {
                const T value = array.data()[j * stride + line];
                ASSERT_EQ(copied.data()[(line / width * samples + row.row) * width + line % width],
                          row.negated ? -value : value)
                    << functions.instruction_set;
            }
        }
        for (const memory::Stores stores : {memory::Stores::cached, memory::Stores::streaming}) {
            memory::HostArray<T> back = this->filled(samples * 4);
            for (std::int64_t j = 0; j < samples; ++j) {
                std::fill_n(back.data() + j * stride, tiles * width, T{0});
            }
            functions.store_rows(copied.data(), rows, tiles, back.data(), stride, stores);
            EXPECT_TRUE(std::ranges::equal(back.span(), array.span())) << functions.instruction_set;
        }
    }
}

TYPED_TEST(TileFunctionsOf, contiguous_lines_are_transposed)
{
    using T = TypeParam;
    constexpr std::int64_t width = tile_width<T>;
    for (const std::int64_t samples : {4, 16, 37}) {
        const std::int64_t stride = samples + 3;
        const std::vector<TileRow> rows = this->mixed_rows(samples);
        memory::HostArray<T> array = this->filled(stride);  // a line more than are copied fits
        for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
            memory::HostArray<T> copied{static_cast<std::size_t>(samples * width)};
            functions.load_lines(array.data(), stride, rows, copied.data());
            for (std::int64_t j = 0; j < samples; ++j) {
                const TileRow& row = rows[static_cast<std::size_t>(j)];
                for (std::int64_t line = 0; line < width; ++line) {
                    const T value = array.data()[line * stride + j];
                    ASSERT_EQ(copied.data()[row.row * width + line], row.negated ? -value : value)
                        << functions.instruction_set << ", " << samples << " samples";
                }
            }
            memory::HostArray<T> back = this->filled(stride);
            for (std::int64_t line = 0; line < width; ++line) {
                std::fill_n(back.data() + line * stride, samples, T{0});
            }
            functions.store_lines(copied.data(), rows, back.data(), stride);
            EXPECT_TRUE(std::ranges::equal(back.span(), array.span())) << functions.instruction_set;
        }
    }
}

/// Rows of `count` complex samples in another order.
std::vector<std::int64_t> mixed_places(std::int64_t count)
{
    std::vector<std::int64_t> rows;
    for (std::int64_t j = 0; j < count; ++j) {
        rows.push_back((j * 3 + 1) % count);
    }
    return rows;
}

TYPED_TEST(TileFunctionsOf, half_spectra_have_the_same_bits_everywhere)
{
    using T = TypeParam;
    std::vector<MirroredRows<T>> mirrored{{.low = 8, .high = 8, .twiddle = this->turn(1)}};
    for (std::int64_t k = 1; k < 8; ++k) {
        mirrored.push_back({.low = k, .high = 16 - k, .twiddle = this->turn(k)});
    }
    this->expect_same_bits(16, [&](const TileFunctions<T>& functions, T* tile) {
        functions.fold(tile, mirrored);
        functions.unfold(tile, mirrored);
    });
    // Any factors on the unit circle are inverted, but the middle row needs -i.
    mirrored.front().twiddle = {T{0}, T{-1}};
    const memory::HostArray<T> before = this->filled(16);
    for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
        memory::HostArray<T> tile = this->filled(16);
        functions.fold(tile.data(), mirrored);
        functions.unfold(tile.data(), mirrored);
        for (std::size_t at = 0; at < tile.size(); ++at) {
            ASSERT_NEAR(tile.data()[at], T{2} * before.data()[at], test::fft_tolerance<T>(2))
                << functions.instruction_set << ", value " << at;
        }
    }
}

TYPED_TEST(TileFunctionsOf, neighbouring_complex_lines_are_copied_by_rows)
{
    using T = TypeParam;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    constexpr std::int64_t samples = 5;
    const std::vector<std::int64_t> rows = mixed_places(samples);
    for (const std::int64_t lines : {std::int64_t{3}, pairs, 2 * pairs + 1}) {
        const std::int64_t stride = 2 * lines + 6;
        const std::int64_t tiles = (lines + pairs - 1) / pairs;
        memory::HostArray<T> array = this->filled(samples * 4);
        for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
            memory::HostArray<T> copied = this->filled(tiles * samples);
            functions.load_complex_rows(array.data(), stride, rows, lines, copied.data());
            for (std::int64_t j = 0; j < samples; ++j) {
                for (std::int64_t line = 0; line < tiles * pairs; ++line) {
                    const T* const pair =
                        copied.data() +
                        (line / pairs * samples + rows[static_cast<std::size_t>(j)]) * width +
                        line % pairs;
                    const T* const number = array.data() + j * stride + 2 * line;
                    ASSERT_EQ(pair[0], line < lines ? number[0] : T{0})
                        << functions.instruction_set << ", " << lines << " lines";
                    ASSERT_EQ(pair[pairs], line < lines ? number[1] : T{0});
                }
            }
            for (const memory::Stores stores :
                 {memory::Stores::cached, memory::Stores::streaming}) {
                memory::HostArray<T> back = this->filled(samples * 4);
                for (std::int64_t j = 0; j < samples; ++j) {
                    std::fill_n(back.data() + j * stride, 2 * lines, T{0});
                }
                functions.store_complex_rows(copied.data(), rows, lines, back.data(), stride,
                                             stores);
                EXPECT_TRUE(std::ranges::equal(back.span(), array.span()))
                    << functions.instruction_set;
            }
        }
    }
}

TYPED_TEST(TileFunctionsOf, contiguous_complex_lines_are_transposed)
{
    using T = TypeParam;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    for (const std::int64_t samples : {1, 8, 19}) {
        const std::int64_t stride = 2 * samples + 3;
        const std::vector<std::int64_t> rows = mixed_places(samples);
        memory::HostArray<T> array = this->filled(stride);
        for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
            memory::HostArray<T> copied{static_cast<std::size_t>(samples * width)};
            functions.load_complex_lines(array.data(), stride, rows, copied.data());
            for (std::int64_t j = 0; j < samples; ++j) {
                const T* const row = copied.data() + rows[static_cast<std::size_t>(j)] * width;
                for (std::int64_t line = 0; line < pairs; ++line) {
                    ASSERT_EQ(row[line], array.data()[line * stride + 2 * j])
                        << functions.instruction_set << ", " << samples << " samples";
                    ASSERT_EQ(row[pairs + line], array.data()[line * stride + 2 * j + 1]);
                }
            }
            memory::HostArray<T> back = this->filled(stride);
            for (std::int64_t line = 0; line < pairs; ++line) {
                std::fill_n(back.data() + line * stride, 2 * samples, T{0});
            }
            functions.store_complex_lines(copied.data(), rows, back.data(), stride);
            EXPECT_TRUE(std::ranges::equal(back.span(), array.span())) << functions.instruction_set;
        }
    }
}

TYPED_TEST(TileFunctionsOf, squares_are_transposed_from_tile_to_tile)
{
    using T = TypeParam;
    constexpr std::int64_t width = tile_width<T>;
    constexpr std::int64_t pairs = width / 2;
    const std::vector<std::int64_t> rows = mixed_places(pairs);
    std::vector<std::int64_t> to_rows = rows;
    std::ranges::reverse(to_rows);
    const memory::HostArray<T> tile = this->filled(pairs);
    for (const TileFunctions<T>& functions : usable_tile_functions<T>()) {
        memory::HostArray<T> to{static_cast<std::size_t>(pairs * width)};
        functions.transpose(tile.data(), rows.data(), to.data(), to_rows.data());
        for (std::size_t i = 0; i < static_cast<std::size_t>(width); ++i) {
            for (std::size_t j = 0; j < static_cast<std::size_t>(pairs); ++j) {
                const std::size_t pair = i % static_cast<std::size_t>(pairs);
                const std::size_t part = i - pair;
                ASSERT_EQ(to.data()[static_cast<std::size_t>(to_rows[pair] * width) + part + j],
                          tile.data()[static_cast<std::size_t>(rows[j] * width) + i])
                    << functions.instruction_set;
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo::fft
