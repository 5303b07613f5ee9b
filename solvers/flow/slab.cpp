// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/slab.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <tobiuo/flow/solver.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/recycling.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
std::optional<std::string> distributed_unsupported_reason(const Problem& problem, Backend backend,
                                                          int ranks)
{
    if (auto reason = unsupported_reason(problem, backend); reason || ranks == 1) {
        return reason;
    }
    const poisson::Problem projection = projection_of(problem);
    if (auto reason = poisson::distributed_unsupported_reason(projection, backend)) {
        return reason;
    }
    for (const int face : buoyant_outflows(problem)) {
        if (face / 2 == 2) {
            continue;  // one rank has it
        }
        if (auto reason =
                poisson::distributed_unsupported_reason(problem_along(problem, face), backend)) {
            return "the pressure along the outflow across " + axis_name(face / 2) +
                   " by buoyancy: " + *reason;
        }
    }
    if (recycled_face(problem).value_or(0) / 2 == 2) {
        return "a face across z recycles fluctuations on " + std::to_string(ranks) +
               " ranks (the plane that they come from may be another one's): use one rank, or name "
               "the axes so that it is across x or y";
    }
    const std::int64_t planes = problem.grid.axes[2].cells;
    if (planes < fewest_planes * ranks) {
        const std::int64_t most = planes / fewest_planes;
        return "a flow of " + std::to_string(planes) + " planes of z is divided among " +
               std::to_string(ranks) + " ranks (each needs " + std::to_string(fewest_planes) +
               " or more): use " +
               (most > 1 ? std::to_string(most) + " ranks at most" : std::string{"one rank"});
    }
    return std::nullopt;
}

poisson::Planes planes_of_rank(const Problem& problem, int rank, int size)
{
    return poisson::planes_of_rank(projection_of(problem), rank, size);
}

poisson::RankMethod method_of_ranks(const Problem& problem, Backend backend, int size)
{
    return poisson::method_of_ranks(projection_of(problem), backend, size);
}

Placement whole(const Problem& problem)
{
    return {.ranks = nullptr,
            .slab = {.first = 0, .count = problem.grid.axes[2].cells, .joined = {}}};
}

Placement on_rank(const Problem& problem, const Communicator& ranks)
{
    if (ranks.size() == 1) {
        return whole(problem);
    }
    const poisson::Planes planes = planes_of_rank(problem, ranks.rank(), ranks.size());
    const bool goes_round = problem.faces[2].lower.kind == FaceKind::periodic;
    return {.ranks = &ranks,
            .slab = {.first = planes.first,
                     .count = planes.count,
                     .joined = {goes_round || ranks.rank() > 0,
                                goes_round || ranks.rank() + 1 < ranks.size()}}};
}

std::optional<int> neighbour(const Placement& placement, int end)
{
    if (!placement.slab.joined[end]) {
        return std::nullopt;
    }
    const int size = placement.ranks->size();
    return (placement.ranks->rank() + (end == 0 ? -1 : 1) + size) % size;
}

std::int64_t plane_points(const Problem& problem)
{
    return problem.grid.axes[0].cells * problem.grid.axes[1].cells;
}

}  // namespace tobiuo::flow
