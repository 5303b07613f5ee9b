// SPDX-License-Identifier: BSD-3-Clause
// The places of values between two passes on several ranks.
#include "kernels/fft/pass/rank_array.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace tobiuo::fft {

std::ostream& operator<<(std::ostream& out, const RankArray& array)
{
    return out << array.ranks << " ranks, " << array.planes << " x " << array.rows << " x "
               << array.row << (array.to_planes ? ", to planes" : ", to columns");
}

namespace {

RankArray of_rank(RankArray array, int rank)
{
    array.rank = rank;
    return array;
}

std::vector<RankArray> rank_arrays()
{
    std::vector<RankArray> all;
    for (const bool to_planes : {false, true}) {
        for (const auto& [ranks, planes, rows] :
             {std::tuple{2, 4, 8}, {2, 6, 4}, {3, 6, 18}, {4, 4, 8}, {8, 8, 16}}) {
            all.push_back(
                {.ranks = ranks, .planes = planes, .rows = rows, .row = 5, .to_planes = to_planes});
        }
    }
    return all;
}

using Place = std::tuple<bool, int, long long>;

Place tuple_of(const RankPlace& place)
{
    return {place.in_outbox, place.rank, place.index};
}

// Whoever asks for a value, from its planes or from its columns, finds the same place, which is
// its alone.
TEST(FftRankArray, gives_each_value_one_place)
{
    for (const RankArray& array : rank_arrays()) {
        SCOPED_TRACE(::testing::PrintToString(array));
        std::set<Place> places;
        for (long long z = 0; z < array.planes; ++z) {
            for (long long y = 0; y < array.rows; ++y) {
                const auto of_plane = static_cast<int>(z / array.planes_of_rank());
                const auto of_row = static_cast<int>(y / array.rows_of_rank());
                const long long own_z = z % array.planes_of_rank();
                const long long own_y = y % array.rows_of_rank();
                for (long long x = 0; x < array.row; ++x) {
                    const long long in_planes = (own_z * array.rows + y) * array.row + x;
                    const long long in_columns = (z * array.rows_of_rank() + own_y) * array.row + x;
                    const Place place = tuple_of(of_rank(array, of_plane).of_planes(own_z, y, x));
                    EXPECT_EQ(place, tuple_of(of_rank(array, of_row).of_columns(z, own_y, x)));
                    EXPECT_TRUE(places.insert(place).second) << z << " " << y << " " << x;
                    const auto& [in_outbox, rank, index] = place;
                    const int first = array.to_planes ? of_row : of_plane;
                    const int last = array.to_planes ? of_plane : of_row;
                    EXPECT_EQ(rank, in_outbox ? first : last);
                    EXPECT_EQ(in_outbox, first != last && own_y % 2 == 1);
                    EXPECT_GE(index, 0);
                    EXPECT_LT(index, in_outbox ? array.outbox() : array.received());
                    if (!in_outbox) {
                        EXPECT_EQ(index, array.to_planes ? in_planes : in_columns);
                    }
                }
            }
        }
    }
}

// Half of what crosses the link is stored by the first pass, half loaded by the last one.
TEST(FftRankArray, divides_messages_between_both_passes)
{
    const RankArray array{.ranks = 2, .planes = 8, .rows = 8, .row = 4};
    EXPECT_EQ(array.received(), 8 * 4 * 4);
    EXPECT_EQ(array.outbox(), array.received() / 4);
}

constexpr RankArray array_of_second{.ranks = 2, .rank = 1, .planes = 4, .rows = 4, .row = 3};

/// Numbers in both arrays of both ranks.
struct TwoRanks {
    std::vector<double> numbers = std::vector<double>(200);
    RankAddresses addresses{.received = {at(0), at(50)}, .outbox = {at(100), at(150)}};

    void* at(int index) { return numbers.data() + index; }
    [[nodiscard]] long long index_of(char* address) const
    {
        return reinterpret_cast<double*>(address) - numbers.data();
    }
};

TEST(FftRankLine, has_a_row_in_one_array)
{
    const TwoRanks two;
    const auto index_of = [&](long long line, long long x) {
        const RankLine<PassExchange{.array = array_of_second, .is_planes = true}, 8> row{
            two.addresses, line};
        return two.index_of(row.at(8 * (3 * line + x)));
    };
    EXPECT_EQ(index_of(3, 2), 50 + 3 * (2 * 2 + 1) + 2) << "its own row";
    EXPECT_EQ(index_of(4, 1), 0 + 3 * (2 * 3) + 1) << "stored to the other rank";
    EXPECT_EQ(index_of(5, 1), 150 + 3 + 1) << "kept for the other rank";
}

TEST(FftRankLine, has_a_column_in_the_arrays_of_all_ranks)
{
    const TwoRanks two;
    const auto index_of = [&](long long line, long long z) {
        const RankLine<PassExchange{.array = array_of_second, .loads = true}, 8> column{
            two.addresses, line};
        return two.index_of(column.at(8 * (line + 6 * z)));
    };
    EXPECT_EQ(index_of(1, 1), 50 + 6 + 1) << "stored by the other rank";
    EXPECT_EQ(index_of(4, 1), 100 + 3 + 1) << "kept by the other rank";
    EXPECT_EQ(index_of(4, 3), 50 + 3 * 6 + 4) << "its own plane";
}

}  // namespace
}  // namespace tobiuo::fft
