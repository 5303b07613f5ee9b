// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/tile/tile_choice.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "runtime/rounding.hpp"

namespace tobiuo::tridiagonal {
namespace {

constexpr int register_bytes = 4;
constexpr int most_resident = 8;

constexpr int least_values = 16;
constexpr int fewest_threads_per_column = 4;
constexpr int wanted_threads_per_column = 8;
/// More threads than this leave fewer columns in a tile, so memory is read in shorter pieces.
constexpr int wanted_threads = 400;
constexpr int fewest_threads = 32;  ///< the team that solves a singular column is one warp
/// With more waves of blocks than this, the end of one wave overlaps with the next.
constexpr int distinct_waves = 4;

/// Registers that a thread can have if `resident` blocks are resident: warps lie on the four parts
/// of a multiprocessor and get registers by eights.
int registers_granted(const ColumnTiles& tiles, int resident, const fft::DeviceLimits& limits)
{
    constexpr int warp = fft::warp_threads;
    constexpr int parts = 4;
    constexpr int unit = 8;
    const int warps = rounded_up(tiles.threads(), warp) / warp * resident;
    const int of_part = limits.registers_per_multiprocessor / parts;
    return of_part / (rounded_up(warps, parts) / parts * warp) / unit * unit;
}

/// What a kernel needs on a device.
struct Registers {
    int per_row;
    int beside_rows;
    const fft::DeviceLimits& limits;

    /// Whether `resident` blocks can be resident without spilling.
    [[nodiscard]] bool fit(const ColumnTiles& tiles, int resident) const
    {
        return registers_granted(tiles, resident, limits) >= tiles.values * per_row + beside_rows;
    }
};

/// Tiles and how they lie on the multiprocessors.
class Spread {
public:
    Spread(const ColumnTiles& tiles, const Registers& registers) : tiles_{tiles}
    {
        tiles_.min_blocks_per_sm = most_resident;
        while (tiles_.min_blocks_per_sm > 1 && !registers.fit(tiles_, tiles_.min_blocks_per_sm)) {
            --tiles_.min_blocks_per_sm;
        }
        const double exact = static_cast<double>(tiles_.tiles()) /
                             (tiles_.min_blocks_per_sm * registers.limits.multiprocessors);
        waves_ = exact > distinct_waves ? exact : std::ceil(exact);
    }

    /// The tiles with as many blocks per multiprocessor as fit.
    [[nodiscard]] const ColumnTiles& tiles() const { return tiles_; }

    [[nodiscard]] bool is_better_than(const Spread& other) const
    {
        return waves_ > distinct_waves && other.waves_ > distinct_waves ? streams_better_than(other)
                                                                        : fits_better_than(other);
    }

private:
    /// Compares two choices of many waves: fewer waves win if the difference is clear, else the wider
    /// tile, which reads memory in longer pieces.
    [[nodiscard]] bool streams_better_than(const Spread& other) const
    {
        constexpr double clearly = 0.7;
        if (waves_ < clearly * other.waves_ || other.waves_ < clearly * waves_) {
            return waves_ < other.waves_;
        }
        return std::pair{tiles_.tile, tiles_.threads_per_column} >
               std::pair{other.tiles_.tile, other.tiles_.threads_per_column};
    }

    /// Compares two choices of few waves: fewer waves win, then the narrower tile, then fewer rows in
    /// a thread, which processes them one after the other.
    [[nodiscard]] bool fits_better_than(const Spread& other) const
    {
        const auto key = [](const Spread& one) {
            return std::tuple{one.waves_, one.tiles_.tile, one.tiles_.values};
        };
        return key(*this) < key(other);
    }

    ColumnTiles tiles_;
    double waves_;  ///< number of waves of blocks: exact where there are many, else rounded up
};

}  // namespace

ColumnTiles choose_tiles(int rows, long long columns, Precision precision, const TileNeeds& needs,
                         const fft::DeviceLimits& limits)
{
    const auto value_bytes = static_cast<int>(bytes_per_value(precision));
    const Registers registers{.per_row = needs.reals_per_row * value_bytes / register_bytes,
                              .beside_rows = needs.registers_beside,
                              .limits = limits};
    const int least = parts_of(rows, needs.most_values);
    const int most = std::max(least, std::clamp(rows / least_values, 1, wanted_threads_per_column));
    const int segment = fft::transaction_bytes / value_bytes;
    std::optional<Spread> best;
    for (int threads_per_column = std::max(least, std::min(most, fewest_threads_per_column));
         threads_per_column <= most; ++threads_per_column) {
        ColumnTiles tiles{.rows = rows, .columns = columns};
        tiles.values = parts_of(rows, threads_per_column);
        tiles.threads_per_column = parts_of(rows, tiles.values);
        tiles.tile = std::max(segment, fewest_threads / tiles.threads_per_column);
        while ((tiles.threads() > wanted_threads || !registers.fit(tiles, 1)) &&
               tiles.tile * value_bytes > fft::sector_bytes &&
               tiles.threads() >= 2 * fewest_threads) {
            tiles.tile /= 2;
        }
        const Spread spread{tiles, registers};
        if (!best || spread.is_better_than(*best)) {
            best = spread;
        }
        // A wide tile is taken only if several of its blocks are resident, because a single block
        // leaves the multiprocessor idle while it waits.
        tiles.tile *= 2;
        const Spread wide{tiles, registers};
        if (needs.may_widen && wide.tiles().min_blocks_per_sm > 1 && wide.is_better_than(*best)) {
            best = wide;
        }
    }
    return best->tiles();
}

}  // namespace tobiuo::tridiagonal
