#include "app/run/poisson/poisson_estimate.hpp"

#include <spdlog/fmt/fmt.h>

#include <tobiuo/poisson/distributed_solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/machine/host.hpp"
#include "app/output/field/encoding.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/planned_rank.hpp"
#include "app/run/opencl_place.hpp"
#include "app/run/poisson/exact_check.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_other_grid.hpp"
#include "app/run/poisson/spectral_caveat.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/link.hpp"
#include "solvers/poisson/host/host_solver.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/ranks/rank_operator.hpp"

namespace tobiuo {
namespace {

constexpr std::int64_t double_bytes = sizeof(double);

/// Bytes of the arrays on the host, by their purpose.
struct Arrays {
    std::int64_t held;      ///< during the whole run: f and u of unknowns, planes, walls, and
                            ///< blocks for copies to a device
    std::int64_t residual;  ///< also from the last solve on, to the end if it is used there
};

/// The planes of the grid that this rank computes at a time.
poisson::PlaneBlocks blocks_of_rank(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    return {.planes = grid_planes(problem, ranks.own(problem)).count,
            .values = poisson::blocks_of(problem.grid).values};
}

/// Bytes of the planes that are computed at a time: two arrays of them, and on nodes a third one,
/// of unknowns; and of those that ranks copy from each other, two for a residual and two to write.
std::int64_t plane_bytes(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    const poisson::PlaneBlocks blocks = blocks_of_rank(problem, ranks);
    const std::int64_t arrays = problem.grid.location == Location::cell ? 2 : 3;
    const std::int64_t copied = ranks.are_several() ? 4 : 0;
    return (arrays * blocks.largest() + copied * blocks.values) * double_bytes;
}

/// The unknowns of this rank.
std::int64_t points_of_rank(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    return poisson::blocks_of(problem).values * ranks.own(problem).count;
}

/// Bytes of values on the faces of the box: given values, wall nodes and curvatures on walls, and
/// the nodes at both ends of a periodic axis.
std::int64_t face_bytes(const poisson::Problem& problem)
{
    const Grid& grid = problem.grid;
    std::int64_t values = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const poisson::Sides& sides = problem.sides.at(static_cast<std::size_t>(axis));
        const std::int64_t both_faces = 2 * shape_of(grid).values() / grid.values(axis);
        if (sides.lower != poisson::Condition::periodic) {
            values += 3 * both_faces;
        } else if (grid.location == Location::node) {
            values += both_faces;
        }
    }
    return values * double_bytes;
}

Arrays arrays_of(const PoissonCase& poisson, const PoissonRanks& ranks)
{
    const poisson::Problem& problem = poisson.problem;
    const std::int64_t real = bytes_per_value(problem.precision);
    const std::int64_t array = points_of_rank(problem, ranks) * real;
    const bool spectral = problem.op == poisson::Operator::spectral;
    const bool has_share = spectral && has_boundary_values(poisson);
    const std::int64_t share = has_share ? points_of_rank(problem, ranks) * double_bytes : 0;
    return {.held = 2 * array + share + plane_bytes(problem, ranks) + face_bytes(problem),
            .residual = spectral ? array : 0};
}

/// Bytes that the solver of ranks reports on the CPU.
std::int64_t rank_solver_bytes(const poisson::Problem& problem, const Communicator& rank)
{
    const poisson::DistributedSolver solver{problem, rank, rank_options({})};
    return static_cast<std::int64_t>(solver.workspace_bytes());
}

/// Bytes of what checks a spectral solution on ranks; other operators have a stencil.
std::int64_t rank_check_bytes(const poisson::Problem& problem, const Communicator& rank)
{
    const auto bytes = [&](const auto& applied) {
        return static_cast<std::int64_t>(applied.workspace_bytes());
    };
    if (problem.op != poisson::Operator::spectral) {
        return 0;
    }
    return problem.precision == Precision::fp32
               ? bytes(poisson::RankOperator<float>{problem, rank})
               : bytes(poisson::RankOperator<double>{problem, rank});
}

/// Bytes of host memory that the solver, if its arrays are there, and the check of its solution report.
/// They
/// are planned without lambda, so that they do not look for singular modes; they are not asked if
/// the arrays alone exceed the memory.
std::int64_t workspace_bytes(const PoissonCase& poisson, const PoissonRanks& ranks, bool on_host,
                             std::int64_t arrays)
{
    if (arrays > host_info().usable_bytes()) {
        return 0;
    }
    poisson::Problem problem = poisson.problem;
    if (!ranks.are_several()) {  // the solver of the host checks what a GPU has solved, too
        problem.lambda = 0.0;
        return poisson::HostSolver{problem}.workspace_bytes();
    }
    problem = planned_without_lambda(problem);
    if (poisson::distributed_unsupported_reason(problem, Backend::cpu)) {  // of another grid
        return 0;
    }
    const PlannedRank rank{ranks.communicator().rank(), ranks.communicator().size()};
    return (on_host ? rank_solver_bytes(problem, rank) : 0) + rank_check_bytes(problem, rank);
}

/// Bytes of the second solve, on another grid, that shows the order.
std::int64_t order_bytes(const PoissonCase& poisson, const PoissonRanks& ranks)
{
    const bool solves_twice = poisson.exact && !has_files(poisson);
    const auto other = solves_twice ? other_grid(poisson) : std::nullopt;
    if (!other) {
        return 0;
    }
    const Arrays arrays = arrays_of(other->poisson, ranks);
    return arrays.held + workspace_bytes(other->poisson, ranks, true, arrays.held);
}

/// Bytes until there are results; `order` is what the second solve takes beside the solution.
std::int64_t computing_bytes(const Arrays& arrays, std::int64_t workspace, std::int64_t order)
{
    return program_bytes + arrays.held + workspace + arrays.residual + order;
}

std::optional<std::int64_t> device_free(const PoissonDecision& decision)
{
    if (!decision.needs) {
        return std::nullopt;
    }
    const PoissonPlace& place = decision.place;
    if (place.backend == Backend::opencl) {
        return opencl_free_bytes(opencl::chosen_device());
    }
    return place.ranks.are_several() ? free_device_bytes_of_rank(*place.ranks.world(), place.device)
                                     : device::free_device_bytes(place.device);
}

/// Bytes of the device's arrays where its memory is the host's, as with OpenCL on a CPU.
std::int64_t bytes_in_host_memory(const PoissonDecision& decision)
{
    const bool shared =
        decision.place.backend == Backend::opencl && opencl::chosen_device().shares_host_memory;
    return shared ? decision.needs->bytes : 0;
}

int memory_passes_of(const poisson::Problem& problem, const PoissonDecision& decision)
{
    if (decision.needs) {
        return decision.needs->memory_passes;
    }
    return decision.place.ranks.are_several() ? nominal_memory_passes
                                              : poisson::HostSolver::passes(problem);
}

std::string ranks_fact(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    const Communicator& all = ranks.communicator();
    return fmt::format("{}; the memory is that of rank {}, which has {} of {} planes", all.size(),
                       all.rank(), ranks.own(problem).count, poisson::unknowns(problem, 2).count);
}

}  // namespace

bool uses(const Case& the_case, std::string_view field)
{
    const OutputSection& output = the_case.output;
    return std::ranges::find(output.fields, field) != output.fields.end() ||
           (output.picture && output.picture->field == field);
}

std::int64_t problem_bytes(const PoissonCase& poisson, const PoissonDecision& decision)
{
    return decision.needs ? decision.needs->bytes : poisson_device_array_bytes(poisson.problem);
}

std::vector<std::pair<std::string, std::string>> link_facts(const PoissonDecision& decision)
{
    const auto copied = static_cast<double>(decision.needs->link_bytes);
    return {
        {"arrays", "in host memory; they visit the GPU in chunks, " + bytes_text(copied) +
                       " each way a solve"},
        {"predicted time",
         fmt::format("{:.3g} s a solve, at the {:.3g} GB/s that the link copies both ways",
                     2.0 * copied / decision.place.link.both, decision.place.link.both * 1e-9)}};
}

Estimate estimate_of(const Case& the_case, const PoissonCase& poisson,
                     const PoissonDecision& decision, CeilingUse ceiling)
{
    const poisson::Problem& problem = poisson.problem;
    const std::int64_t real = bytes_per_value(problem.precision);
    const PoissonRanks& ranks = decision.place.ranks;
    Arrays arrays = arrays_of(poisson, ranks);
    arrays.held += decision.place.device_limit > 0 ? memory::staging_bytes : 0;
    arrays.held += bytes_in_host_memory(decision);
    const std::int64_t workspace = workspace_bytes(
        poisson, ranks, decision.place.backend == Backend::cpu || decision.place.device_limit > 0,
        arrays.held);
    const auto fields = static_cast<std::int64_t>(the_case.output.fields.size());
    const int memory_passes = memory_passes_of(problem, decision);
    const double bytes = bytes_per_point(problem.precision, memory_passes);
    const bool from_host = decision.place.device_limit > 0;
    const std::int64_t probe = from_host || ranks.are_several()
                                   ? 0
                                   : plan_ceiling(ceiling, poisson_ceiling_source(decision.place),
                                                  problem_bytes(poisson, decision))
                                         .probe_bytes;
    const bool on_cpu = decision.place.backend == Backend::cpu;
    Estimate estimate{
        .grid_at = poisson.grid_at,
        .host_bytes = std::max(computing_bytes(arrays, workspace, order_bytes(poisson, ranks)),
                               program_bytes + (on_cpu ? probe : 0)),
        .writing_bytes = program_bytes + arrays.held + workspace +
                         (uses(the_case, "residual") ? arrays.residual : 0) +
                         writer_bytes(blocks_of_rank(problem, ranks).largest() * double_bytes),
        .host_free = host_info().available_bytes,
        .device_bytes = decision.needs ? std::max(decision.needs->bytes, probe) : 0,
        .device_free = device_free(decision),
        .output_bytes = fields * most_encoded_bytes(shape_of(written_grid(poisson)).values() * real,
                                                    the_case.output.encoding),
        .output_free = free_bytes(the_case.output.directory),
        .facts = {}};
    estimate.facts = {
        {"unknowns", std::to_string(poisson::points(problem))},
        {"nominal bytes a solve",
         fmt::format("{} ({:.0f} a point: {} trips, each a read and a write)",
                     bytes_text(bytes * static_cast<double>(poisson::points(problem))), bytes,
                     memory_passes)},
        {"null space",
         poisson::has_null_space(problem)
             ? "the mean of the right-hand side is removed, the solution has zero mean"
             : "none"},
        {"solves", std::to_string(poisson.repeat)},
        {"results", (the_case.output.directory / the_case.name).string()}};
    if (ranks.are_several()) {
        estimate.facts.emplace_back("ranks", ranks_fact(problem, ranks));
    }
    if (from_host) {
        std::ranges::copy(link_facts(decision), std::back_inserter(estimate.facts));
    }
    if (const auto contradiction = exact_contradiction(poisson)) {
        estimate.facts.emplace_back("exact", *contradiction);
    }
    if (const auto caveat = spectral_caveat(poisson)) {
        estimate.facts.emplace_back("accuracy", *caveat);
    }
    return estimate;
}

}  // namespace tobiuo
