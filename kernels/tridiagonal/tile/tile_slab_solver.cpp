// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/tile/tile_slab_solver.hpp"

#include "kernels/tridiagonal/tile/tile_solver.hpp"

namespace tobiuo::tridiagonal {

device::Specialisation specialise_slab(const ColumnTiles& tiles, Precision precision)
{
    device::Specialisation what = specialise(tiles, precision);
    what.source = "kernels/tridiagonal/tile/tile_slab.cuh";
    what.kernel = "tridiagonal_tile_slab";
    what.name = "slab-" + what.name;
    return what;
}

template <typename T>
TileSlabSolver<T>::TileSlabSolver(const ColumnTiles& tiles, const runtime::Machine& machine)
    : tiles_{tiles},
      prepare_{machine},
      tell_{machine},
      join_{machine},
      solve_{specialise_slab(tiles, precision_of<T>)}
{
}

template <typename T>
void TileSlabSolver<T>::prepare(const TileSystems<T>& systems, const TilePassages<T>& passages,
                                const AllTold<T>& joined, Stream stream) const
{
    prepare_({.systems = systems, .passages = passages, .joined = joined, .values = tiles_.values},
             systems.columns, stream);
}

template <typename T>
void TileSlabSolver<T>::begin(const TileSystems<T>& systems, const TilePassages<T>& passages,
                              const ToldSums<T>& told, double* line, Stream stream) const
{
    const TileSlabTell<T> tell{
        .systems = systems, .passages = passages, .told = told, .line = line};
    tell_(tell, tell.count(), stream);
}

template <typename T>
void TileSlabSolver<T>::end(const TileSystems<T>& systems, const TilePassages<T>& passages,
                            const AllTold<T>& joined, const TileSlab& slab, Stream stream) const
{
    join_({.systems = systems, .passages = passages, .joined = joined, .sums = slab.sums},
          systems.columns, stream);
    const long long of_zero_mode = systems.zero_mode >= 0 ? 1 : 0;
    solve_.launch({.grid = dim3{static_cast<unsigned>(tiles_.tiles() + of_zero_mode)},
                   .block = dim3{static_cast<unsigned>(tiles_.threads())},
                   .stream = stream,
                   .overlapping = true},
                  systems, slab);
}

template class TileSlabSolver<float>;
template class TileSlabSolver<double>;

}  // namespace tobiuo::tridiagonal
