// SPDX-License-Identifier: BSD-3-Clause
// The slab of one of several devices, with unequal rows that are solved tile by tile: its kernels,
// compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "kernels/tridiagonal/tile/tile_slab.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

/// The kernel that ends the solution of a slab.
[[nodiscard]] device::Specialisation specialise_slab(const ColumnTiles& tiles, Precision precision);

/// The steps of TileSlabColumn for all columns of a slab.
///
/// Order     prepare() once; then for each solve begin(); the devices exchange what they tell, and the
///           rows of the zero mode; end().
/// Traffic   begin() reads the rows near both ends of the slab, see TilePassages; end() reads two
///           numbers and one or two doubles of each device and writes two doubles a column, and reads
///           and writes the slab.
template <typename T>
class TileSlabSolver {
public:
    /// `tiles` are those of the rows of the slab; `machine` has the device that is current. Throws
    /// DeviceError.
    TileSlabSolver(const ColumnTiles& tiles, const runtime::Machine& machine);

    /// Each enqueues one step on `stream`; all arrays are in device memory.
    void prepare(const TileSystems<T>& systems, const TilePassages<T>& passages,
                 const AllTold<T>& joined, Stream stream) const;
    /// `line`: the rows of the zero mode of this slab.
    void begin(const TileSystems<T>& systems, const TilePassages<T>& passages,
               const ToldSums<T>& told, double* line, Stream stream) const;
    void end(const TileSystems<T>& systems, const TilePassages<T>& passages,
             const AllTold<T>& joined, const TileSlab& slab, Stream stream) const;

private:
    ColumnTiles tiles_;
    runtime::ForEach<TileSlabPrepare<T>> prepare_;
    runtime::ForEach<TileSlabTell<T>> tell_;
    runtime::ForEach<TileSlabJoin<T>> join_;
    device::Kernel solve_;
};

extern template class TileSlabSolver<float>;
extern template class TileSlabSolver<double>;

}  // namespace tobiuo::tridiagonal
