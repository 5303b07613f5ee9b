// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_place.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/poisson/distributed_solver.hpp>

#include "app/errors.hpp"
#include "app/ranks/planned_rank.hpp"
#include "app/run/backend.hpp"
#include "app/run/poisson/poisson_bodies.hpp"
#include "app/run/poisson/poisson_coefficient.hpp"
#include "app/run/poisson/poisson_mixed.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "app/run/poisson/poisson_observer.hpp"
#include "app/run/poisson/poisson_ranks.hpp"

namespace tobiuo {
namespace {

/// A key of the case, and its place.
struct KeyPlace {
    std::string name;
    Position at;
};

/// The key that the ranks object to: the one by whose default they would solve the case, or the
/// grid.
KeyPlace refused_key(const PoissonCase& poisson)
{
    const poisson::Problem defaults;
    poisson::Problem other = poisson.problem;
    other.lambda = defaults.lambda;
    if (!ranks_unsupported_reason(other)) {
        return {.name = "method.lambda", .at = poisson.lambda_at};
    }
    other.op = defaults.op;
    if (!ranks_unsupported_reason(other)) {
        return {.name = "method.operator", .at = poisson.operator_at};
    }
    return {.name = "grid", .at = poisson.grid_at};
}

void require_supported(const Case& the_case, const PoissonCase& poisson)
{
    if (the_case.backend == BackendChoice::opencl) {
        refuse_opencl_on_ranks(the_case);
    }
    refuse_bodies_on_ranks(poisson);
    refuse_coefficient_on_ranks(poisson);
    refuse_mixed_on_ranks(poisson);
    if (const auto reason = ranks_unsupported_reason(poisson.problem)) {
        const KeyPlace key = refused_key(poisson);
        throw InputError{key.at, key.name + ": " + *reason};
    }
}

/// What the solver says of the planes of this rank on its GPU.
DeviceSolver solver_of_rank(const PoissonCase& poisson, const World& world)
{
    const auto planned = std::make_shared<const PlannedRank>(world.rank(), world.size());
    const poisson::Problem& problem = poisson.problem;
    DeviceSolver solver = poisson_device_solver(poisson);
    solver.runs_by_opencl = false;
    solver.unsupported_reason = [&problem](const Place& place) {
        return poisson::distributed_unsupported_reason(problem, place.backend);
    };
    solver.array_bytes = [planned, &problem] {
        return poisson_device_array_bytes(problem, *planned);
    };
    solver.needs = [planned, &problem](const Place& place) {
        return poisson_rank_needs(problem, place, *planned);
    };
    solver.from_host_memory = [planned, &problem](const Place& place) {
        return poisson_from_host_memory(problem, place, *planned);
    };
    return solver;
}

Place place_of_rank(Case the_case, const PoissonCase& poisson, const World& world)
{
    require_supported(the_case, poisson);
    if (the_case.backend != BackendChoice::cpu) {
        the_case.device = device_of_rank(the_case, world);
    }
    MachineFacts machine;
    machine.free_bytes = [&world](int device) { return free_device_bytes_of_rank(world, device); };
    return decide_place(the_case, solver_of_rank(poisson, world), machine);
}

/// The place of a rank whose GPU holds its arrays, if those of all stay in host memory because
/// another one's does not.
Place from_host_memory(const PoissonCase& poisson, const World& world, Place mine)
{
    mine.device_limit =
        bytes_for_solver(free_device_bytes_of_rank(world, mine.device), poisson.device_memory);
    const FromHostMemory found = solver_of_rank(poisson, world).from_host_memory(mine);
    if (found.unsupported_reason) {
        throw InputError{poisson.grid_at, "grid: " + *found.unsupported_reason};
    }
    mine.link = found.link;
    mine.reason = "the GPU of another rank is too small: all arrays stay in host memory";
    mine.needs = found.needs;
    return mine;
}

/// The places of GPUs, which all take arrays from their own memory, or all from the host's.
Place agreed_on_memory(const PoissonCase& poisson, const World& world, Place mine)
{
    const bool in_parts = mine.visits_gpu_in_parts();
    if (world.any(in_parts)) {
        world.together([&] {
            if (!in_parts) {
                mine = from_host_memory(poisson, world, std::move(mine));
            }
        });
    }
    return mine;
}

Place decided_by_ranks(const Case& the_case, const PoissonCase& poisson, const World& world)
{
    std::optional<Place> mine;
    world.together([&] { mine = place_of_rank(the_case, poisson, world); });
    Place place = agreed_place(world, std::move(*mine));
    if (place.is_gpu()) {
        place = agreed_on_memory(poisson, world, std::move(place));
    }
    place.world = &world;
    return place;
}

}  // namespace

DeviceSolver poisson_device_solver(const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    DeviceSolver solver;
    solver.runs_by_opencl =
        poisson.bodies.empty() && !poisson.coefficient && !has_mixed_walls(poisson);
    solver.unsupported_reason = [&problem](const Place& place) {
        return poisson_unsupported_reason(problem, place.backend, place.device);
    };
    solver.needs = [&poisson, of_bodies = body_solver_bytes(poisson)](const Place& place) {
        DeviceNeeds needs = poisson_device_needs(poisson.problem, place.backend, place.device);
        needs.bytes += of_bodies + observer_bytes(poisson, place) +
                       coefficient_solver_bytes(poisson, false) + mixed_bytes(poisson);
        return needs;
    };
    solver.array_bytes = [&problem] { return poisson_device_array_bytes(problem); };
    const std::string by_several = !poisson.bodies.empty()    ? "around bodies"
                                   : poisson.coefficient      ? "with a coefficient"
                                   : has_mixed_walls(poisson) ? "with walls that change their kind"
                                                              : "";
    solver.from_host_memory = [&problem, by_several](const Place& place) {
        return by_several.empty()
                   ? poisson_from_host_memory(problem, place)
                   : FromHostMemory{
                         .unsupported_reason = by_several +
                                               " the arrays must be on the GPU (a solve takes "
                                               "several of the box)",
                         .needs = {},
                         .link = {}};
    };
    solver.device_memory = poisson.device_memory;
    solver.device_memory_at = poisson.device_memory_at;
    return solver;
}

Place decide_poisson_place(const Case& the_case, const PoissonCase& poisson, const World* world)
{
    if (!poisson.bodies.empty() && the_case.backend == BackendChoice::opencl) {
        throw InputError{poisson.bodies.front().at,
                         "bodies: OpenCL does not solve around bodies (a solve takes several of "
                         "the box, whose arrays are copied for each): use backend: auto, cuda or "
                         "cpu"};
    }
    if (has_mixed_walls(poisson) && the_case.backend == BackendChoice::opencl) {
        throw InputError{
            mixed_at(poisson),
            "where: OpenCL does not solve with walls that change their kind (a solve "
            "takes several of the box, whose arrays are copied for each): use backend: "
            "auto, cuda or cpu"};
    }
    if (poisson.coefficient && the_case.backend == BackendChoice::opencl) {
        throw InputError{
            coefficient_at(poisson),
            "coefficient: OpenCL does not solve with a coefficient (a solve takes "
            "several of the box, whose arrays are copied for each): use backend: auto, "
            "cuda or cpu"};
    }
    return PoissonRanks{world}.are_several()
               ? decided_by_ranks(the_case, poisson, *world)
               : decide_place(the_case, poisson_device_solver(poisson), {});
}

void refuse_bodies_on_ranks(const PoissonCase& poisson)
{
    if (!poisson.bodies.empty()) {
        throw InputError{poisson.bodies.front().at,
                         "bodies: several ranks do not solve around bodies (each solve of the box "
                         "is one process's): use one rank"};
    }
}

void refuse_opencl_on_ranks(const Case& the_case)
{
    throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                     "backend: several ranks do not solve with OpenCL (a solve has one device "
                     "there): use one rank, or backend: auto, cuda or cpu"};
}

}  // namespace tobiuo
