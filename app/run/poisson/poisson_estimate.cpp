// SPDX-License-Identifier: BSD-3-Clause
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
#include "app/ranks/planned_rank.hpp"
#include "app/run/bodies/body_faces.hpp"
#include "app/run/poisson/exact_check.hpp"
#include "app/run/poisson/poisson_bodies.hpp"
#include "app/run/poisson/poisson_coefficient.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_mixed.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "app/run/poisson/poisson_order.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "app/run/poisson/poisson_solve.hpp"
#include "app/run/poisson/spectral_caveat.hpp"
#include "runtime/memory/link.hpp"
#include "solvers/poisson/planes.hpp"

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
    return {.held = 2 * array + share + plane_bytes(problem, ranks) + face_bytes(problem) +
                    body_host_bytes(poisson) + coefficient_host_bytes(poisson) +
                    mixed_bytes(poisson),
            .residual = poisson::has_stencil(problem) && !poisson.coefficient ? 0 : array};
}

/// Bytes of host memory that the solver takes if its arrays are there. It is planned without lambda,
/// so that it does not look for singular modes.
std::int64_t solver_bytes(const poisson::Problem& problem, const PoissonRanks& ranks)
{
    const poisson::Problem planned = planned_without_lambda(problem, ranks.are_several());
    if (!ranks.are_several()) {
        return static_cast<std::int64_t>(
            poisson::Solver{planned, solver_options({})}.workspace_bytes());
    }
    const PlannedRank rank{ranks.communicator().rank(), ranks.communicator().size()};
    return static_cast<std::int64_t>(
        poisson::DistributedSolver{planned, rank, rank_options({})}.workspace_bytes());
}

/// Bytes of host memory of the solver, on several ranks of this one's, and of the check of its
/// solution. They are not asked if the arrays alone exceed the memory, or for another grid that
/// ranks do not solve on.
std::int64_t workspace_bytes(const PoissonCase& poisson, const PoissonRanks& ranks, bool on_host,
                             std::int64_t arrays)
{
    const poisson::Problem& problem = poisson.problem;
    if (arrays > host_info().usable_bytes() ||
        (ranks.are_several() && ranks_unsupported_reason(problem))) {
        return 0;
    }
    if (!ranks.are_several() && on_host) {
        // the solver checks its own solution
        return solver_bytes(problem, ranks) + coefficient_solver_bytes(poisson, true);
    }
    return (on_host ? solver_bytes(problem, ranks) : 0) + check_bytes(problem, ranks);
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

int memory_passes_of(const poisson::Problem& problem, const Place& place)
{
    return place.needs ? place.needs->memory_passes
           : place.world != nullptr
               ? nominal_memory_passes
               : poisson_device_needs(problem, place.backend, place.device).memory_passes;
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

std::int64_t problem_bytes(const PoissonCase& poisson, const Place& place)
{
    return place.needs ? place.needs->bytes : poisson_device_array_bytes(poisson.problem);
}

std::vector<std::pair<std::string, std::string>> link_facts(const Place& place)
{
    const auto copied = static_cast<double>(place.needs->link_bytes);
    return {{"arrays", "in host memory; they visit the GPU in chunks, " + bytes_text(copied) +
                           " each way a solve"},
            {"predicted time",
             fmt::format("{:.3g} s a solve, at the {:.3g} GB/s that the link copies both ways",
                         2.0 * copied / place.link.both, place.link.both * 1e-9)}};
}

Estimate estimate_of(const Case& the_case, const PoissonCase& poisson, const Place& place,
                     CeilingUse ceiling)
{
    const poisson::Problem& problem = poisson.problem;
    const PoissonRanks ranks{place.world};
    const bool in_parts = place.visits_gpu_in_parts();
    Arrays arrays = arrays_of(poisson, ranks);
    arrays.held += (in_parts ? memory::staging_bytes : 0) + place.device_bytes_on_host();
    const std::int64_t workspace =
        workspace_bytes(poisson, ranks, place.has_host_arrays(), arrays.held);
    const auto fields = static_cast<std::int64_t>(the_case.output.fields.size());
    const int memory_passes = memory_passes_of(problem, place);
    const double bytes = bytes_per_point(problem.precision, memory_passes);
    Estimate estimate = estimate_at(place, the_case, poisson.grid_at);
    estimate.host_bytes = computing_bytes(arrays, workspace, order_bytes(poisson, ranks));
    estimate.writing_bytes = program_bytes + arrays.held + workspace +
                             (uses(the_case, "residual") ? arrays.residual : 0) +
                             writer_bytes(blocks_of_rank(problem, ranks).largest() * double_bytes) +
                             surfaces_bytes(poisson.cells_beside_bodies);
    estimate.device_bytes = place.needs ? place.needs->bytes : 0;
    if (!in_parts && !ranks.are_several()) {
        add_probe(estimate, place,
                  plan_ceiling(ceiling, ceiling_source(place, GpuMix::copy),
                               problem_bytes(poisson, place)));
    }
    estimate.output_bytes =
        fields * most_encoded_bytes(shape_of(written_grid(poisson)).values() *
                                        bytes_per_value(written_precision(the_case)),
                                    the_case.output.encoding);
    estimate.facts = {
        {"unknowns", std::to_string(poisson::points(problem))},
        {"nominal bytes a solve",
         fmt::format("{} ({:.0f} a point: {} trips, each a read and a write)",
                     bytes_text(bytes * static_cast<double>(poisson::points(problem))), bytes,
                     memory_passes)},
        {"null space",
         leaves_constant(poisson)
             ? "the mean of the right-hand side is removed, the solution has zero mean"
         : poisson::has_null_space(problem)
             ? has_mixed_walls(poisson)
                   ? "none: walls that change their kind hold the constant that the box leaves free"
                   : "none: conductors hold the constant that the box leaves free"
             : "none"},
        {"solves", std::to_string(poisson.repeat)},
        {"results", results_folder(the_case).string()}};
    if (has_mixed_walls(poisson)) {
        estimate.facts.emplace_back(
            "mixed walls",
            fmt::format("by conjugate gradients on their faces, of which each step takes "
                        "a solve of the box, to {:.3g} of what their values miss",
                        mixed_tolerance_of(poisson)));
    }
    if (poisson.coefficient) {
        const poisson::CoefficientOptions options = coefficient_options(poisson);
        estimate.facts.emplace_back(
            "coefficient",
            fmt::format("by conjugate gradients, of which each iteration takes a solve of the box: "
                        "at most {}, to {:.3g} of the right-hand side",
                        options.iterations, options.tolerance));
    }
    if (ranks.are_several()) {
        estimate.facts.emplace_back("ranks", ranks_fact(problem, ranks));
    }
    if (in_parts) {
        std::ranges::copy(link_facts(place), std::back_inserter(estimate.facts));
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
