#include "app/run/poisson/poisson_needs.hpp"

#include <stdexcept>

#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "runtime/memory/link.hpp"

namespace tobiuo {
namespace {

/// What arrays in host memory take of a device, as ask() says; or why it cannot.
template <typename Ask>
FromHostMemory from_host_memory(int device, const Ask& ask)
{
    select_device({.backend = Backend::cuda, .device = device});
    try {
        return {.unsupported_reason = {}, .needs = ask(), .link = memory::measure_link(device)};
    } catch (const std::invalid_argument& error) {
        return {.unsupported_reason = error.what(), .needs = {}, .link = {}};
    }
}

/// The solver of one of several ranks, planned with lambda 0.
poisson::DistributedSolver planned_solver(const poisson::Problem& problem, const Communicator& rank,
                                          const PoissonPlace& place)
{
    poisson::DistributedOptions options = rank_options(place);
    options.through_host_memory = true;
    return {planned_without_lambda(problem), rank, options};
}

}  // namespace

std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem,
                                                      Backend backend, int device)
{
    select_device({.backend = backend, .device = device});
    return poisson::unsupported_reason(problem, backend);
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
    const PoissonPlace place{.backend = backend, .device = device};
    select_device(place);
    const poisson::SolverNeeds needs = poisson::Solver::needs(problem, solver_options(place));
    return {.bytes = poisson_device_array_bytes(problem) +
                     static_cast<std::int64_t>(needs.workspace_bytes),
            .memory_passes = needs.passes};
}

DeviceNeeds poisson_rank_device_needs(const poisson::Problem& problem, int device,
                                      const Communicator& rank)
{
    const PoissonPlace place{.backend = Backend::cuda, .device = device};
    select_device(place);
    const auto solver = planned_solver(problem, rank, place);
    return {.bytes = poisson_device_array_bytes(solver.problem(), rank) +
                     static_cast<std::int64_t>(solver.workspace_bytes()),
            .memory_passes = nominal_memory_passes};
}

FromHostMemory poisson_from_host_memory(const poisson::Problem& problem, int device,
                                        std::int64_t limit)
{
    return from_host_memory(device, [&] {
        const poisson::SolverNeeds needs = poisson::Solver::needs(
            problem,
            solver_options({.backend = Backend::cuda, .device = device, .device_limit = limit}));
        return DeviceNeeds{.bytes = static_cast<std::int64_t>(needs.workspace_bytes),
                           .memory_passes = needs.passes,
                           .link_bytes = needs.copied_bytes};
    });
}

FromHostMemory poisson_rank_from_host_memory(const poisson::Problem& problem, int device,
                                             std::int64_t limit, const Communicator& rank)
{
    return from_host_memory(device, [&] {
        const auto solver = planned_solver(
            problem, rank, {.backend = Backend::cuda, .device = device, .device_limit = limit});
        return DeviceNeeds{.bytes = static_cast<std::int64_t>(solver.workspace_bytes()),
                           .memory_passes = nominal_memory_passes,
                           .link_bytes = solver.copied_bytes()};
    });
}

}  // namespace tobiuo
