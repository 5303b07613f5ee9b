// SPDX-License-Identifier: BSD-3-Clause
// Tridiagonal systems of unequal rows on the device, tile by tile: the kernels, compiled and ready.
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "kernels/tridiagonal/tile/tile_systems.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/specialisation.hpp"
#include "runtime/precision.hpp"

namespace tobiuo::tridiagonal {

/// The kernel that solves the systems; for `last_unbounded` see TileSystems.
[[nodiscard]] device::Specialisation specialise(const ColumnTiles& tiles, Precision precision,
                                                bool last_unbounded = false);
/// The kernel that finds the losses before the parts of all columns.
[[nodiscard]] device::Specialisation specialise_losses(const ColumnTiles& tiles,
                                                       Precision precision,
                                                       bool last_unbounded = false);

/// Solves systems on the device that is current when it is made. Throws DeviceError.
template <typename T>
class TileSolver {
public:
    /// `last_unbounded`: whether systems have that end, see TileSystems.
    explicit TileSolver(const ColumnTiles& tiles, bool last_unbounded = false);

    /// Enqueues what fills systems.loss_before for these eigenvalues.
    void find_losses(const TileSystems<T>& systems, cudaStream_t stream) const;

    /// Enqueues the solution of all systems, whose arrays are in device memory.
    void enqueue(const TileSystems<T>& systems, cudaStream_t stream) const;

private:
    ColumnTiles tiles_;
    device::Kernel solve_;
    device::Kernel losses_;
};

extern template class TileSolver<float>;
extern template class TileSolver<double>;

}  // namespace tobiuo::tridiagonal
