// Chooses where a poisson case runs that several ranks solve together.
#include <spdlog/fmt/fmt.h>

#include <tobiuo/poisson/distributed_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/ranks/planned_rank.hpp"
#include "app/run/backend.hpp"
#include "app/run/poisson/poisson_backend.hpp"
#include "runtime/ranks/messages.hpp"

namespace tobiuo {
namespace {

/// The reason why ranks of CPUs, which have no limits of their own, do not solve the problem.
std::optional<std::string> unsupported_reason(const poisson::Problem& problem)
{
    return poisson::distributed_unsupported_reason(problem, Backend::cpu);
}

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
    if (!unsupported_reason(other)) {
        return {.name = "method.lambda", .at = poisson.lambda_at};
    }
    other.op = defaults.op;
    if (!unsupported_reason(other)) {
        return {.name = "method.operator", .at = poisson.operator_at};
    }
    return {.name = "grid", .at = poisson.grid_at};
}

void require_supported(const Case& the_case, const PoissonCase& poisson)
{
    if (the_case.backend == BackendChoice::opencl) {
        refuse_opencl_on_ranks(the_case);
    }
    if (const auto reason = unsupported_reason(poisson.problem)) {
        const KeyPlace key = refused_key(poisson);
        throw InputError{key.at, key.name + ": " + *reason};
    }
}

/// Asks the GPU of this rank about the planes of this rank.
PoissonDevices devices_of_rank(const World& world)
{
    const auto planned = std::make_shared<const PlannedRank>(world.rank(), world.size());
    PoissonDevices devices;
    devices.machine.free_bytes = [&world](int device) {
        return free_device_bytes_of_rank(world, device);
    };
    devices.unsupported_reason = [](const poisson::Problem& problem, Backend backend,
                                    int /*device*/) {
        return poisson::distributed_unsupported_reason(problem, backend);
    };
    devices.array_bytes = [planned](const poisson::Problem& problem) {
        return poisson_device_array_bytes(problem, *planned);
    };
    devices.needs = [planned](const poisson::Problem& problem, Backend /*cuda*/, int device) {
        return poisson_rank_device_needs(problem, device, *planned);
    };
    devices.machine.opencl = [] { return nullptr; };
    devices.out_of_card = [planned](const poisson::Problem& problem, int device,
                                    std::int64_t limit) {
        return poisson_rank_from_host_memory(problem, device, limit, *planned);
    };
    return devices;
}

PoissonDecision decision_of_rank(Case the_case, const PoissonCase& poisson, const World& world)
{
    require_supported(the_case, poisson);
    if (the_case.backend == BackendChoice::cpu) {
        return decide_poisson_backend(the_case, poisson);
    }
    the_case.device = device_of_rank(the_case, world);
    return decide_poisson_backend(the_case, poisson, devices_of_rank(world));
}

/// The decision of this rank, or for the CPU if another one takes that.
PoissonDecision agreed(const World& world, PoissonDecision mine)
{
    const bool takes_gpu = mine.place.backend == Backend::cuda;
    const std::vector<std::string> reasons =
        ranks::gathered_texts(world.ranks(), takes_gpu ? std::string{} : mine.reason);
    const auto other = std::ranges::find_if(reasons, [](const auto& one) { return !one.empty(); });
    if (takes_gpu && other != reasons.end()) {
        return {.place = {},
                .where = cpu_text(),
                .reason = fmt::format("on rank {} {}", other - reasons.begin(), *other),
                .needs = {}};
    }
    return mine;
}

/// The decision of a rank whose GPU holds its arrays, if those of all stay in host memory because
/// another one's does not.
PoissonDecision from_host_memory(const PoissonCase& poisson, const World& world,
                                 PoissonDecision mine)
{
    const PoissonDevices devices = devices_of_rank(world);
    const std::int64_t limit =
        bytes_for_solver(devices.machine.free_bytes(mine.place.device), poisson.device_memory);
    const FromHostMemory found = devices.out_of_card(poisson.problem, mine.place.device, limit);
    if (found.unsupported_reason) {
        throw InputError{poisson.grid_at, "grid: " + *found.unsupported_reason};
    }
    mine.place.device_limit = limit;
    mine.place.link = found.link;
    mine.reason = "the GPU of another rank is too small: all arrays stay in host memory";
    mine.needs = found.needs;
    return mine;
}

/// The decisions of GPUs, which all take arrays from their own memory, or all from the host's.
PoissonDecision agreed_on_memory(const PoissonCase& poisson, const World& world,
                                 PoissonDecision mine)
{
    const bool on_host = mine.place.device_limit > 0;
    if (world.any(on_host)) {
        world.together([&] {
            if (!on_host) {
                mine = from_host_memory(poisson, world, std::move(mine));
            }
        });
    }
    return mine;
}

}  // namespace

void refuse_opencl_on_ranks(const Case& the_case)
{
    throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                     "backend: several ranks do not solve with OpenCL (a solve has one device "
                     "there): use one rank, or backend: auto, cuda or cpu"};
}

// Ranks take the devices of their machine in turns, see device_of_rank().
std::int64_t free_device_bytes_of_rank(const World& world, int device)
{
    const int devices = std::max(static_cast<int>(device::survey().devices.size()), 1);
    const int turn = world.rank_on_machine() % devices;
    const int sharing = (world.ranks_on_machine() - turn + devices - 1) / devices;
    return device::free_device_bytes(device) / sharing;
}

PoissonDecision decide_poisson_backend_on_ranks(const Case& the_case, const PoissonCase& poisson,
                                                const World& world)
{
    std::optional<PoissonDecision> mine;
    world.together([&] { mine = decision_of_rank(the_case, poisson, world); });
    PoissonDecision decision = agreed(world, std::move(*mine));
    if (decision.place.backend == Backend::cuda) {
        decision = agreed_on_memory(poisson, world, std::move(decision));
    }
    decision.place.ranks = PoissonRanks{&world};
    return decision;
}

}  // namespace tobiuo
