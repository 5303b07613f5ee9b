// SPDX-License-Identifier: BSD-3-Clause
// The part of a case with `solver: poisson`, read and validated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/poisson/coefficient_solver.hpp>

#include "app/case/sections/body_shape.hpp"
#include "app/case/values/values.hpp"
#include "app/errors.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// A body in the box; see poisson::Body.
struct BodySection : BodyShape {
    std::optional<double> value = {};  ///< of u, on a conductor; without it the body is closed
};

/// A wall that is Dirichlet's on a part of its face. The case's problem has it as Neumann's, and
/// `boundary` the derivative on the rest.
struct MixedEnd {
    FieldExpression where;       ///< true on the part that the case names first
    bool names_neumann = false;  ///< whether that is the Neumann part
    FieldExpression value;       ///< of u on the Dirichlet part
};

struct PoissonCase {
    /// The complete problem: absent axes have one cell and are periodic, a stretched axis has its nodes,
    /// and rho its values.
    poisson::Problem problem;
    int dimensions = 3;  ///< number of axes whose cells the case gives
    /// The expressions in s in [0, 1] that gave the nodes of stretched axes; else empty.
    std::array<std::string, 3> stretching;
    std::string rho;  ///< the expression that gave rho; else empty
    /// Boundary values [axis][0: lower, 1: upper]; those of periodic axes are ignored.
    std::array<std::array<FieldExpression, 2>, 3> boundary;
    std::array<std::array<std::optional<MixedEnd>, 2>, 3> mixed;  ///< ends, as of `boundary`
    std::optional<double> mixed_tolerance = {};                   ///< see poisson::MixedOptions
    std::vector<BodySection> bodies;
    std::optional<double> body_tolerance = {};    ///< see poisson::BodyOptions
    std::int64_t cells_beside_bodies = 0;         ///< once they were counted
    std::int64_t cells_beside_conductors = 0;     ///< of these
    std::optional<FieldSource> coefficient = {};  ///< a of div(a grad u) + lambda u = f
    /// See poisson::CoefficientOptions.
    std::optional<poisson::FaceMean> coefficient_mean = {};
    std::optional<poisson::CoefficientScaling> coefficient_scaling = {};
    std::optional<double> coefficient_tolerance = {};
    std::optional<std::int64_t> coefficient_iterations = {};
    FieldSource source;
    std::optional<FieldSource> exact;  ///< for error norms
    std::int64_t repeat = 1;           ///< number of solves, for timing
    /// The most memory of the GPU that the case may take; the default is what is free.
    std::optional<MemorySize> device_memory;
    Position grid_at;
    Position boundary_at;
    Position operator_at;
    Position lambda_at;
    Position device_memory_at;
};

/// The values of poisson::AxisCoefficient that an expression in the axis's coordinate gives.
[[nodiscard]] std::vector<double> sampled_rho(const std::string& text, int axis, const Axis& along);

}  // namespace tobiuo
