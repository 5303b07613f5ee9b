// SPDX-License-Identifier: BSD-3-Clause
// Where ranks keep the values of an array between two passes that exchange it: one index map for
// host and device.
#pragma once

namespace tobiuo::fft {

/// The most ranks whose passes exchange.
inline constexpr int most_exchanging_ranks = 8;

/// The addresses of each rank's arrays, as this rank reaches them.
struct RankAddresses {
    void* received[most_exchanging_ranks];
    void* outbox[most_exchanging_ranks];
};

/// Where a value lies: in the array that a rank receives, or in its outbox.
struct RankPlace {
    bool in_outbox;
    int rank;
    long long index;
};

/// An array [z][y][x] of all ranks, which equal numbers of planes and equal, even numbers of rows
/// divide. One pass of a rank works on the planes [z of the rank][y][x], another one on the columns
/// [z][y of the rank][x]; `to_planes` tells which comes last. What a rank computes for itself and, of
/// others, values of rows with an even number go straight to the received array of the rank that
/// needs them, which has the order of its planes or columns. Rows with an odd number stay in the
/// outbox [other rank][z][row / 2][x], and the other rank's pass loads them from there. So the link
/// has half of the messages beside each pass.
struct RankArray {
    int ranks = 1;
    int rank = 0;          ///< whose passes these are
    long long planes = 1;  ///< of all ranks, as `rows`
    long long rows = 1;
    long long row = 1;  ///< values
    bool to_planes = false;

    [[nodiscard]] constexpr bool operator==(const RankArray&) const = default;

    [[nodiscard]] constexpr long long planes_of_rank() const { return planes / ranks; }
    [[nodiscard]] constexpr long long rows_of_rank() const { return rows / ranks; }
    /// Values of a rank.
    [[nodiscard]] constexpr long long received() const { return planes * rows_of_rank() * row; }
    [[nodiscard]] constexpr long long outbox() const { return (ranks - 1) * box(); }

    /// The place of a value of this rank's planes: plane z of the rank, row y of all.
    [[nodiscard]] constexpr RankPlace of_planes(long long z, long long y, long long x) const
    {
        return place({rank, z}, {static_cast<int>(y / rows_of_rank()), y % rows_of_rank()}, x);
    }
    /// The place of a value of this rank's columns: plane z of all, row y of the rank.
    [[nodiscard]] constexpr RankPlace of_columns(long long z, long long y, long long x) const
    {
        return place({static_cast<int>(z / planes_of_rank()), z % planes_of_rank()}, {rank, y}, x);
    }

    /// Values from plane to plane of a received array, and half as many of the columns of a rank,
    /// which are those of an outbox.
    [[nodiscard]] constexpr long long plane_step() const
    {
        return (to_planes ? rows : rows_of_rank()) * row;
    }
    [[nodiscard]] constexpr long long half_columns() const { return rows_of_rank() / 2 * row; }

private:
    /// A plane or a row by the rank that has it, and its number there.
    struct Part {
        int rank;
        long long number;
    };

    /// Values of the outbox for one other rank.
    [[nodiscard]] constexpr long long box() const { return planes_of_rank() * half_columns(); }

    [[nodiscard]] constexpr RankPlace place(Part z, Part y, long long x) const
    {
        const int from = to_planes ? y.rank : z.rank;
        const int to = to_planes ? z.rank : y.rank;
        if (from != to && y.number % 2 != 0) {
            const long long before = to < from ? to : to - 1;
            return {true, from,
                    before * box() + z.number * half_columns() + y.number / 2 * row + x};
        }
        const long long first =
            to_planes ? y.rank * rows_of_rank() * row : z.rank * planes_of_rank() * plane_step();
        return {false, to, first + z.number * plane_step() + y.number * row + x};
    }
};

/// Which side of a pass is a RankArray; the other one is an array of this rank.
struct PassExchange {
    RankArray array = {};
    bool loads = false;      ///< the source, else the sink
    bool is_planes = false;  ///< whether the pass works on rows of planes, else on columns

    [[nodiscard]] constexpr bool operator==(const PassExchange&) const = default;

    /// The lines of the pass: rows [z of the rank][y], or columns [y of the rank][x].
    [[nodiscard]] constexpr long long lines() const
    {
        return is_planes ? array.planes_of_rank() * array.rows : array.rows_of_rank() * array.row;
    }
};

/// Where the points of a line of such a pass lie, of values of `bytes` bytes: those of a row in one
/// array, those of a column in the arrays of all ranks by turns. A pass without ranks would find
/// them in one array; `from_null` is their distance from its begin in bytes.
template <PassExchange exchange, int bytes>
class RankLine {
public:
    constexpr RankLine(const RankAddresses& addresses, long long line)
        : start_{line * (exchange.is_planes ? array.row : 1) * bytes}
    {
        if (line >= exchange.lines()) {
            return;  // the last block may have more places than lines
        }
        if constexpr (exchange.is_planes) {
            begin_[0] =
                address(addresses, array.of_planes(line / array.rows, line % array.rows, 0));
        } else {
            for (int rank = 0; rank < array.ranks; ++rank) {
                const long long first = rank * array.planes_of_rank();
                const RankPlace place = array.of_columns(first, line / array.row, line % array.row);
                scale_[rank] = place.in_outbox ? 1 : received_scale;
                begin_[rank] =
                    address(addresses, place) - first * array.half_columns() * scale_[rank] * bytes;
            }
        }
    }

    [[nodiscard]] constexpr char* at(long long from_null) const
    {
        const long long ahead = from_null - start_;
        if constexpr (exchange.is_planes) {
            return begin_[0] + ahead;
        } else {
            // Comparisons instead of an index keep the addresses in registers.
            constexpr long long bytes_of_rank =
                2 * array.planes_of_rank() * array.half_columns() * bytes;
            char* begin = begin_[0];
            int scale = scale_[0];
            for (int rank = 1; rank < array.ranks; ++rank) {
                const bool is_behind = ahead >= rank * bytes_of_rank;
                begin = is_behind ? begin_[rank] : begin;
                scale = is_behind ? scale_[rank] : scale;
            }
            return begin + ahead / 2 * scale;
        }
    }

private:
    static constexpr RankArray array = exchange.array;
    static constexpr int parts = exchange.is_planes ? 1 : array.ranks;
    /// The distance of planes in received arrays, in half columns.
    static constexpr int received_scale = array.to_planes ? 2 * array.ranks : 2;

    static constexpr char* address(const RankAddresses& addresses, const RankPlace& place)
    {
        void* const begin =
            place.in_outbox ? addresses.outbox[place.rank] : addresses.received[place.rank];
        return static_cast<char*>(begin) + place.index * bytes;
    }

    long long start_;
    char* begin_[parts] = {};  ///< of columns as if the rank had all planes
    int scale_[parts] = {};    ///< the distance of planes, in half columns
};

}  // namespace tobiuo::fft
