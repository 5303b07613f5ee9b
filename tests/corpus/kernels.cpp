// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the corpus that do not depend on a problem.
#include <string>
#include <vector>

#include "kernels/stencil/registry/cuda_kinds.hpp"
#include "runtime/memory/device_ceiling.hpp"
#include "studies/memory/probe/study_kernels.hpp"
#include "tests/corpus/entry.hpp"

namespace tobiuo::corpus {

std::vector<Entry> kernel_entries()
{
    std::vector<device::Specialisation> all;
    for (const auto& some : {stencil::cuda_specialisations(), memory::probe_specialisations(),
                             memory::study_specialisations()}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    std::vector<Entry> entries;
    for (const device::Specialisation& what : all) {
        entries.push_back({.name = "kernel " + what.identifier(),
                           .plan = [what](const auto& /*limits*/, const auto* /*table*/) {
                               return Planned{.text = "-", .kernels = {what}, .requests = {}};
                           }});
    }
    return entries;
}

}  // namespace tobiuo::corpus
