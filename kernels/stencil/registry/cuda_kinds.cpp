// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/registry/cuda_kinds.hpp"

#include <cstddef>

#include "kernels/stencil/classic/classic.hpp"
#include "kernels/stencil/march/march.hpp"
#include "kernels/stencil/resident/resident.hpp"
#include "kernels/stencil/slab/slab.hpp"

namespace tobiuo::stencil {

std::vector<SweepKind> cuda_kinds()
{
    std::vector<SweepKind> kinds{resident_kind()};
    for (const int sweeps : {3, 2, 1}) {
        kinds.push_back(slab_kinds()[static_cast<std::size_t>(sweeps) - 1]);
    }
    kinds.push_back(march_kind());
    kinds.push_back(classic_kind());
    return kinds;
}

}  // namespace tobiuo::stencil
