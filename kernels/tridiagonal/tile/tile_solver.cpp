// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/tile/tile_solver.hpp"

#include <algorithm>
#include <cstddef>

#include "runtime/device/compile/constant.hpp"
#include "runtime/rounding.hpp"

namespace tobiuo::tridiagonal {
namespace {

device::Specialisation specialised(const ColumnTiles& tiles, Precision precision,
                                   bool last_unbounded)
{
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/tridiagonal/tile/tile.cuh";
    what.config = {device::real(precision),
                   device::constant("int values", tiles.values),
                   device::constant("int tile", tiles.tile),
                   device::constant("int threads", tiles.threads()),
                   device::constant("int blocks", tiles.min_blocks_per_sm),
                   device::constant("bool last_unbounded", last_unbounded ? 1 : 0)};
    what.name = std::string{single ? "-fp32-" : "-fp64-"} + std::to_string(tiles.values) + "x" +
                std::to_string(tiles.threads_per_column) + "x" + std::to_string(tiles.tile) + "-" +
                std::to_string(tiles.min_blocks_per_sm) + (last_unbounded ? "u" : "");
    return what;
}

}  // namespace

device::Specialisation specialise(const ColumnTiles& tiles, Precision precision,
                                  bool last_unbounded)
{
    device::Specialisation what = specialised(tiles, precision, last_unbounded);
    what.kernel = "tridiagonal_tile";
    what.name = "tile" + what.name;
    return what;
}

device::Specialisation specialise_losses(const ColumnTiles& tiles, Precision precision,
                                         bool last_unbounded)
{
    device::Specialisation what = specialised(tiles, precision, last_unbounded);
    what.kernel = "tridiagonal_tile_losses";
    what.name = "tile-losses" + what.name;
    return what;
}

template <typename T>
TileSolver<T>::TileSolver(const ColumnTiles& tiles, bool last_unbounded)
    : tiles_{tiles},
      solve_{specialise(tiles, precision_of<T>, last_unbounded)},
      losses_{specialise_losses(tiles, precision_of<T>, last_unbounded)}
{
}

template <typename T>
void TileSolver<T>::find_losses(const TileSystems<T>& systems, cudaStream_t stream) const
{
    const int threads = tiles_.threads();
    const auto blocks = static_cast<unsigned>(parts_of<long long>(systems.columns, threads));
    losses_.launch(dim3{blocks}, dim3{static_cast<unsigned>(threads)}, stream, systems);
}

template <typename T>
void TileSolver<T>::enqueue(const TileSystems<T>& systems, cudaStream_t stream) const
{
    const bool has_zero_mode = systems.zero_mode >= 0;
    const std::size_t of_sums = 3 * static_cast<std::size_t>(tiles_.threads()) * sizeof(T);
    const std::size_t of_rows =
        has_zero_mode ? static_cast<std::size_t>(systems.rows) * sizeof(double) : 0;
    solve_.launch({.grid = dim3{static_cast<unsigned>(tiles_.tiles() + (has_zero_mode ? 1 : 0))},
                   .block = dim3{static_cast<unsigned>(tiles_.threads())},
                   .stream = stream,
                   .shared_bytes = std::max(of_sums, of_rows),
                   .overlapping = true},
                  systems);
}

template class TileSolver<float>;
template class TileSolver<double>;

}  // namespace tobiuo::tridiagonal
