// SPDX-License-Identifier: BSD-3-Clause
// The column of the zero mode of systems that are solved slab by slab.
#pragma once

#include "kernels/tridiagonal/line/integrate_line.hpp"
#include "kernels/tridiagonal/slab/slab.hpp"

namespace tobiuo::tridiagonal {

/// The column in SlabSums::line, as SlabItem::rise() has left it; it is solved in place.
[[nodiscard]] constexpr UniformLine<double> zero_line(Edge first, Edge last,
                                                      const SlabSystems& systems,
                                                      const SlabSums& sums)
{
    return {.source = sums.line,
            .solution = sums.line,
            .rows = systems.rows,
            .step = 1,
            .first = first,
            .last = last,
            .diffusion = systems.diffusion,
            .scale = systems.scale,
            .constant = sums.constant};
}

}  // namespace tobiuo::tridiagonal
