// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_needs.hpp"

#include <stdexcept>

#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "runtime/memory/link.hpp"

namespace tobiuo {
namespace {

/// What arrays in host memory take of a device, as ask() says; or why it cannot.
template <typename Ask>
FromHostMemory from_host_memory(const Place& place, const Ask& ask)
{
    place.select();
    try {
        return {
            .unsupported_reason = {}, .needs = ask(), .link = memory::measure_link(place.device)};
    } catch (const std::invalid_argument& error) {
        return {.unsupported_reason = error.what(), .needs = {}, .link = {}};
    }
}

/// Bytes of f and u where they are not in host memory or the solver is there, too.
std::int64_t array_bytes_at(const Place& place, std::int64_t bytes)
{
    return place.visits_gpu_in_parts() ? 0 : bytes;
}

DeviceNeeds needs_at(const poisson::Problem& problem, const Place& place)
{
    const poisson::SolverNeeds needs = poisson::Solver::needs(problem, solver_options(place));
    return {.bytes = array_bytes_at(place, poisson_device_array_bytes(problem)) +
                     static_cast<std::int64_t>(needs.workspace_bytes),
            .memory_passes = needs.passes,
            .link_bytes = place.visits_gpu_in_parts() ? needs.copied_bytes : 0};
}

}  // namespace

std::optional<std::string> poisson_unsupported_reason(const poisson::Problem& problem,
                                                      Backend backend, int device)
{
    if (backend == Backend::opencl && poisson::has_open_axes(problem)) {
        return "several axes have open ends, which cases do not solve with OpenCL (what lies on open "
               "faces is found in host memory): use the CPU, CUDA, or walls";
    }
    Place{.backend = backend, .device = device}.select();
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
    const Place place{.backend = backend, .device = device};
    place.select();
    return needs_at(problem, place);
}

DeviceNeeds poisson_rank_needs(const poisson::Problem& problem, const Place& place,
                               const Communicator& rank)
{
    place.select();
    poisson::DistributedOptions options = rank_options(place);
    options.through_host_memory = true;
    const poisson::DistributedSolver solver{planned_without_lambda(problem, true), rank, options};
    return {.bytes = array_bytes_at(place, poisson_device_array_bytes(solver.problem(), rank)) +
                     static_cast<std::int64_t>(solver.workspace_bytes()),
            .memory_passes = nominal_memory_passes,
            .link_bytes = place.visits_gpu_in_parts() ? solver.copied_bytes() : 0};
}

FromHostMemory poisson_from_host_memory(const poisson::Problem& problem, const Place& place)
{
    return from_host_memory(place, [&] { return needs_at(problem, place); });
}

FromHostMemory poisson_from_host_memory(const poisson::Problem& problem, const Place& place,
                                        const Communicator& rank)
{
    return from_host_memory(place, [&] { return poisson_rank_needs(problem, place, rank); });
}

}  // namespace tobiuo
