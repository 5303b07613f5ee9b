// SPDX-License-Identifier: BSD-3-Clause
#include "tests/kernels/tridiagonal/tile/tile_twins.hpp"

#include "kernels/tridiagonal/tile/tile_twin.hpp"
#include "tests/kernels/tridiagonal/tile/tile_example.hpp"

namespace tobiuo::test {
namespace {

template <typename T, int values, int tile>
TileTwin<T> twin(int rows, int threads_per_column)
{
    return {.tiles = {.rows = rows,
                      .columns = TileExample<T>::columns,
                      .threads_per_column = threads_per_column,
                      .values = values,
                      .tile = tile},
            .solve = tridiagonal::solve_tiles_on_host<values, tile, T>};
}

}  // namespace

template <typename T>
std::vector<TileTwin<T>> tile_twins()
{
    return {twin<T, 12, 8>(48, 4),  twin<T, 8, 16>(37, 5), twin<T, 6, 32>(6, 1),
            twin<T, 1, 16>(5, 5),   twin<T, 4, 32>(1, 1),  twin<T, 16, 8>(300, 19),
            twin<T, 24, 4>(301, 13)};
}

template std::vector<TileTwin<float>> tile_twins();
template std::vector<TileTwin<double>> tile_twins();

}  // namespace tobiuo::test
