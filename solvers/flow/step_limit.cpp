// SPDX-License-Identifier: BSD-3-Clause
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
    for (int number = 0; number < scalar_count(problem); ++number) {
        const auto& buoyancy = scalar_of_number(problem, number).buoyancy;
        const auto& gradient =
            number == 0 ? problem.sources.scalar_gradient
                        : problem.further_scalars.at(static_cast<std::size_t>(number) - 1).gradient;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            stable += buoyancy.at(axis) * gradient.at(axis);
        }
    }
    return std::hypot(x, y, z) + std::sqrt(std::max(stable, 0.0));
}

/// The longest step in which a bounded scalar keeps its bounds. In a step by Euler's method a cell
/// keeps a part of what it has that is not negative: through its faces it loses at most twice what flows
/// out, by the limiter; it diffuses to two neighbours along an axis, of which a face with a value is
/// twice as near.
double step_within_bounds(const Problem& problem, const Scalar& scalar, double rate,
                          double friction)
{
    bool is_near = false;
    for (int face = 0; face < face_count; ++face) {
        is_near = is_near ||
                  (face_of(problem, face).kind != FaceKind::periodic &&
                   scalar.faces.at(static_cast<std::size_t>(face)).kind == ScalarFaceKind::value);
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
    double per_squares = 0.0;  // of widths, over axes along which diffusion limits steps
    for (int axis = 0; axis < 3; ++axis) {
        const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
        double least = std::numeric_limits<double>::infinity();
        for (std::int64_t cell = 0; cell < (one.stretched() ? one.cells : 1); ++cell) {
            least = std::min(least, width_of(one, cell));
        }
        if (!poisson::is_absent(projection_of(problem), axis) &&
            problem.implicit_diffusion != axis) {
            per_squares += 1.0 / (least * least);
        }
    }
    // A scalar diffuses by eddies beside its own diffusivity.
    const auto friction_of = [&](const Scalar& scalar) {
        return 4.0 * scalar.diffusivity * per_squares +
               (measured > 0.0 ? 4.0 * measured / problem.eddies.prandtl : 0.0);
    };
    double friction = std::max(4.0 * problem.viscosity * per_squares, 4.0 * measured);
    for (int number = 0; number < scalar_count(problem); ++number) {
        friction = std::max(friction, friction_of(scalar_of_number(problem, number)));
    }
    const double along = (rate + rate_of_sources(problem)) / by_velocity;
    const double across = friction / by_friction;
    StepLimit limit{.seconds = cfl / by_velocity / std::hypot(along, across),
                    .by_friction = across > along};
    for (int number = 0; number < scalar_count(problem); ++number) {
        const Scalar& scalar = scalar_of_number(problem, number);
        if (scalar.advection == ScalarAdvection::bounded) {
            const double within = step_within_bounds(problem, scalar, rate, friction_of(scalar));
            limit.by_bounds = limit.by_bounds || within < limit.seconds;
            limit.seconds = std::min(limit.seconds, within);
        }
    }
    return limit;
}

}  // namespace tobiuo::flow
