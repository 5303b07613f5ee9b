// SPDX-License-Identifier: BSD-3-Clause
// Steps with functions at load and store, run on the host, are compared with the same steps between
// loops that apply the functions to the arrays.
#include "kernels/fft/kernel/function_twin.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/fft/kernel/tables.hpp"
#include "tests/kernels/fft/kernel/around_step.hpp"
#include "tests/kernels/fft/kernel_configs.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

using test::AroundStep;
using test::complex_elements;
using test::Elements;
using test::not_written;
using test::place_of;
using test::random_array;
using test::real_elements;

template <typename T>
void expect_same(const std::vector<T>& got, const std::vector<T>& expected, long long points)
{
    double difference = 0;
    double norm = 0;
    for (std::size_t at = 0; at < expected.size(); ++at) {
        if (expected[at] == not_written<T>) {
            ASSERT_EQ(got[at], not_written<T>) << "written beyond, " << at;
            continue;
        }
        difference += std::pow(static_cast<double>(got[at] - expected[at]), 2);
        norm += std::pow(static_cast<double>(expected[at]), 2);
    }
    EXPECT_GT(norm, 0);
    EXPECT_LE(std::sqrt(difference / norm), test::fft_tolerance<T>(points));
}

template <PassForm form, Elements in, Elements out, typename T>
void expect_functions_around()
{
    SCOPED_TRACE(::testing::Message() << form.points << " points, " << sizeof(T) << " bytes");
    using Around = AroundStep<in, out, T>;
    const Around around;
    const HostTables<T> tables{form};
    std::vector<T> source = random_array<T>(in);
    const std::vector<T> nothing(random_array<T>(out).size(), not_written<T>);
    std::vector<T> got = nothing;

    run_function_pass_on_host<form, Around::places>(
        HostPlane{.in = source.data(), .out = got.data()}, tables.view(), around.functions());

    around.expect_calls(got);
    around.load(source);
    std::vector<T> expected = nothing;
    run_pass_on_host<form, T>(source.data(), expected.data(), tables.view());
    around.store(expected);
    expect_same(got, expected, form.points);
}

template <PassForm form, Elements in, Elements out>
void expect_functions()
{
    expect_functions_around<form, in, out, float>();
    expect_functions_around<form, in, out, double>();
}

using configs::columns_14;
using configs::columns_60;
using configs::rows_256;
using configs::single_7;
using configs::transposing_15;

TEST(FftFunctionTwin, places_are_indices_in_every_shape)
{
    constexpr ArrayShape shape{.row = 5, .y = 3, .z = 2, .batch = 4};
    for (long long place = 0; place < shape.elements(); ++place) {
        EXPECT_EQ(place_of(shape, index_at<shape>(place)), place);
    }
    constexpr ArrayShape huge{.row = 1LL << 20, .y = 1LL << 10, .z = 7, .batch = 2};
    EXPECT_EQ(place_of(huge, index_at<huge>(huge.elements() - 1)), huge.elements() - 1);
}

TEST(FftFunctionTwin, rows_and_columns_of_complex_values_have_functions)
{
    constexpr Elements rows = complex_elements({.row = 256, .y = 5, .batch = 2});
    expect_functions<PassForm{.block = rows_256,
                              .points = 256,
                              .source = row_lines(10, 256),
                              .sink = row_lines(10, 256)},
                     rows, rows>();
    constexpr Elements box = complex_elements({.row = 13, .y = 60, .z = 3});
    expect_functions<PassForm{.block = columns_60,
                              .points = 60,
                              .inverse = true,
                              .source = column_lines(3, 13, 780),
                              .sink = column_lines(3, 13, 780)},
                     box, box>();
}

TEST(FftFunctionTwin, rows_of_reals_have_functions_on_both_sides)
{
    constexpr Elements padded = real_elements({.row = 514, .y = 3, .z = 2}, 512);
    constexpr Elements half = complex_elements({.row = 257, .y = 3, .z = 2});
    expect_functions<PassForm{.block = rows_256,
                              .points = 512,
                              .source_side = Side::pairs,
                              .sink_side = Side::pairs_spectrum,
                              .source = row_lines(6, 514),
                              .sink = row_lines(6, 257)},
                     padded, half>();
    expect_functions<PassForm{.block = rows_256,
                              .points = 512,
                              .inverse = true,
                              .source_side = Side::pairs_spectrum,
                              .sink_side = Side::pairs,
                              .source = row_lines(6, 257),
                              .sink = row_lines(6, 514)},
                     half, padded>();
}

TEST(FftFunctionTwin, odd_rows_of_reals_have_functions_on_both_sides)
{
    constexpr Elements padded = real_elements({.row = 8, .y = 5}, 7);
    constexpr Elements half = complex_elements({.row = 4, .y = 5});
    expect_functions<PassForm{.block = single_7,
                              .points = 7,
                              .source_side = Side::real,
                              .sink_side = Side::spectrum,
                              .source = row_lines(5, 8),
                              .sink = row_lines(5, 4)},
                     padded, half>();
    expect_functions<PassForm{.block = single_7,
                              .points = 7,
                              .inverse = true,
                              .source_side = Side::spectrum,
                              .sink_side = Side::real,
                              .source = row_lines(5, 4),
                              .sink = row_lines(5, 8)},
                     half, padded>();
}

TEST(FftFunctionTwin, chirps_in_one_pass_show_the_points_alone)
{
    constexpr Elements box = complex_elements({.row = 5, .y = 29, .z = 2});
    expect_functions<PassForm{.block = columns_60,
                              .points = 29,
                              .bluestein = true,
                              .source = column_lines(2, 5, 145),
                              .sink = column_lines(2, 5, 145)},
                     box, box>();
}

constexpr Twiddle twiddle_224{.length = 224, .divisor = 1, .second = 16};
constexpr Elements work_of_224 = complex_elements({.row = 224, .y = 2});

TEST(FftFunctionTwin, long_chirps_load_and_store_the_points_alone)
{
    constexpr Part inward{.length = 97, .stride = 16, .chirp = Chirp::forward};
    constexpr Part outward{.length = 97, .stride = 16, .chirp = Chirp::inverse};
    constexpr Lines work{.count = 32, .step = 16, .inner = 16, .inner_step = 1, .outer_step = 224};
    constexpr Lines line{.count = 32, .step = 16, .inner = 16, .inner_step = 1, .outer_step = 97};
    constexpr Lines half_line{
        .count = 32, .step = 16, .inner = 16, .inner_step = 1, .outer_step = 49};
    expect_functions<PassForm{.block = columns_14,
                              .points = 14,
                              .source = line,
                              .sink = work,
                              .twiddle = twiddle_224,
                              .source_part = inward},
                     complex_elements({.row = 97, .y = 2}), work_of_224>();
    expect_functions<PassForm{.block = columns_14,
                              .points = 14,
                              .source_side = Side::spectrum,
                              .source = half_line,
                              .sink = work,
                              .twiddle = twiddle_224,
                              .source_part = outward},
                     complex_elements({.row = 49, .y = 2}), work_of_224>();
    expect_functions<PassForm{.block = columns_14,
                              .points = 14,
                              .inverse = true,
                              .sink_side = Side::spectrum,
                              .source = work,
                              .sink = half_line,
                              .twiddle = twiddle_224,
                              .twiddle_first = true,
                              .sink_part = inward},
                     work_of_224, complex_elements({.row = 49, .y = 2})>();
}

TEST(FftFunctionTwin, the_factors_of_long_odd_rows_have_functions)
{
    // 105 = 7 x 15 points, in rows of 106 reals.
    constexpr Elements reals = real_elements({.row = 106, .y = 2}, 105);
    constexpr Elements work = complex_elements({.row = 105, .y = 2});
    expect_functions<
        PassForm{
            .block = single_7,
            .points = 7,
            .source_side = Side::real,
            .source = {.count = 30, .step = 15, .inner = 15, .inner_step = 1, .outer_step = 106},
            .sink = column_lines(2, 15, 105),
            .twiddle = {.length = 105, .divisor = 1, .second = 15},
            .source_part = {.length = 105, .stride = 15}},
        reals, work>();
    expect_functions<
        PassForm{.block = transposing_15,
                 .points = 15,
                 .inverse = true,
                 .sink_side = Side::real,
                 .source = row_lines(14, 15),
                 .sink = {.count = 14, .step = 7, .inner = 7, .inner_step = 1, .outer_step = 106},
                 .sink_part = {.length = 105, .stride = 7}},
        work, reals>();
}

TEST(FftFunctionTwin, planes_of_merged_passes_count_from_the_begin_of_the_array)
{
    constexpr Elements box = complex_elements({.row = 256, .y = 60, .z = 2});
    constexpr PassForm rows{
        .block = rows_256, .points = 256, .source = row_lines(60, 256), .sink = row_lines(60, 256)};
    constexpr PassForm columns{.block = columns_60,
                               .points = 60,
                               .source = column_lines(1, 256, 60 * 256),
                               .sink = column_lines(1, 256, 60 * 256)};
    using Around = AroundStep<box, box, double>;
    constexpr FunctionPlaces first = Around::places.at_load();
    constexpr FunctionPlaces second = Around::places.at_store();
    const Around around;
    const HostTables<double> row_tables{rows};
    const HostTables<double> column_tables{columns};
    std::vector<double> source = random_array<double>(box);
    std::vector<double> middle(source.size());
    std::vector<double> got(source.size());
    std::vector<double> expected(source.size());
    constexpr long long plane = 60LL * 256 * 2;

    for (int z = 0; z < 2; ++z) {
        constexpr auto bytes = static_cast<long long>(plane * sizeof(double));
        run_function_pass_on_host<rows, first>(
            HostPlane{source.data(), middle.data(), z * bytes, z * bytes}, row_tables.view(),
            around.functions<first>());
        run_function_pass_on_host<columns, second>(
            HostPlane{middle.data(), got.data(), z * bytes, z * bytes}, column_tables.view(),
            around.functions<second>());
    }

    around.expect_calls(got);
    around.load(source);
    for (int z = 0; z < 2; ++z) {
        run_pass_on_host<rows, double>(source.data() + z * plane, middle.data(), row_tables.view());
        run_pass_on_host<columns, double>(middle.data(), expected.data() + z * plane,
                                          column_tables.view());
    }
    around.store(expected);
    expect_same(got, expected, 256 * 60);
}

template <FoldForm form, FunctionPlaces places>
void expect_functions_around_fold()
{
    SCOPED_TRACE(::testing::Message() << form.pairs << (form.inverse ? " back" : ""));
    constexpr Elements half = complex_elements({.row = form.pairs + 1, .y = form.rows});
    const AroundStep<half, half, double> around;
    PassForm turning;
    turning.twiddle = form.twiddle();
    const HostTables<double> tables{turning};
    std::vector<double> expected = random_array<double>(half);
    std::vector<double> got = expected;

    run_function_fold_on_host<form, places>(reinterpret_cast<Complex<double>*>(got.data()),
                                            tables.view(), around.template functions<places>());

    if constexpr (places.loads) {
        around.load(expected);
    }
    run_fold_on_host<form, double>(reinterpret_cast<Complex<double>*>(expected.data()),
                                   tables.view());
    if constexpr (places.stores) {
        around.store(expected);
    }
    if constexpr (form.inverse) {  // the place after the pairs of a row is undefined
        for (long long row = 1; row <= form.rows; ++row) {
            const auto end = static_cast<std::size_t>(2 * row * half.shape.row);
            got[end - 2] = expected[end - 2];
            got[end - 1] = expected[end - 1];
        }
    }
    expect_same(got, expected, 2 * form.pairs);
}

TEST(FftFunctionTwin, folds_store_and_unfolds_load_by_functions)
{
    constexpr FunctionPlaces loads{.loads = true};
    constexpr FunctionPlaces stores{.stores = true};
    expect_functions_around_fold<FoldForm{.rows = 3, .pairs = 60}, stores>();
    expect_functions_around_fold<FoldForm{.rows = 2, .pairs = 35}, stores>();
    expect_functions_around_fold<FoldForm{.rows = 3, .pairs = 60, .inverse = true}, loads>();
    expect_functions_around_fold<FoldForm{.rows = 2, .pairs = 35, .inverse = true}, loads>();
}

TEST(FftFunctionTwin, an_input_without_an_array_is_what_the_function_gives)
{
    // Addresses count from null, as on the device.
    constexpr PassForm form{.block = rows_256,
                            .points = 512,
                            .source_side = Side::pairs,
                            .sink_side = Side::pairs_spectrum,
                            .source = row_lines(6, 512),
                            .sink = row_lines(6, 257)};
    constexpr FunctionArrays arrays{.in = {.row = 512, .y = 6}};
    constexpr FunctionPlaces places{.loads = true, .takes_value = false, .loads_reals = true};
    const auto ramp = [](double value, const ElementIndex& index) {
        EXPECT_EQ(value, 0.0);
        return std::sin(static_cast<double>(index.x * (index.y + 1)));
    };
    const HostTables<double> tables{form};
    std::vector<double> source(512 * 6);
    for (long long place = 0; place < 512 * 6; ++place) {
        source[static_cast<std::size_t>(place)] = ramp(0, index_in(arrays.in, place));
    }
    std::vector<double> expected(257 * 6 * 2);
    std::vector<double> got(expected.size());

    using Function = decltype(ramp);
    run_function_pass_on_host<form, places>(
        HostPlane{.in = nullptr, .out = got.data()}, tables.view(),
        HostFunctions<places, arrays, Function, Function, Function>{ramp, ramp, ramp});

    run_pass_on_host<form, double>(source.data(), expected.data(), tables.view());
    expect_same(got, expected, 512);
}

}  // namespace
}  // namespace tobiuo::fft
