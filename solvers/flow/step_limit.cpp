// The longest time step of a flow.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/flow/problem.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {
namespace {

/// How far the stability region of three stages reaches along either axis.
constexpr double by_velocity = 1.7320508075688772;
constexpr double by_friction = 2.51;

/// The frequencies of the rotation, and of the scalar whose mean is layered stably.
double rate_of_sources(const Problem& problem)
{
    const auto& [x, y, z] = problem.sources.rotation;
    double stable = 0.0;
    for (std::size_t axis = 0; axis < 3 && problem.scalar; ++axis) {
        stable += problem.scalar->buoyancy.at(axis) * problem.sources.scalar_gradient.at(axis);
    }
    return std::hypot(x, y, z) + std::sqrt(std::max(stable, 0.0));
}

}  // namespace

double stable_courant(const Problem& problem)
{
    return problem.projections == 1 ? 1.0 : by_velocity;  // see ExpectedPressure
}

StepLimit step_limit(const Problem& problem, double rate, double cfl, double measured)
{
    double friction = 0.0;
    double of_scalar = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
        double least = std::numeric_limits<double>::infinity();
        for (std::int64_t cell = 0; cell < (one.stretched() ? one.cells : 1); ++cell) {
            least = std::min(least, width_of(one, cell));
        }
        const bool limits =
            !poisson::is_absent(projection_of(problem), axis) && problem.implicit_diffusion != axis;
        const double diffusivity = problem.scalar ? problem.scalar->diffusivity : 0.0;
        if (limits) {
            friction += 4.0 * std::max(problem.viscosity, diffusivity) / (least * least);
            of_scalar += 4.0 * diffusivity / (least * least);
        }
    }
    friction = std::max(friction, 4.0 * measured);
    if (problem.scalar && measured > 0.0) {  // which diffuses by eddies beside its own diffusivity
        friction = std::max(friction, of_scalar + 4.0 * measured / problem.eddies.prandtl);
    }
    const double along = (rate + rate_of_sources(problem)) / by_velocity;
    const double across = friction / by_friction;
    return {.seconds = cfl / by_velocity / std::hypot(along, across),
            .by_friction = across > along};
}

}  // namespace tobiuo::flow
