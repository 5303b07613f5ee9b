// SPDX-License-Identifier: BSD-3-Clause
// The code of passes with a function between transforms, run on the host, is compared with FFTW.
#include "kernels/fft/kernel/function_twin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "kernels/fft/kernel/tables.hpp"
#include "tests/kernels/fft/kernel_configs.hpp"
#include "tests/kernels/fft/pointwise_reference.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

constexpr unsigned seed = 1965;

constexpr KernelConfig rows_12{.length = 12,
                               .stages = 2,
                               .radices = {4, 3},
                               .threads_per_transform = 3,
                               .transforms_per_block = 4,
                               .pad = 4};
using configs::columns_60;
using configs::columns_7;
constexpr KernelConfig elements{.length = 1,
                                .stages = 1,
                                .radices = {1},
                                .threads_per_transform = 1,
                                .transforms_per_block = 16};

/// Runs passes one after the other in one array.
template <typename T>
class PassChain {
public:
    explicit PassChain(const Problem& problem)
        : problem_{problem}, in_{test::random_input<T>(problem, seed)}, values_{in_}
    {
    }

    template <PassForm form>
    void run()
    {
        const HostTables<T> tables{form};
        if constexpr (form.modes.wanted()) {
            run_pointwise_on_host<form, T>(values_.data(), values_.data(), tables.view(),
                                           test::weighed<T>);
        } else {
            run_pass_on_host<form, T>(values_.data(), values_.data(), tables.view());
        }
    }

    void expect_right() const
    {
        const auto exact = test::pointwise_reference(problem_, in_, test::weighed<double>);
        EXPECT_LE(test::pointwise_error(problem_, values_, exact),
                  test::pointwise_tolerance<T>(problem_));
    }

private:
    Problem problem_;
    std::vector<T> in_;
    std::vector<T> values_;
};

template <typename T>
class FftPointwiseTwin : public ::testing::Test {
protected:
    static Problem problem_of(const std::vector<std::int64_t>& lengths, std::int64_t batch = 1)
    {
        return {.lengths = lengths, .precision = precision_of<T>, .batch = batch};
    }
};

using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FftPointwiseTwin, Reals);

constexpr PassForm along_x(bool inverse, long long rows)
{
    return {.block = rows_12,
            .points = 12,
            .inverse = inverse,
            .source = row_lines(rows, 12),
            .sink = row_lines(rows, 12)};
}

TYPED_TEST(FftPointwiseTwin, rows_see_x)
{
    constexpr PassForm form{.block = rows_12,
                            .points = 12,
                            .source = row_lines(9, 12),
                            .sink = row_lines(9, 12),
                            .modes = {.axis = 0}};
    PassChain<TypeParam> chain{this->problem_of({12}, 9)};
    chain.template run<form>();
    chain.expect_right();
}

TYPED_TEST(FftPointwiseTwin, calls_the_function_once_for_each_mode_and_for_no_other)
{
    // The last block has one line instead of four.
    constexpr PassForm form{.block = rows_12,
                            .points = 12,
                            .source = row_lines(9, 12),
                            .sink = row_lines(9, 12),
                            .modes = {.axis = 0}};
    const HostTables<TypeParam> tables{form};
    auto values = test::random_input<TypeParam>(this->problem_of({12}, 9), seed);
    std::vector<long long> seen;

    run_pointwise_on_host<form, TypeParam>(
        values.data(), values.data(), tables.view(),
        [&](Complex<TypeParam> value, const ElementIndex& index) {
            seen.push_back(index.batch * 12 + index.x);
            return value;
        });

    std::ranges::sort(seen);
    std::vector<long long> all(9 * 12);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(seen, all);
}

TYPED_TEST(FftPointwiseTwin, columns_see_x_and_y)
{
    constexpr PassForm form{.block = columns_60,
                            .points = 60,
                            .source = column_lines(3, 12, 720),
                            .sink = column_lines(3, 12, 720),
                            .modes = {.axis = 1, .x = 12}};
    PassChain<TypeParam> chain{this->problem_of({60, 12}, 3)};
    chain.template run<along_x(false, 180)>();
    chain.template run<form>();
    chain.template run<along_x(true, 180)>();
    chain.expect_right();
}

constexpr PassForm along_y(bool inverse)
{
    return {.block = columns_7,
            .points = 7,
            .inverse = inverse,
            .source = column_lines(2 * 60, 12, 84),
            .sink = column_lines(2 * 60, 12, 84)};
}

TYPED_TEST(FftPointwiseTwin, columns_see_x_y_and_z)
{
    constexpr PassForm form{.block = columns_60,
                            .points = 60,
                            .source = column_lines(2, 84, 5040),
                            .sink = column_lines(2, 84, 5040),
                            .modes = {.axis = 2, .x = 12, .y = 7}};
    PassChain<TypeParam> chain{this->problem_of({60, 7, 12}, 2)};
    chain.template run<along_x(false, 840)>();
    chain.template run<along_y(false)>();
    chain.template run<form>();
    chain.template run<along_x(true, 840)>();
    chain.template run<along_y(true)>();
    chain.expect_right();
}

/// A pass along the 7 of rows of 7 x 12 points.
constexpr PassForm along_digit(bool inverse)
{
    return {.block = columns_7,
            .points = 7,
            .inverse = inverse,
            .source = column_lines(5, 12, 84),
            .sink = column_lines(5, 12, 84),
            .twiddle = {.length = 84, .divisor = 1, .second = 12},
            .twiddle_first = inverse};
}

TYPED_TEST(FftPointwiseTwin, the_last_of_two_digits_sees_the_whole_axis)
{
    constexpr PassForm form{.block = rows_12,
                            .points = 12,
                            .source = row_lines(35, 12),
                            .sink = row_lines(35, 12),
                            .modes = {.axis = 0, .first = 7}};
    PassChain<TypeParam> chain{this->problem_of({84}, 5)};
    chain.template run<along_digit(false)>();
    chain.template run<form>();
    chain.template run<along_digit(true)>();
    chain.expect_right();
}

TYPED_TEST(FftPointwiseTwin, elements_alone_see_every_mode)
{
    constexpr PassForm form{.block = elements,
                            .points = 1,
                            .source = row_lines(5 * 7 * 4 * 3, 1),
                            .sink = row_lines(5 * 7 * 4 * 3, 1),
                            .modes = {.axis = 2, .x = 3, .y = 4, .first = 7}};
    const Problem problem = this->problem_of({7, 4, 3}, 5);
    std::vector<TypeParam> values = test::random_input<TypeParam>(problem, seed);
    const std::vector<TypeParam> before = values;

    run_pointwise_on_host<form, TypeParam>(values.data(), values.data(), {},
                                           test::weighed<TypeParam>);

    for (std::size_t at = 0; at < values.size(); at += 2) {
        const auto expected = test::weighed<TypeParam>(
            {before[at], before[at + 1]}, test::mode_at(problem, static_cast<long long>(at / 2)));
        ASSERT_EQ(values[at], expected.x) << at;
        ASSERT_EQ(values[at + 1], expected.y) << at;
    }
}

}  // namespace
}  // namespace tobiuo::fft
