// SPDX-License-Identifier: BSD-3-Clause
// The code of the passes of long axes and of folds, run on the host, is compared with sums in long
// double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "tests/kernels/fft/kernel_configs.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/line_passes.hpp"

namespace tobiuo::fft {
namespace {

using test::Wide;

template <typename T>
std::vector<T> random_values(std::size_t count)
{
    std::mt19937 engine{1970};
    std::uniform_real_distribution<double> uniform{-0.5, 0.5};
    std::vector<T> values(count);
    std::ranges::generate(values, [&] { return static_cast<T>(uniform(engine)); });
    return values;
}

/// Checks that values are close in the 2-norm, and unchanged where `expected` holds the earlier
/// ones.
template <typename T>
void expect_close(const std::vector<T>& got, const std::vector<T>& expected,
                  const std::vector<T>& before, long long points)
{
    double difference = 0;
    double norm = 0;
    for (std::size_t index = 0; index < expected.size(); ++index) {
        if (expected[index] == before[index]) {
            EXPECT_EQ(got[index], expected[index]) << "written beyond, " << index;
            continue;
        }
        difference += std::pow(static_cast<double>(got[index] - expected[index]), 2);
        norm += std::pow(static_cast<double>(expected[index]), 2);
    }
    EXPECT_GT(norm, 0);
    EXPECT_LE(std::sqrt(difference / norm), test::fft_tolerance<T>(points));
}

/// The size of arrays, in values; no pass below reaches so far.
constexpr std::size_t room = 4000;

template <PassForm form, typename T>
void expect_pass_is_right()
{
    const std::vector<T> in = random_values<T>(room);
    const std::vector<T> before(room, static_cast<T>(1234.5));
    std::vector<T> out = before;
    std::vector<T> expected = before;
    const HostTables<T> tables{form};

    run_pass_on_host<form, T>(in.data(), out.data(), tables.view());

    test::LinePass<T>{form}.run(in.data(), expected.data());
    expect_close(out, expected, before, form.points);
}

template <PassForm form>
void expect_right()
{
    expect_pass_is_right<form, float>();
    expect_pass_is_right<form, double>();
}

using configs::columns_14;
using configs::columns_7;
using configs::transposing_15;
constexpr KernelConfig rows_16{.length = 16,
                               .stages = 2,
                               .radices = {8, 2},
                               .threads_per_transform = 8,
                               .transforms_per_block = 4,
                               .pad = 8};

constexpr Lines spread(long long outer, long long inner, long long outer_step)
{
    return {.count = outer * inner,
            .step = inner,
            .inner = inner,
            .inner_step = 1,
            .outer_step = outer_step};
}
constexpr Lines rows(long long count, long long pitch)
{
    return {.count = count, .step = 1, .inner = 1, .inner_step = 0, .outer_step = pitch};
}
constexpr Twiddle twiddle_224{.length = 224, .divisor = 1, .second = 16};

constexpr Part part_of_97(Chirp chirp)
{
    return {.length = 97, .stride = 16, .divisor = 1, .chirp = chirp};
}

TEST(LongTwin, takes_lines_into_a_convolution)
{
    expect_right<PassForm{.block = columns_14,
                          .points = 14,
                          .source = spread(2, 16, 97),
                          .sink = spread(2, 16, 224),
                          .twiddle = twiddle_224,
                          .source_part = part_of_97(Chirp::forward)}>();
    // Half spectra of 97 reals, inverse.
    expect_right<PassForm{.block = columns_14,
                          .points = 14,
                          .source_side = Side::spectrum,
                          .source = spread(2, 16, 49),
                          .sink = spread(2, 16, 224),
                          .twiddle = twiddle_224,
                          .source_part = part_of_97(Chirp::inverse)}>();
}

TEST(LongTwin, takes_columns_into_a_convolution)
{
    expect_right<PassForm{
        .block = columns_14,
        .points = 14,
        .source = spread(2, 3 * 16, 3 * 97),
        .sink = spread(2, 3 * 16, 3 * 224),
        .twiddle = {.length = 224, .divisor = 3, .second = 16},
        .source_part = {.length = 97, .stride = 16, .divisor = 3, .chirp = Chirp::inverse}}>();
}

TEST(LongTwin, convolves_the_last_digit)
{
    expect_right<PassForm{
        .block = rows_16,
        .points = 16,
        .source = rows(28, 16),
        .sink = rows(28, 16),
        .convolution = {.points = 97, .length = 224, .first = 14, .second = 1}}>();
    expect_right<PassForm{
        .block = columns_14,
        .points = 14,
        .source = spread(8, 3, 42),
        .sink = spread(8, 3, 42),
        .convolution = {.points = 55, .length = 112, .first = 2, .second = 4, .divisor = 3}}>();
}

TEST(LongTwin, gives_lines_out_of_a_convolution)
{
    expect_right<PassForm{.block = columns_14,
                          .points = 14,
                          .inverse = true,
                          .source = spread(2, 16, 224),
                          .sink = spread(2, 16, 97),
                          .twiddle = twiddle_224,
                          .twiddle_first = true,
                          .sink_part = part_of_97(Chirp::inverse)}>();
    expect_right<PassForm{.block = columns_14,
                          .points = 14,
                          .inverse = true,
                          .sink_side = Side::spectrum,
                          .source = spread(2, 16, 224),
                          .sink = spread(2, 16, 49),
                          .twiddle = twiddle_224,
                          .twiddle_first = true,
                          .sink_part = part_of_97(Chirp::forward)}>();
    expect_right<PassForm{.block = columns_14,
                          .points = 14,
                          .inverse = true,
                          .sink_side = Side::real,
                          .source = spread(2, 16, 224),
                          .sink = spread(2, 16, 98),
                          .twiddle = twiddle_224,
                          .twiddle_first = true,
                          .sink_part = part_of_97(Chirp::inverse)}>();
}

TEST(LongTwin, splits_odd_rows_of_reals_both_ways)
{
    // 105 = 7 x 15 points.
    constexpr Twiddle twiddle{.length = 105, .divisor = 1, .second = 15};
    constexpr Lines transposed{
        .count = 14, .step = 7, .inner = 7, .inner_step = 1, .outer_step = 106};
    constexpr Part first{.length = 105, .stride = 15};
    constexpr Part last{.length = 105, .stride = 7};
    expect_right<PassForm{.block = columns_7,
                          .points = 7,
                          .source_side = Side::real,
                          .source = spread(2, 15, 106),
                          .sink = spread(2, 15, 105),
                          .twiddle = twiddle,
                          .source_part = first}>();
    expect_right<PassForm{.block = transposing_15,
                          .points = 15,
                          .sink_side = Side::spectrum,
                          .source = rows(14, 15),
                          .sink = transposed,
                          .sink_part = last}>();
    expect_right<PassForm{.block = columns_7,
                          .points = 7,
                          .inverse = true,
                          .source_side = Side::spectrum,
                          .source = spread(2, 15, 53),
                          .sink = spread(2, 15, 105),
                          .twiddle = twiddle,
                          .source_part = first}>();
    expect_right<PassForm{.block = transposing_15,
                          .points = 15,
                          .inverse = true,
                          .sink_side = Side::real,
                          .source = rows(14, 15),
                          .sink = transposed,
                          .sink_part = last}>();
}

/// Half the spectrum of the reals whose pairs have this transform; the last element of `in` is not
/// used.
std::vector<Wide> spectrum_of_pairs(std::vector<Wide> in)
{
    in.pop_back();
    const auto count = static_cast<std::int64_t>(in.size());
    std::vector<Wide> reals;
    for (const Wide& pair : test::direct_dft({count}, in, 1)) {
        reals.emplace_back(pair.real() / static_cast<long double>(count));
        reals.emplace_back(pair.imag() / static_cast<long double>(count));
    }
    auto spectrum = test::direct_dft({2 * count}, reals, -1);
    spectrum.resize(in.size() + 1);
    return spectrum;
}

/// The transform of pairs from half a spectrum, multiplied by two; the ends of the half spectrum
/// count as real.
std::vector<Wide> pairs_of_spectrum(const std::vector<Wide>& half)
{
    const auto count = static_cast<std::int64_t>(half.size()) - 1;
    std::vector<Wide> whole = half;
    whole.front() = half.front().real();
    whole.back() = half.back().real();
    for (std::size_t k = half.size() - 2; k > 0; --k) {
        whole.push_back(std::conj(half[k]));
    }
    const auto reals = test::direct_dft({2 * count}, whole, 1);
    std::vector<Wide> pairs;
    for (std::size_t n = 0; n < reals.size(); n += 2) {
        const Wide pair{reals[n].real(), reals[n + 1].real()};
        pairs.push_back(pair / static_cast<long double>(count));
    }
    return test::direct_dft({count}, pairs, -1);
}

/// The result of a fold, computed through the reals.
template <typename T>
void fold_by_definition(const FoldForm& form, std::vector<T>& data)
{
    const auto width = static_cast<std::size_t>(form.pairs) + 1;
    for (std::size_t row = 0; row < static_cast<std::size_t>(form.rows); ++row) {
        T* const values = data.data() + row * 2 * width;
        std::vector<Wide> in;
        for (std::size_t k = 0; k < width; ++k) {
            in.emplace_back(values[2 * k], values[2 * k + 1]);
        }
        const auto out = form.inverse ? pairs_of_spectrum(in) : spectrum_of_pairs(in);
        for (std::size_t k = 0; k < out.size(); ++k) {
            values[2 * k] = static_cast<T>(out[k].real());
            values[2 * k + 1] = static_cast<T>(out[k].imag());
        }
    }
}

template <FoldForm form, typename T>
void expect_fold_is_right()
{
    SCOPED_TRACE(::testing::Message() << form.pairs << (form.inverse ? " back" : ""));
    const std::vector<T> before = random_values<T>(room);
    std::vector<T> data = before;
    std::vector<T> expected = before;
    PassForm turning;
    turning.twiddle = form.twiddle();
    const HostTables<T> tables{turning};

    run_fold_on_host<form, T>(reinterpret_cast<Complex<T>*>(data.data()), tables.view());

    fold_by_definition(form, expected);
    if (form.inverse) {
        // The place after the pairs of a row is undefined.
        for (long long row = 1; row <= form.rows; ++row) {
            const auto end = static_cast<std::size_t>(2 * row * (form.pairs + 1));
            std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(end) - 2, 2,
                        expected.begin() + static_cast<std::ptrdiff_t>(end) - 2);
            std::copy_n(before.begin() + static_cast<std::ptrdiff_t>(end) - 2, 2,
                        data.begin() + static_cast<std::ptrdiff_t>(end) - 2);
        }
    }
    expect_close(data, expected, before, 2 * form.pairs);
}

template <FoldForm form>
void expect_fold_is_right_in_both_precisions()
{
    expect_fold_is_right<form, float>();
    expect_fold_is_right<form, double>();
}

TEST(LongTwin, folds_transforms_of_pairs_into_half_spectra)
{
    expect_fold_is_right_in_both_precisions<FoldForm{.rows = 3, .pairs = 60}>();
    expect_fold_is_right_in_both_precisions<FoldForm{.rows = 2, .pairs = 67}>();
    expect_fold_is_right_in_both_precisions<FoldForm{.rows = 4, .pairs = 1}>();
}

TEST(LongTwin, unfolds_half_spectra_into_transforms_of_pairs)
{
    expect_fold_is_right_in_both_precisions<FoldForm{.rows = 3, .pairs = 60, .inverse = true}>();
    expect_fold_is_right_in_both_precisions<FoldForm{.rows = 2, .pairs = 67, .inverse = true}>();
}

}  // namespace
}  // namespace tobiuo::fft
