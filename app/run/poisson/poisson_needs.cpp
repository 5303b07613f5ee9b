#include "app/run/poisson/poisson_needs.hpp"

#include <tobiuo/poisson/distributed_solver.hpp>

#include <stdexcept>

#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/memory/link.hpp"
#include "solvers/poisson/program/machine_solver.hpp"

namespace tobiuo {
namespace {

void select(Backend backend, int device)
{
    if (backend == Backend::cuda) {
        runtime::select_device(device);
    }
}

}  // namespace

std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem,
                                                      Backend backend, int device)
{
    select(backend, device);
    return poisson::MachineSolver::unsupported_reason(problem, backend);
}

std::int64_t poisson_device_array_bytes(const poisson::Problem& problem)
{
    return 2 * poisson::points(problem) * bytes_per_value(problem.precision);
}

std::int64_t poisson_device_array_bytes(const poisson::Problem& problem, const Communicator& rank)
{
    const std::int64_t planes = poisson::planes_of_rank(problem, rank.rank(), rank.size()).count;
    return poisson_device_array_bytes(problem) / poisson::unknowns(problem, 2).count * planes;
}

DeviceNeeds poisson_device_needs(const poisson::Problem& problem, Backend backend, int device)
{
    select(backend, device);
    const auto needs = poisson::MachineSolver::needs(problem, backend);
    return {.bytes = poisson_device_array_bytes(problem) +
                     static_cast<std::int64_t>(needs.workspace_bytes),
            .memory_passes = needs.passes};
}

DeviceNeeds poisson_rank_device_needs(poisson::Problem problem, int device,
                                      const Communicator& rank)
{
    select(Backend::cuda, device);
    problem = planned_without_lambda(problem);
    poisson::DistributedOptions options = case_options(Backend::cuda);
    options.through_host_memory = true;
    const poisson::DistributedSolver solver{problem, rank, options};
    return {.bytes = poisson_device_array_bytes(problem, rank) +
                     static_cast<std::int64_t>(solver.workspace_bytes()),
            .memory_passes = nominal_memory_passes};
}

FromHostMemory poisson_rank_from_host_memory(poisson::Problem problem, int device,
                                             std::int64_t limit, const Communicator& rank)
{
    select(Backend::cuda, device);
    problem = planned_without_lambda(problem);
    poisson::DistributedOptions options = case_options(Backend::cuda);
    options.through_host_memory = true;
    options.host_arrays = true;
    options.device_bytes = limit;
    try {
        const poisson::DistributedSolver solver{problem, rank, options};
        return {.unsupported_reason = {},
                .needs = {.bytes = static_cast<std::int64_t>(solver.workspace_bytes()),
                          .memory_passes = nominal_memory_passes,
                          .link_bytes = solver.copied_bytes()},
                .link = memory::measure_link(device)};
    } catch (const std::invalid_argument& error) {
        return {.unsupported_reason = error.what(), .needs = {}, .link = {}};
    }
}

}  // namespace tobiuo
