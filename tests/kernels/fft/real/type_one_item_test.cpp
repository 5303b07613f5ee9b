// SPDX-License-Identifier: BSD-3-Clause
// DCT-I and DST-I in single precision, by the kernel's own code on the host: rounding errors, which
// their method accumulates, stay small for rough and for smooth samples.
#include "kernels/fft/real/type_one_item.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"

namespace tobiuo::fft {
namespace {

constexpr int lines = 32;

constexpr KernelConfig columns_of(int length, int first_radix, int threads_per_transform)
{
    return {.length = length,
            .stages = 2,
            .radices = {first_radix, length / first_radix},
            .threads_per_transform = threads_per_transform,
            .transforms_per_block = 16,
            .load_contiguous = false,
            .store_contiguous = false};
}

/// With the first configuration a thread finds mirrors in shared memory; with the others it has its
/// own.
constexpr KernelConfig columns_512 = columns_of(512, 32, 16);
constexpr KernelConfig near_columns_512 = columns_of(512, 16, 16);
constexpr KernelConfig near_columns_of_odd_lanes = columns_of(24, 4, 3);
constexpr KernelConfig near_rows{.length = 32,
                                 .stages = 2,
                                 .radices = {4, 8},
                                 .threads_per_transform = 4,
                                 .transforms_per_block = 8,
                                 .pad = 4};
constexpr KernelConfig near_rows_of_three_stages{.length = 64,
                                                 .stages = 3,
                                                 .radices = {4, 4, 4},
                                                 .threads_per_transform = 8,
                                                 .transforms_per_block = 5,
                                                 .pad = 4,
                                                 .twiddle_recurrence = true};
static_assert(!columns_512.may_mirror() && near_columns_512.may_mirror());
static_assert(near_columns_of_odd_lanes.may_mirror());
static_assert(near_rows.may_mirror() && near_rows_of_three_stages.may_mirror());

template <KernelConfig block, TypeOne type_one, TwoForOneTask way>
constexpr PassForm form()
{
    constexpr bool odd = type_one == TypeOne::dst;
    const int points = odd ? block.length - 1 : block.length + 1;
    const Lines pairs =
        block.load_contiguous
            ? row_lines(lines / 2, points)
            : Lines{.count = lines / 2, .step = lines / 2, .inner = lines / 2, .inner_step = 1};
    return {.block = block,
            .points = points,
            .source = pairs,
            .sink = pairs,
            .pairs = {.task = way,
                      .type_one = type_one,
                      .row_pairs = lines / 2,
                      .separate_reals = block.load_contiguous,
                      .row_lines = lines}};
}

/// The relative error in the 2-norm for samples that fall as 1 / (1 + j)^power.
template <KernelConfig block, TypeOne type_one, TwoForOneTask way>
double error_of(int power)
{
    static constexpr PassForm pass = form<block, type_one, way>();
    constexpr int length = block.length;
    constexpr double factor = way == TwoForOneTask::synthesise ? 2.0 : 1.0;
    const int first = type_one == TypeOne::dst ? 1 : 0;
    const auto at = [](int row, int line) {
        return static_cast<std::size_t>(block.load_contiguous ? line * pass.points + row
                                                              : row * lines + line);
    };
    std::vector<float> numbers(static_cast<std::size_t>(pass.points * lines));
    std::mt19937_64 engine{1};
    std::uniform_real_distribution<float> random{-1, 1};
    for (int row = 0; row < pass.points; ++row) {
        for (int line = 0; line < lines; ++line) {
            numbers[at(row, line)] =
                random(engine) / static_cast<float>(std::pow(row + 1.0, power));
        }
    }
    std::vector<float> found(numbers.size());
    const HostTables<float> tables{pass};
    run_pass_on_host<pass, float>(numbers.data(), found.data(), tables.view());
    double difference = 0.0;
    double size = 0.0;
    for (int line = 0; line < lines; ++line) {
        for (int k = first; k < first + pass.points; ++k) {
            double sum = 0.0;
            for (int j = first; j < first + pass.points; ++j) {
                const double angle = std::numbers::pi * (j * k % (2 * length)) / length;
                const double end = j == 0 || j == length ? 0.5 : 1.0;
                sum += factor * end * numbers[at(j - first, line)] *
                       (first == 1 ? std::sin(angle) : std::cos(angle));
            }
            difference += std::pow(found[at(k - first, line)] - sum, 2);
            size += sum * sum;
        }
    }
    return std::sqrt(difference / size);
}

template <KernelConfig block, TwoForOneTask way = TwoForOneTask::analyse>
void expect_rounding()
{
    constexpr double epsilon = std::numeric_limits<float>::epsilon();
    EXPECT_LT((error_of<block, TypeOne::dst, way>(0)), 7.0 * epsilon) << "rough";
    EXPECT_LT((error_of<block, TypeOne::dct, way>(0)), 7.0 * epsilon) << "rough";
    EXPECT_LT((error_of<block, TypeOne::dst, way>(2)), 6.0 * epsilon) << "smooth";
    EXPECT_LT((error_of<block, TypeOne::dct, way>(2)), 6.0 * epsilon) << "smooth";
}

TEST(FftTypeOneItem, sums_of_differences_do_not_walk_away)
{
    expect_rounding<columns_512>();
}

TEST(FftTypeOneItem, threads_may_have_the_mirrors_of_their_numbers)
{
    expect_rounding<near_columns_512>();
    expect_rounding<near_columns_of_odd_lanes>();
    expect_rounding<near_rows>();
    expect_rounding<near_rows_of_three_stages>();
}

TEST(FftTypeOneItem, there_and_back_differ_by_a_factor)
{
    expect_rounding<columns_512, TwoForOneTask::synthesise>();
    expect_rounding<near_columns_512, TwoForOneTask::synthesise>();
    expect_rounding<near_rows, TwoForOneTask::synthesise>();
}

}  // namespace
}  // namespace tobiuo::fft
