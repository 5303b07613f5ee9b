// SPDX-License-Identifier: BSD-3-Clause
// The CUDA kernels of one to three sweeps per memory pass: what they can be specialised to, and
// their rows in the table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/stencil/slab/slab_layout.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/compile/specialisation.hpp"

namespace tobiuo::stencil {

/// The geometry that the request asks for, with as many slots as shared memory holds.
[[nodiscard]] SlabGeometry slab_geometry(const SweepRequest& request, int sweeps);

/// One sweep a pass on the slabs and the tiles of `geometry`, for the sweeps that do not fill a
/// pass: gosa then has the same bits however sweeps are divided into passes.
[[nodiscard]] SlabGeometry slab_geometry_of_rest(const SlabGeometry& geometry);

[[nodiscard]] device::Specialisation slab_specialisation(const SlabGeometry& geometry);
[[nodiscard]] device::Specialisation slab_pack_specialisation();

/// Every form of the kernel that the program may ask for.
[[nodiscard]] std::vector<device::Specialisation> slab_specialisations();

/// How `geometry` tiles the interior of the planes `range`, with `planes` planes of i in a tile.
[[nodiscard]] SlabTiles slab_tiles(const Shape& shape, PlaneRange range,
                                   const SlabGeometry& geometry, std::int64_t planes);

/// How many i-planes a tile should have so that `multiprocessors` blocks finish soonest.
[[nodiscard]] std::int64_t balanced_slab_planes(const Shape& shape, PlaneRange range,
                                                const SlabGeometry& geometry,
                                                std::int64_t multiprocessors);

/// Number of floats in all slabs, with the rows beyond both ends that tiles at the boundary touch.
[[nodiscard]] std::int64_t slab_words(const Shape& shape, const SlabGeometry& geometry);

/// Values from one row of p to the next: a multiple of 4, as tensor maps want.
[[nodiscard]] std::int64_t slab_p_pitch(const Shape& shape);

/// The kernels `slab-1`, `slab-2` and `slab-3`.
[[nodiscard]] std::span<const SweepKind> slab_kinds();

}  // namespace tobiuo::stencil
