// SPDX-License-Identifier: BSD-3-Clause
// Dissipation, enstrophy and the shear at walls of a flow, from the differences of its scheme.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "solvers/flow/scalar_means.hpp"

namespace tobiuo::flow {

/// What the gradients of a velocity and of its scalar tell.
///
/// Balance   d/dt of kinetic energy = force . mean velocity - dissipation + what moving walls add,
///           which is the sum over them of -velocity . shear * area / volume; but for the time
///           step's error and rounding, where no face is an inflow or an outflow.
struct Gradients {
    double dissipation{};  ///< viscosity times the mean square of all nine gradients
    double enstrophy{};    ///< half the mean square of the vorticity
    /// For face 2 axis + end and component: the mean over a no-slip face of viscosity times the
    /// derivative of the velocity along the face in the direction into the fluid, which is the
    /// force on the wall for each unit of area; of a wall with a law what this takes. 0 for other faces
    /// and the component across.
    std::array<std::array<double, 3>, 6> shear{};
    std::optional<ScalarMeans> scalar;         ///< where the flow carries one
    std::vector<ScalarMeans> further_scalars;  ///< of those behind it
};

/// The entries [face][component] of Gradients::shear that a problem has, in their order.
[[nodiscard]] std::vector<std::pair<int, int>> sheared(const Problem& problem);

/// Whether nothing goes through faces of this kind.
[[nodiscard]] bool is_wall(FaceKind kind);

/// Makes what cells, edges and faces contribute to dissipation, enstrophy and shear, without
/// viscosity, the means that Gradients has.
void complete(const Problem& problem, Gradients& sums);

/// Computes them for a state, see Solver::state().
///
/// Method    gradients of a component along its own axis are at centres of cells, all others at
///           edges. A volume belongs to each, half of it on a face. On a no-slip or inflow face
///           the value beyond it makes the difference. Dissipation has those gradients that the
///           viscous term of the scheme uses: not those along a face of the velocity across it.
///           Edges where two faces meet are left out: there walls may differ in their velocity.
/// Shear     points of the velocity that lie on a neighbouring wall are left out (they take no part
///           in the flow), those on a neighbouring inflow or outflow face count by half.
/// Bits      the same for any number of threads.
/// Traffic   a read of the velocities; memory for a few layers across z for each thread.
template <typename T>
[[nodiscard]] Gradients gradients_of(const Problem& problem, std::span<const T> state);

}  // namespace tobiuo::flow
