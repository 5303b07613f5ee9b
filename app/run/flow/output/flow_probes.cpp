#include "app/run/flow/output/flow_probes.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "solvers/flow/point_values.hpp"

namespace tobiuo {

std::string probes_head(const flow::Problem& problem)
{
    return std::string{"step,time,probe,u,v,w,p"} + (problem.scalar ? ",scalar\n" : "\n");
}

template <typename Real>
bool add_probes(const ProbesSection& probes, const FlowTime& at, const FlowArrays<Real>& arrays,
                std::string& rows)
{
    std::vector<std::array<double, 3>> places;
    for (const Probe& probe : probes.points) {
        places.push_back(probe.at);
    }
    const auto values =
        flow::point_values<Real>(arrays.problem, places, arrays.state, arrays.pressure);
    std::string added;
    for (std::size_t n = 0; n < values.size(); ++n) {
        const auto& [u, v, w, p, scalar] = values[n];
        if (!std::isfinite(u + v + w + p + scalar)) {
            return false;
        }
        added += fmt::format("{},{},{},{},{},{},{}", at.step, at.time, probes.points[n].name, u, v,
                             w, p);
        added += arrays.problem.scalar ? fmt::format(",{}\n", scalar) : "\n";
    }
    rows += added;
    return true;
}

template bool add_probes(const ProbesSection&, const FlowTime&, const FlowArrays<float>&,
                         std::string&);
template bool add_probes(const ProbesSection&, const FlowTime&, const FlowArrays<double>&,
                         std::string&);

}  // namespace tobiuo
