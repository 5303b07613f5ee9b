// SPDX-License-Identifier: BSD-3-Clause
// Every form of every CUDA kernel of the table.
#include <utility>

#include "kernels/stencil/classic/classic.hpp"
#include "kernels/stencil/march/march.hpp"
#include "kernels/stencil/registry/cuda_kinds.hpp"
#include "kernels/stencil/resident/resident.hpp"
#include "kernels/stencil/slab/slab.hpp"
#include "runtime/device/block/sum_rows.hpp"

namespace tobiuo::stencil {

std::vector<device::Specialisation> cuda_specialisations()
{
    std::vector<device::Specialisation> all = march_specialisations();
    for (device::Specialisation& slab : slab_specialisations()) {
        all.push_back(std::move(slab));
    }
    for (device::Specialisation& resident : resident_specialisations()) {
        all.push_back(std::move(resident));
    }
    for (device::Specialisation& classic : classic_specialisations()) {
        all.push_back(std::move(classic));
    }
    all.push_back(device::sum_rows_specialisation());
    return all;
}

}  // namespace tobiuo::stencil
