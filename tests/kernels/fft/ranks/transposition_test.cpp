// The exchange of planes and columns: each value is its place in the whole array.
#include "kernels/fft/ranks/transposition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "kernels/ranks/exchange.hpp"
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

/// Sends the planes of each rank to columns, adds 1000 there and sends them back; one more number
/// goes from rank 0 to all. `packs`: blocks; else rows are sent.
void expect_exchange(const DividedArray& shape, int size, int wanted_chunks, bool packs)
{
    const SlabDivision division{shape, size};
    const int chunks = usual_chunks(wanted_chunks, division, sizeof(Number), Backend::cpu);
    test::on_ranks(size, [&](const Communicator& ranks) {
        const auto machine = make_host_machine(1);
        test::RowExchange exchange{ranks};
        const int rank = ranks.rank();
        const Transposition between{division, sizeof(Number), chunks, rank, *machine, packs};
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
            sends.push_back({.to = other, .data = &of_first, .bytes = sizeof(Number)});
        }
        Number told = 0;
        const Incoming receive{.from = 0, .data = &told, .bytes = sizeof(Number)};
        std::int64_t used = 0;
        between.columns_to_planes(place, [&](const ranks::Slice& slice) { used += slice.count; },
                                  exchange, nullptr, sends, {&receive, 1});
        for (Number& number : expected) {
            number += 1000;
        }
        EXPECT_EQ(planes, expected);
        EXPECT_EQ(used, slab.count);
        EXPECT_EQ(told, of_first);
        EXPECT_EQ(exchange.exchanges_of_rows(), packs ? 0 : 2 * chunks);
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
                expect_exchange(shape, size, chunks, true);
                expect_exchange(shape, size, chunks, false);
            }
        }
    }
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
