// SPDX-License-Identifier: BSD-3-Clause
// The exchange of planes and columns: each value is its place in the whole array.
#include "kernels/fft/ranks/transposition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "runtime/ranks/exchange.hpp"
#include "tests/support/row_exchange.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::fft {
namespace {

using Number = std::uint32_t;

/// The places of the columns of a rank in the whole array, in their order.
std::vector<Number> places_of_columns(const SlabDivision& array, int rank)
{
    const ranks::Slice& columns = array.columns[static_cast<std::size_t>(rank)];
    std::vector<Number> places;
    for (std::int64_t row = 0; row < array.planes * array.rows; ++row) {
        for (std::int64_t at = 0; at < columns.count * array.inner; ++at) {
            places.push_back(
                static_cast<Number>((row * array.second + columns.first) * array.inner + at));
        }
    }
    return places;
}

/// The ranks of this one's group, where groups take turns.
ranks::Group group_of(const Communicator& ranks, int groups)
{
    ranks::Group group{.members = {}, .own = ranks.rank() / groups};
    for (int rank = ranks.rank() % groups; rank < ranks.size(); rank += groups) {
        group.members.push_back(rank);
    }
    return group;
}

/// The array, the ranks of a group and how many groups there are, and how they exchange.
struct ExchangeExample {
    DividedArray shape;
    int size{};
    int groups{};
    int wanted_chunks{};
    bool packs{};  ///< blocks; else rows are sent
};

/// Sends the planes of each rank of some groups to columns, adds 1000 there and sends them back;
/// one more number goes from the first one of a group to all of it.
void expect_exchange(const ExchangeExample& example)
{
    const int size = example.size;
    const SlabDivision division{example.shape, size};
    const int chunks = usual_chunks(example.wanted_chunks, division, sizeof(Number), Backend::cpu);
    test::on_ranks(example.groups * size, [&](const Communicator& ranks) {
        const auto machine = runtime::make_host_machine(1);
        test::RowExchange exchange{ranks};
        const ranks::Group group = group_of(ranks, example.groups);
        const int rank = group.own;
        const Transposition between{
            division, group, sizeof(Number), *machine, {.chunks = chunks, .packs = example.packs}};
        const ranks::Slice& slab = division.slab_of(rank);
        std::vector<Number> planes(static_cast<std::size_t>(slab.count * division.plane()));
        std::iota(planes.begin(), planes.end(), static_cast<Number>(slab.first * division.plane()));
        std::vector<Number> expected = planes;
        std::int64_t seen = 0;
        const auto place = [&](const ranks::Slice& slice) {
            return reinterpret_cast<std::byte*>(planes.data() + slice.first * division.plane());
        };
        between.planes_to_columns(
            [&](const ranks::Slice& slice) {
                EXPECT_EQ(slice.first, seen) << "chunks come in their order";
                seen = slice.end();
                return place(slice);
            },
            exchange, nullptr);
        EXPECT_EQ(seen, slab.count);

        const std::vector<Number> places = places_of_columns(division, rank);
        const std::span columns{reinterpret_cast<Number*>(between.columns()), places.size()};
        EXPECT_TRUE(std::ranges::equal(columns, places));
        for (Number& number : columns) {
            number += 1000;
        }
        std::vector<Outgoing> sends;
        const Number of_first = 77;
        for (int other = 0; other < size && rank == 0; ++other) {
            sends.push_back(
                {.to = group.member(other), .data = &of_first, .bytes = sizeof(Number)});
        }
        Number told = 0;
        const Incoming receive{.from = group.member(0), .data = &told, .bytes = sizeof(Number)};
        std::int64_t used = 0;
        between.columns_to_planes(place, [&](const ranks::Slice& slice) { used += slice.count; },
                                  exchange, nullptr, sends, {&receive, 1});
        for (Number& number : expected) {
            number += 1000;
        }
        EXPECT_EQ(planes, expected);
        EXPECT_EQ(used, slab.count);
        EXPECT_EQ(told, of_first);
        EXPECT_EQ(exchange.exchanges_of_rows(), example.packs ? 0 : 2 * chunks);
    });
}

TEST(FftTransposition, brings_each_value_to_its_column_and_back)
{
    const DividedArray rows_of_a_plane{.planes = 9, .second = 7, .inner = 3};
    const DividedArray parts_of_rows{.planes = 6, .rows = 4, .second = 5, .inner = 2};
    const DividedArray single_numbers{.planes = 5, .rows = 2, .second = 3};
    for (const DividedArray& shape : {rows_of_a_plane, parts_of_rows, single_numbers}) {
        for (const int size : {1, 2, 3, 4, 11}) {
            for (const int chunks : {0, 1, 2, 5}) {
                SCOPED_TRACE(::testing::Message() << size << " ranks, " << chunks << " chunks");
                for (const int groups : {1, 3}) {
                    for (const bool packs : {true, false}) {
                        expect_exchange({shape, size, groups, chunks, packs});
                    }
                }
            }
        }
    }
}

// As the two of pencils do.
TEST(FftTransposition, may_share_the_columns_of_another)
{
    const SlabDivision division{DividedArray{.planes = 4, .second = 3}, 1};
    const auto machine = runtime::make_host_machine(1);
    const Transposition one{division, ranks::everyone(0, 1), sizeof(Number), *machine};
    const Transposition other{
        division, ranks::everyone(0, 1), sizeof(Number), *machine, {.columns = one.columns()}};
    EXPECT_EQ(other.columns(), one.columns());
    EXPECT_EQ(one.bytes(), 12 * sizeof(Number));
    EXPECT_EQ(other.bytes(), 0U);
}

TEST(FftTransposition, is_done_in_as_many_chunks_as_suit)
{
    const SlabDivision division{DividedArray{.planes = 64, .second = 512, .inner = 512}, 2};
    EXPECT_EQ(usual_chunks(0, division, sizeof(Number), Backend::cpu), 1);
    EXPECT_EQ(usual_chunks(0, division, sizeof(Number), Backend::cuda), 8);
    EXPECT_EQ(usual_chunks(7, division, sizeof(Number), Backend::cpu), 7);
    EXPECT_EQ(usual_chunks(700, division, sizeof(Number), Backend::cpu), 16)
        << "a chunk has two planes";
    EXPECT_EQ(default_chunks(1 << 20, Backend::cuda, 2), 1) << "messages would be short";
}

}  // namespace
}  // namespace tobiuo::fft
