// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows whose slabs several devices solve tile by tile, on the host or on a GPU.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/tridiagonal/tile/tile_slab.hpp"
#include "kernels/tridiagonal/tile/tile_twin.hpp"
#include "runtime/rounding.hpp"
#include "tests/kernels/tridiagonal/tile/tile_example.hpp"

namespace tobiuo::test {

/// The tiles of a slab of so many rows.
template <typename T>
[[nodiscard]] tridiagonal::ColumnTiles slab_tiles(long long rows, int values, int tile)
{
    return {.rows = static_cast<int>(rows),
            .columns = TileExample<T>::columns,
            .threads_per_column = static_cast<int>(parts_of<long long>(rows, values)),
            .values = values,
            .tile = tile};
}

/// The arrays of devices that have `rows` rows each, in the memory where they solve.
template <typename T>
struct TileSlabArrays {
    const std::vector<long long>& rows;
    const long long* rows_there;  ///< the same
    std::vector<double*> passages;
    T* told;              ///< two planes of each device
    double* sums;         ///< two planes
    double* line;         ///< a number of each row
    double* solved_line;  ///< another one
    double* constant;
};

/// The slab of one of the devices.
template <typename T>
class TileSlabDevice {
public:
    TileSlabDevice(const tridiagonal::TileSystems<T>& whole, const TileSlabArrays<T>& arrays,
                   std::size_t mine, const tridiagonal::ColumnTiles& tiles)
        : systems{whole}, arrays_{arrays}, mine_{static_cast<long long>(mine)}, all_{whole.rows}
    {
        for (std::size_t device = 0; device < mine; ++device) {
            first_row_ += arrays.rows[device];
        }
        passages = layout(arrays.rows, mine, tiles).template passages<T>(arrays.passages[mine]);
        systems.width += first_row_;
        systems.conductance += first_row_;
        systems.loss_before = passages.loss_before;
        systems.data += first_row_ * systems.step;
        systems.constant = nullptr;
        systems.rows = arrays.rows[mine];
    }

    [[nodiscard]] static tridiagonal::TilePassageLayout layout(
        const std::vector<long long>& rows, std::size_t mine, const tridiagonal::ColumnTiles& tiles)
    {
        return {.columns = TileExample<T>::columns,
                .parts = tiles.threads_per_column,
                .devices = static_cast<long long>(rows.size()),
                .mine = static_cast<long long>(mine)};
    }

    [[nodiscard]] tridiagonal::ToldSums<T> told() const
    {
        return {.forwards = plane(mine_),
                .again = plane(devices() + mine_),
                .first = nullptr,
                .last = nullptr};
    }
    [[nodiscard]] tridiagonal::AllTold<T> joined() const
    {
        return {.forwards = plane(0),
                .backwards = plane(devices()),
                .first = nullptr,
                .last = nullptr,
                .rows = arrays_.rows_there,
                .devices = devices(),
                .mine = mine_};
    }
    [[nodiscard]] double* line() const { return arrays_.line + first_row_; }
    [[nodiscard]] tridiagonal::TileSlab slab() const
    {
        return {.sums = {.forwards = arrays_.sums,
                         .again = arrays_.sums + systems.columns,
                         .first = nullptr,
                         .last = nullptr,
                         .line = arrays_.solved_line + first_row_,
                         .constant = arrays_.constant},
                .first_row = first_row_,
                .all_rows = all_};
    }

    tridiagonal::TileSystems<T> systems;
    tridiagonal::TilePassages<T> passages;

private:
    [[nodiscard]] long long devices() const { return std::ssize(arrays_.rows); }
    [[nodiscard]] T* plane(long long number) const
    {
        return arrays_.told + number * systems.columns;
    }

    const TileSlabArrays<T>& arrays_;
    long long mine_;
    long long all_;
    long long first_row_ = 0;
};

/// Solves the systems `whole` by devices, one after the other: prepare(device, tiles),
/// begin(device, tiles) and end(device, tiles) of `steps` do what one does, copy_line() gives it the
/// line of all; tiles(rows) are those of a slab.
template <typename T, typename Steps>
void solve_by_devices(const tridiagonal::TileSystems<T>& whole, const TileSlabArrays<T>& arrays,
                      const Steps& steps)
{
    std::vector<TileSlabDevice<T>> devices;
    for (std::size_t mine = 0; mine < arrays.rows.size(); ++mine) {
        const auto tiles = steps.tiles(arrays.rows[mine]);
        devices.emplace_back(whole, arrays, mine, tiles);
        steps.prepare(devices.back(), tiles);
        steps.begin(devices.back(), tiles);
    }
    for (const TileSlabDevice<T>& device : devices) {
        steps.copy_line(arrays.line, arrays.solved_line, whole.rows);
        steps.end(device, steps.tiles(device.systems.rows));
    }
}

/// The steps on the host.
template <typename T>
struct TileSlabsOnHost {
    static constexpr int values = 8;
    static constexpr int tile = 4;

    [[nodiscard]] static tridiagonal::ColumnTiles tiles(long long rows)
    {
        return slab_tiles<T>(rows, values, tile);
    }
    static void prepare(const TileSlabDevice<T>& device, const tridiagonal::ColumnTiles& /*tiles*/)
    {
        const tridiagonal::TileSlabPrepare<T> prepare{.systems = device.systems,
                                                      .passages = device.passages,
                                                      .joined = device.joined(),
                                                      .values = values};
        for_items(device.systems.columns, prepare);
    }
    static void begin(const TileSlabDevice<T>& device, const tridiagonal::ColumnTiles& /*tiles*/)
    {
        const tridiagonal::TileSlabTell<T> tell{.systems = device.systems,
                                                .passages = device.passages,
                                                .told = device.told(),
                                                .line = device.line()};
        for_items(tell.count(), tell);
    }
    static void copy_line(const double* from, double* to, long long rows)
    {
        std::copy_n(from, rows, to);
    }
    static void end(const TileSlabDevice<T>& device, const tridiagonal::ColumnTiles& tiles)
    {
        const tridiagonal::TileSlab slab = device.slab();
        for_items(device.systems.columns, tridiagonal::TileSlabJoin<T>{.systems = device.systems,
                                                                       .passages = device.passages,
                                                                       .joined = device.joined(),
                                                                       .sums = slab.sums});
        tridiagonal::solve_tile_slab_on_host<values, tile>(device.systems, slab, tiles);
    }

private:
    template <typename Item>
    static void for_items(long long count, const Item& item)
    {
        for (long long n = 0; n < count; ++n) {
            item(n);
        }
    }
};

/// The arrays on the host.
template <typename T>
class HostTileSlabs {
public:
    HostTileSlabs(const std::vector<long long>& rows, long long all)
        : rows_{rows},
          told_(2 * rows.size() * columns),
          sums_(2 * columns),
          line_(static_cast<std::size_t>(all)),
          solved_line_(line_.size())
    {
        for (std::size_t mine = 0; mine < rows.size(); ++mine) {
            const auto layout =
                TileSlabDevice<T>::layout(rows, mine, TileSlabsOnHost<T>::tiles(rows[mine]));
            passages_.emplace_back(
                static_cast<std::size_t>(layout.template bytes<T>()) / sizeof(double) + 1);
        }
    }

    void solve(const tridiagonal::TileSystems<T>& whole)
    {
        std::vector<double*> passages;
        for (std::vector<double>& one : passages_) {
            passages.push_back(one.data());
        }
        solve_by_devices<T>(whole,
                            {.rows = rows_,
                             .rows_there = rows_.data(),
                             .passages = passages,
                             .told = told_.data(),
                             .sums = sums_.data(),
                             .line = line_.data(),
                             .solved_line = solved_line_.data(),
                             .constant = &constant_},
                            TileSlabsOnHost<T>{});
    }

    /// What has been told, two planes of each device.
    [[nodiscard]] const std::vector<T>& told() const { return told_; }
    [[nodiscard]] double constant() const { return constant_; }

private:
    static constexpr auto columns = static_cast<std::size_t>(TileExample<T>::columns);

    std::vector<long long> rows_;
    std::vector<std::vector<double>> passages_;
    std::vector<T> told_;
    std::vector<double> sums_;
    std::vector<double> line_;
    std::vector<double> solved_line_;
    double constant_ = 0.0;
};

/// An example of as many rows, with one part more behind them than a kernel may read.
template <typename T>
[[nodiscard]] TileExample<T> slab_example(long long rows, const TileWalls& walls)
{
    tridiagonal::ColumnTiles tiles = slab_tiles<T>(rows, 32, 1);
    ++tiles.threads_per_column;
    return {tiles, walls};
}

}  // namespace tobiuo::test
