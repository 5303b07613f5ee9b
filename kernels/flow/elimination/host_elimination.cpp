// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/elimination/host_elimination.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace tobiuo::flow {
namespace {

struct HostRoot {
    double operator()(double square) const { return std::sqrt(square); }
};

}  // namespace

template <typename T>
void eliminate_on_host(const Elimination<T>& all, int parts)
{
    std::vector<LossMap> maps(static_cast<std::size_t>(parts));
    std::vector<double> before(maps.size());
    for (int number = 0; number < line_systems; ++number) {
        const SystemElimination<T, HostRoot> system{all, number, parts};
        if (system.is_made()) {
            continue;
        }
        for (int part = 0; part + 1 < parts; ++part) {
            maps[static_cast<std::size_t>(part)] = system.map_of(part);
        }
        system.link(maps.data(), parts, before.data());
        for (int part = 0; part < parts; ++part) {
            system.eliminate(part, before[static_cast<std::size_t>(part)]);
        }
        system.note();
    }
}

template void eliminate_on_host(const Elimination<float>&, int);
template void eliminate_on_host(const Elimination<double>&, int);

}  // namespace tobiuo::flow
