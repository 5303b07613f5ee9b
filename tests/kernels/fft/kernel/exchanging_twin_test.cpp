// SPDX-License-Identifier: BSD-3-Clause
// Passes that exchange, run on the host for all ranks, make the transforms of one rank.
#include "kernels/fft/kernel/exchanging_twin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

#include "kernels/fft/kernel/tables.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/line_passes.hpp"
#include "tests/support/random_signal.hpp"

namespace tobiuo::fft {
namespace {

constexpr int x_points = 12;

constexpr KernelConfig rows_of_12{.length = x_points,
                                  .stages = 2,
                                  .radices = {4, 3},
                                  .threads_per_transform = 3,
                                  .transforms_per_block = 4};
constexpr KernelConfig columns_of_6{.length = 6,
                                    .stages = 1,
                                    .radices = {6},
                                    .threads_per_transform = 1,
                                    .transforms_per_block = 8,
                                    .load_contiguous = false,
                                    .store_contiguous = false};

/// A transform along x and z; the one along y does not exchange.
template <int ranks, int rows, bool inverse>
struct ExchangeCase {
    static constexpr RankArray array{
        .ranks = ranks, .planes = 6, .rows = rows, .row = x_points, .to_planes = inverse};

    static constexpr RankArray array_of(int rank)
    {
        RankArray one = array;
        one.rank = rank;
        return one;
    }
    static constexpr PassForm along_x(long long planes)
    {
        const Lines lines = row_lines(planes * rows, x_points);
        return {.block = rows_of_12,
                .points = x_points,
                .inverse = inverse,
                .source = lines,
                .sink = lines};
    }
    static constexpr PassForm along_z(long long columns)
    {
        const Lines lines = column_lines(1, columns * x_points, 0);
        return {
            .block = columns_of_6, .points = 6, .inverse = inverse, .source = lines, .sink = lines};
    }
    static constexpr std::size_t scalars = std::size_t{2} * 6 * rows * x_points;
};

/// The arrays of all ranks: those that the first pass reads and the last one writes, and those
/// between.
template <typename Case, typename T>
struct RankArrays {
    explicit RankArrays(const std::vector<T>& whole)
    {
        for (int rank = 0; rank < Case::array.ranks; ++rank) {
            const auto number = static_cast<std::size_t>(rank);
            data.push_back(part_of(whole, rank, !Case::array.to_planes));
            received.emplace_back(2 * static_cast<std::size_t>(Case::array.received()));
            outbox.emplace_back(2 * static_cast<std::size_t>(Case::array.outbox()));
            addresses.received[number] = received.back().data();
            addresses.outbox[number] = outbox.back().data();
        }
    }

    /// Calls copy(scalar of the whole array, scalar of the part) for all of a rank.
    template <typename Copy>
    static void for_each_scalar(int rank, bool planes, const Copy& copy)
    {
        const RankArray& array = Case::array;
        const long long row = 2 * array.row;
        const long long first_z = planes ? rank * array.planes_of_rank() : 0;
        const long long first_y = planes ? 0 : rank * array.rows_of_rank();
        const long long some = planes ? array.rows : array.rows_of_rank();
        for (long long at = 0; at < 2 * array.received(); ++at) {
            const long long z = first_z + at / row / some;
            const long long y = first_y + at / row % some;
            copy(static_cast<std::size_t>((z * array.rows + y) * row + at % row),
                 static_cast<std::size_t>(at));
        }
    }
    static std::vector<T> part_of(const std::vector<T>& whole, int rank, bool planes)
    {
        std::vector<T> part(2 * static_cast<std::size_t>(Case::array.received()));
        for_each_scalar(rank, planes,
                        [&](std::size_t from, std::size_t to) { part[to] = whole[from]; });
        return part;
    }

    std::vector<std::vector<T>> data;
    std::vector<std::vector<T>> received;
    std::vector<std::vector<T>> outbox;
    RankAddresses addresses{};
};

/// One pass of all ranks.
template <typename Case, bool planes, bool loads, typename T, int... ranks>
void run_pass_of_all(RankArrays<Case, T>& arrays, std::integer_sequence<int, ranks...> /*all*/)
{
    constexpr PassForm form = planes ? Case::along_x(Case::array.planes_of_rank())
                                     : Case::along_z(Case::array.rows_of_rank());
    const HostTables<T> tables{form};
    (run_exchanging_pass_on_host<
         form, PassExchange{.array = Case::array_of(ranks), .loads = loads, .is_planes = planes}>(
         arrays.data[ranks].data(), arrays.addresses, tables.view()),
     ...);
}

template <typename Case, typename T>
void expect_transform_of_one_rank()
{
    std::vector<T> whole(Case::scalars);
    std::mt19937 engine{1966};
    std::uniform_real_distribution<double> uniform{-0.5, 0.5};
    std::ranges::generate(whole, [&] { return static_cast<T>(uniform(engine)); });
    RankArrays<Case, T> arrays{whole};
    constexpr bool to_planes = Case::array.to_planes;
    constexpr auto all = std::make_integer_sequence<int, Case::array.ranks>{};
    run_pass_of_all<Case, !to_planes, false>(arrays, all);
    run_pass_of_all<Case, to_planes, true>(arrays, all);

    test::LinePass<T>{Case::along_x(6)}.run(whole.data(), whole.data());
    test::LinePass<T>{Case::along_z(Case::array.rows)}.run(whole.data(), whole.data());
    for (int rank = 0; rank < Case::array.ranks; ++rank) {
        const auto expected = RankArrays<Case, T>::part_of(whole, rank, to_planes);
        const std::vector<T>& found = arrays.data[static_cast<std::size_t>(rank)];
        double difference = 0;
        double norm = 0;
        for (std::size_t at = 0; at < expected.size(); ++at) {
            difference += std::pow(static_cast<double>(found[at] - expected[at]), 2);
            norm += std::pow(static_cast<double>(expected[at]), 2);
        }
        EXPECT_LE(std::sqrt(difference / norm), test::fft_tolerance<T>(6 * x_points))
            << "rank " << rank << " of " << Case::array.ranks;
    }
}

template <int ranks, int rows>
void expect_transforms_of_one_rank()
{
    expect_transform_of_one_rank<ExchangeCase<ranks, rows, false>, float>();
    expect_transform_of_one_rank<ExchangeCase<ranks, rows, false>, double>();
    expect_transform_of_one_rank<ExchangeCase<ranks, rows, true>, double>();
}

TEST(FftExchangingTwin, transforms_as_one_rank_does)
{
    expect_transforms_of_one_rank<2, 8>();
    expect_transforms_of_one_rank<2, 12>();
    expect_transforms_of_one_rank<3, 18>();
    expect_transforms_of_one_rank<6, 12>();
}

}  // namespace
}  // namespace tobiuo::fft
