// SPDX-License-Identifier: BSD-3-Clause
// What a flow begins with, and what its faces give: the expressions of a case at their points.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/case/values/values.hpp"
#include "solvers/expression.hpp"

namespace tobiuo {

/// Whether nothing changes along the axis.
[[nodiscard]] bool is_absent(const flow::Problem& problem, std::size_t axis);

/// The problem of the case with the velocities and the scalar of its faces at time 0. Throws
/// InputError for an expression that is not finite somewhere, and for velocities that make no flow.
[[nodiscard]] flow::Problem flow_problem(const FlowCase& flow);

/// Adds the noise to the values of a component of the velocity in some planes of z.
void add_noise(const FlowNoise& noise, const flow::Problem& problem, int component,
               const poisson::Planes& planes, std::span<double> values);

/// The velocities u, v, w at the start with the noise of the case, at their points in some planes of
/// z, of a case that starts from no file. Throws InputError for an expression that is not finite
/// there.
template <typename Real>
[[nodiscard]] std::array<std::vector<Real>, 3> initial_velocity(const FlowCase& flow,
                                                                const flow::Problem& problem,
                                                                const poisson::Planes& planes);

/// The scalar of a number at the start, at the centres of cells in these planes, and all of them.
/// Throws InputError for an expression that is not finite there.
template <typename Real>
[[nodiscard]] std::vector<Real> initial_scalar(const FlowCase& flow, const flow::Problem& problem,
                                               const poisson::Planes& planes, int number);
template <typename Real>
[[nodiscard]] std::vector<std::vector<Real>> initial_scalars(const FlowCase& flow,
                                                             const flow::Problem& problem,
                                                             const poisson::Planes& planes);

/// The width of the smallest cell of an axis.
[[nodiscard]] double least_width(const Axis& axis);

/// The largest |u| / dx + |v| / dy + |w| / dz of the velocities that the faces give, with the least
/// widths of cells.
[[nodiscard]] double rate_of_faces(const flow::Problem& problem);

/// The largest difference of each scalar from its reference, in these values and on faces that give
/// one.
template <typename Real>
[[nodiscard]] std::vector<double> largest_differences(
    const flow::Problem& problem, const std::vector<std::span<const Real>>& scalars);

/// A bound of the difference of the sum that has the buoyancy of all scalars, by those of each; 0
/// without a scalar.
[[nodiscard]] double joint_difference(const flow::Problem& problem,
                                      std::span<const double> differences);
/// The same of what faces give.
[[nodiscard]] double difference_on_faces(const flow::Problem& problem);

/// A bound of the rate at which the buoyancy of a difference of the scalar makes layers oscillate:
/// sqrt(buoyancy ds / dx).
[[nodiscard]] double rate_of_buoyancy(const flow::Problem& problem, double difference);

/// The rate that a force and the buoyancy of a difference of the scalar alone would cause in the first
/// steps from rest.
[[nodiscard]] double rate_of_force(const flow::Problem& problem, const std::array<double, 3>& force,
                                   double difference);

/// Stands for the centres of cells, where a component of the velocity is asked for.
inline constexpr int no_component = 3;

/// The points of velocity `component` in some planes of z.
[[nodiscard]] Grid points_in(const flow::Problem& problem, int component,
                             const poisson::Planes& planes);

/// The points of velocity `component`; those of the face across `axis` at `place` if both are
/// given.
[[nodiscard]] Grid points_of(const flow::Problem& problem, int component, int across = -1,
                             double place = 0.0);

/// The expression of a case in x, y, z and t, parsed.
[[nodiscard]] Expression expression_of(const FieldExpression& given);

/// The expression in x, y, z and t at the points of the grid. Throws InputError, which names the
/// key, if it is not finite somewhere.
[[nodiscard]] std::vector<double> sampled(const FieldExpression& given, const std::string& key,
                                          const Grid& grid, double time = 0.0);

/// Whether the expression depends on x, y or z, and on t.
struct Dependence {
    bool on_space = false;
    bool on_time = false;
};
[[nodiscard]] Dependence dependence_of(const Expression& expression);

}  // namespace tobiuo
