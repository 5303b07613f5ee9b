// The longest time step of a flow.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/flow/flow_box.hpp"
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

/// The longest step in which a bounded scalar keeps its bounds. In a step by Euler's method a cell
/// keeps a part of what it has that is not negative: through its faces it loses at most twice what flows
/// out, by the limiter; it diffuses to two neighbours along an axis, of which a face with a value is
/// twice as near.
double step_within_bounds(const Problem& problem, double rate, double friction)
{
    bool is_near = false;
    for (int face = 0; face < face_count; ++face) {
        is_near = is_near || (face_of(problem, face).kind != FaceKind::periodic &&
                              problem.scalar->faces.at(static_cast<std::size_t>(face)).kind ==
                                  ScalarFaceKind::value);
    }
    return 1.0 / (euler_part * (2.0 * rate + (is_near ? 0.75 : 0.5) * friction));
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
        of_scalar += 4.0 * measured / problem.eddies.prandtl;
        friction = std::max(friction, of_scalar);
    }
    const double along = (rate + rate_of_sources(problem)) / by_velocity;
    const double across = friction / by_friction;
    StepLimit limit{.seconds = cfl / by_velocity / std::hypot(along, across),
                    .by_friction = across > along};
    if (is_bounded(problem)) {
        const double within = step_within_bounds(problem, rate, of_scalar);
        limit.by_bounds = within < limit.seconds;
        limit.seconds = std::min(limit.seconds, within);
    }
    return limit;
}

}  // namespace tobiuo::flow
