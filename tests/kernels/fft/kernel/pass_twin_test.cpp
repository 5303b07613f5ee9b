// SPDX-License-Identifier: BSD-3-Clause
// The code of the pass kernels, run on the host, is compared with sums in long double.
#include "kernels/fft/kernel/pass_twin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/fft/kernel/tables.hpp"
#include "tests/kernels/fft/kernel_configs.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/line_passes.hpp"

namespace tobiuo::fft {
namespace {

/// Arrays as large as the lines need, filled at random; what the pass does not write must stay
/// unchanged.
template <typename T>
class PassArrays {
public:
    explicit PassArrays(const PassForm& form)
        : in(reach(form.source, form.points, form.source_side)),
          out(reach(form.sink, form.points, form.sink_side), poison)
    {
        std::mt19937 engine{20081};
        std::uniform_real_distribution<double> uniform{-0.5, 0.5};
        std::ranges::generate(in, [&] { return static_cast<T>(uniform(engine)); });
    }

    static constexpr T poison = static_cast<T>(1234.5);
    std::vector<T> in;
    std::vector<T> out;

private:
    static std::size_t reach(const Lines& lines, int points, Side side)
    {
        long long last = 0;
        for (long long line = 0; line < lines.count; ++line) {
            last = std::max(last, lines.offset(line) + (points - 1) * lines.step);
        }
        const bool reals = side == Side::real || side == Side::pairs;
        return static_cast<std::size_t>((last + 1) * (reals ? 1 : 2));
    }
};

template <PassForm form, typename T>
void expect_twin_is_right()
{
    SCOPED_TRACE(::testing::Message() << form.points << " points, " << sizeof(T) << " bytes");
    PassArrays<T> arrays{form};
    std::vector<T> expected = arrays.out;
    const HostTables<T> tables{form};

    run_pass_on_host<form, T>(arrays.in.data(), arrays.out.data(), tables.view());

    test::LinePass<T>{form}.run(arrays.in.data(), expected.data());
    double difference = 0;
    double norm = 0;
    for (std::size_t index = 0; index < expected.size(); ++index) {
        if (expected[index] == PassArrays<T>::poison) {
            ASSERT_EQ(arrays.out[index], PassArrays<T>::poison) << "written beyond, " << index;
            continue;
        }
        ASSERT_NE(arrays.out[index], PassArrays<T>::poison) << "not written, " << index;
        difference += std::pow(static_cast<double>(arrays.out[index] - expected[index]), 2);
        norm += std::pow(static_cast<double>(expected[index]), 2);
    }
    EXPECT_LE(std::sqrt(difference / norm), test::fft_tolerance<T>(form.points));
}

template <PassForm form>
void expect_twin_is_right_in_both_precisions()
{
    expect_twin_is_right<form, float>();
    expect_twin_is_right<form, double>();
}

using configs::columns_60;
using configs::rows_256;
using configs::single_7;
constexpr KernelConfig transposing_24{.length = 24,
                                      .stages = 2,
                                      .radices = {4, 6},
                                      .threads_per_transform = 4,
                                      .transforms_per_block = 8,
                                      .load_contiguous = true,
                                      .store_contiguous = false,
                                      .pad = 4};

constexpr Lines rows(long long count, long long pitch)
{
    return row_lines(count, pitch);
}
constexpr Lines strided(long long outer, long long points, long long inner)
{
    return column_lines(outer, inner, points * inner);
}

TEST(PassTwin, transforms_rows)
{
    expect_twin_is_right_in_both_precisions<PassForm{
        .block = rows_256, .points = 256, .source = rows(10, 256), .sink = rows(10, 300)}>();
}

TEST(PassTwin, transforms_columns_backwards)
{
    expect_twin_is_right_in_both_precisions<PassForm{.block = columns_60,
                                                     .points = 60,
                                                     .inverse = true,
                                                     .source = strided(3, 60, 13),
                                                     .sink = strided(3, 60, 13)}>();
}

TEST(PassTwin, transforms_in_one_stage)
{
    expect_twin_is_right_in_both_precisions<PassForm{
        .block = single_7, .points = 7, .source = rows(9, 7), .sink = rows(9, 7)}>();
}

TEST(PassTwin, turns_and_transposes_for_a_split_axis)
{
    // 24 x 24 points: the second pass writes point k of row r to k * 24 + r.
    expect_twin_is_right_in_both_precisions<PassForm{
        .block = transposing_24,
        .points = 24,
        .inverse = true,
        .source = rows(24, 24),
        .sink = {.count = 24, .step = 24, .inner = 24, .inner_step = 1, .outer_step = 576},
        .twiddle = {.length = 576, .divisor = 1, .second = 24}}>();
}

constexpr Lines real_rows = rows(6, 514);
constexpr Lines spectrum_rows = rows(6, 257);

TEST(PassTwin, folds_pairs_of_reals_into_half_a_spectrum)
{
    expect_twin_is_right_in_both_precisions<PassForm{.block = rows_256,
                                                     .points = 512,
                                                     .source_side = Side::pairs,
                                                     .sink_side = Side::pairs_spectrum,
                                                     .source = real_rows,
                                                     .sink = spectrum_rows}>();
}

TEST(PassTwin, unfolds_half_a_spectrum_into_pairs_of_reals)
{
    expect_twin_is_right_in_both_precisions<PassForm{.block = rows_256,
                                                     .points = 512,
                                                     .inverse = true,
                                                     .source_side = Side::pairs_spectrum,
                                                     .sink_side = Side::pairs,
                                                     .source = spectrum_rows,
                                                     .sink = real_rows}>();
}

TEST(PassTwin, transforms_odd_real_rows_both_ways)
{
    expect_twin_is_right_in_both_precisions<PassForm{.block = single_7,
                                                     .points = 7,
                                                     .source_side = Side::real,
                                                     .sink_side = Side::spectrum,
                                                     .source = rows(5, 8),
                                                     .sink = rows(5, 4)}>();
    expect_twin_is_right_in_both_precisions<PassForm{.block = single_7,
                                                     .points = 7,
                                                     .inverse = true,
                                                     .source_side = Side::spectrum,
                                                     .sink_side = Side::real,
                                                     .source = rows(5, 4),
                                                     .sink = rows(5, 8)}>();
}

TEST(PassTwin, convolves_with_a_chirp_for_prime_lengths)
{
    expect_twin_is_right_in_both_precisions<PassForm{.block = columns_60,
                                                     .points = 29,
                                                     .bluestein = true,
                                                     .source = strided(2, 29, 5),
                                                     .sink = strided(2, 29, 5)}>();
    expect_twin_is_right_in_both_precisions<PassForm{.block = rows_256,
                                                     .points = 127,
                                                     .inverse = true,
                                                     .bluestein = true,
                                                     .source_side = Side::spectrum,
                                                     .sink_side = Side::real,
                                                     .source = rows(5, 64),
                                                     .sink = rows(5, 127)}>();
}

}  // namespace
}  // namespace tobiuo::fft
