#include "app/command/poisson_estimate.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstdint>
#include <optional>
#include <string>

#include "app/command/poisson_input.hpp"
#include "app/fields/encoding.hpp"
#include "app/machine/host.hpp"
#include "app/output/poisson_report.hpp"
#include "app/output/run_folder.hpp"
#include "kernels/device/survey.hpp"
#include "solvers/poisson/host_solver.hpp"

namespace tobiuo {
namespace {

constexpr std::int64_t double_bytes = sizeof(double);

/// All arrays of unknowns and of the whole grid, as if all were there at the same time.
std::int64_t array_bytes(const Case& the_case, const PoissonCase& poisson)
{
    const std::int64_t real = bytes_per_value(poisson.problem.precision);
    const std::int64_t points = poisson::points(poisson.problem);
    const std::int64_t values = poisson.problem.grid.shape().values();
    const auto fields = static_cast<std::int64_t>(the_case.output.fields.size());
    const std::int64_t right_hand_side = values * double_bytes + points * (double_bytes + real);
    const std::int64_t solution_and_residual = 2 * points * real;
    const bool has_share =
        poisson.problem.op == poisson::Operator::spectral && has_boundary_values(poisson);
    const std::int64_t share_of_the_walls = has_share ? points * double_bytes : 0;
    const std::int64_t error = poisson.exact ? (values + 2 * points) * double_bytes : 0;
    return right_hand_side + solution_and_residual + share_of_the_walls + error +
           (fields + 1) * values * real;
}

/// Of a solver without lambda, which is planned without looking for singular modes; not asked where
/// the arrays alone are too many.
std::int64_t workspace_bytes(const PoissonCase& poisson, std::int64_t arrays)
{
    if (arrays > host_info().usable_bytes()) {
        return 0;
    }
    poisson::Problem problem = poisson.problem;
    problem.lambda = 0.0;
    return poisson::HostSolver{problem}.workspace_bytes();
}

}  // namespace

Estimate estimate_of(const Case& the_case, const PoissonCase& poisson,
                     const PoissonDecision& decision)
{
    const poisson::Problem& problem = poisson.problem;
    const std::int64_t real = bytes_per_value(problem.precision);
    const std::int64_t arrays = array_bytes(the_case, poisson);
    const auto fields = static_cast<std::int64_t>(the_case.output.fields.size());
    const int trips = decision.needs ? decision.needs->trips : poisson::HostSolver::passes(problem);
    const double bytes = bytes_per_point(problem.precision, trips);
    Estimate estimate{
        .grid_at = poisson.grid_at,
        .host_bytes = arrays + workspace_bytes(poisson, arrays),
        .host_free = host_info().available_bytes,
        .device_bytes = decision.needs ? decision.needs->bytes : 0,
        .device_free = decision.needs
                           ? std::optional{device::free_device_bytes(decision.place.device)}
                           : std::nullopt,
        .output_bytes = fields * most_encoded_bytes(written_grid(poisson).shape().values() * real,
                                                    the_case.output.encoding),
        .output_free = free_bytes(the_case.output.directory),
        .facts = {}};
    estimate.facts = {
        {"unknowns", std::to_string(poisson::points(problem))},
        {"nominal bytes a solve",
         fmt::format("{} ({:.0f} a point: {} trips, each a read and a write)",
                     bytes_text(bytes * static_cast<double>(poisson::points(problem))), bytes,
                     trips)},
        {"null space",
         poisson::has_null_space(problem)
             ? "the mean of the right-hand side is removed, the solution has zero mean"
             : "none"},
        {"solves", std::to_string(poisson.repeat)},
        {"results", (the_case.output.directory / the_case.name).string()}};
    return estimate;
}

}  // namespace tobiuo
