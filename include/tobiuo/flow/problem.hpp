// SPDX-License-Identifier: BSD-3-Clause
// An incompressible flow in a box: grid, faces, viscosity, forces.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/grid.hpp>

namespace tobiuo::flow {

enum class FaceKind {
    periodic,
    no_slip,    ///< the velocity of the wall, which has no part across it
    free_slip,  ///< no velocity across the face and no friction along it
    inflow,     ///< a given velocity; it is zero where a part of the face is a wall
    outflow     ///< what arrives leaves at a constant speed; the pressure on the face is zero
};

/// The friction of a wall whose layer of large shear is thinner than the cells beside it: what the
/// logarithmic law gives for the velocity in the middle of these, and no other.
///
/// Smooth    U / u_tau = ln(d u_tau / nu) / 0.41 + 5.2, and in the viscous layer nu U / d = u_tau^2.
/// Rough     U / u_tau = (ln(d / z0) - psi_m(d / L)) / 0.4 by the similarity of Monin and Obukhov,
///           where the scalar has buoyancy across the wall: psi_m = -4.8 d / L where it is layered
///           stably, and psi_h = -7.8 d / L (R. J. Beare et al., Boundary-Layer Meteorol. 118, 247
///           (2006)); else those of C. A. Paulson, J. Appl. Meteorol. 9, 857 (1970). A value of the
///           scalar on the face gives the flux of psi_h.
struct WallLaw {
    double roughness = 0.0;  ///< z0, a length; 0: the wall is smooth

    [[nodiscard]] bool operator==(const WallLaw&) const = default;
};

/// Fluctuations that an inflow face takes from a plane inside the box: of the velocity there about its
/// mean along the periodic axes of the face, of which there is one at least. They add nothing to what
/// flows in.
///
/// Time      those of the begin of a step count from its first stage to the first stage of the next.
struct Recycling {
    /// Where the plane is along the axis across the face: the nearest faces of cells.
    double position = 0.0;

    [[nodiscard]] bool operator==(const Recycling&) const = default;
};

/// One face of the box.
struct Face {
    FaceKind kind = FaceKind::periodic;
    /// The velocity of the wall or of the inflow along x, y and z; 0 on other faces.
    std::array<double, 3> velocity = {};
    /// Values that replace the numbers: where not empty, one for each point of the velocity on the
    /// face, the faster axis contiguous ([z][y] across x, [z][x] across y, [y][x] across z). Along
    /// the face a velocity is at the upper faces of its cells, across it at their centres.
    std::array<std::vector<double>, 3> profile = {};
    /// What flows into the box through an inflow face in a unit of time: the sum of velocity times
    /// area, over the widths of absent axes, below 0 where it leaves. The velocity across the face
    /// is scaled to it by a factor that is not below 0. Without it the velocity is taken as it is.
    std::optional<double> flow_rate = {};
    std::optional<WallLaw> law = {};          ///< of a wall (no_slip) in place of its own friction
    std::optional<Recycling> recycling = {};  ///< of one inflow face

    [[nodiscard]] bool operator==(const Face&) const = default;
};

/// The faces of an axis: both periodic or neither.
struct Faces {
    Face lower = {};
    Face upper = {};

    [[nodiscard]] bool operator==(const Faces&) const = default;
};

enum class ScalarFaceKind {
    flux,  ///< what diffuses into the box through the face is given: 0 is a face that insulates
    value  ///< the scalar on the face is given
};

/// The scalar on a face of the box. On a periodic axis it is not looked at.
struct ScalarFace {
    ScalarFaceKind kind = ScalarFaceKind::flux;
    /// The scalar, or what diffuses into the box for each unit of area and time.
    double number = 0.0;
    /// Where not empty, one value for each cell along the face instead, as Face::profile has them.
    std::vector<double> profile = {};

    [[nodiscard]] bool operator==(const ScalarFace&) const = default;
};

/// How a flow carries a scalar through the faces of cells. Both keep its sum to rounding.
enum class ScalarAdvection {
    central,  ///< the mean of both cells, which keeps the sum of squares, too
    /// A value between those of both cells, from a slope that is limited (B. Koren, Notes Numer. Fluid
    /// Mech. 45, 117 (1993)): what convection and diffusion alone change stays between the least and the
    /// largest value there was, to rounding, in steps of step_limit(). Where the scalar is smooth it is
    /// of second order in space and time. Diffusion is then not implicit.
    bounded
};

/// A scalar s that the flow carries, such as temperature: ds/dt + div(u s) = diffusivity
/// laplacian(s). It adds the force buoyancy (s - reference) to that of the flow.
///
/// Values    are at centres of cells, as the pressure is.
/// Source    J. Boussinesq, Theorie analytique de la chaleur, vol. 2 (1903), for the force.
struct Scalar {
    double diffusivity = 0.0;              ///< in length^2 / time
    std::array<double, 3> buoyancy = {};   ///< in length / time^2 for each unit of the scalar
    double reference = 0.0;                ///< the scalar without buoyancy
    std::array<ScalarFace, 6> faces = {};  ///< lower and upper across x, then y, then z
    ScalarAdvection advection = ScalarAdvection::central;
    std::string name = "scalar";  ///< in messages
};

/// What the surface of an obstacle gives a scalar, as Obstacle::scalar_kind and Obstacle::scalar.
struct ObstacleScalar {
    ScalarFaceKind kind = ScalarFaceKind::flux;
    double number = 0.0;
};

/// One more scalar beside Problem::scalar, which is number 0: these are counted from 1.
struct FurtherScalar {
    Scalar scalar = {};
    std::string source = {};              ///< as Sources::scalar
    std::array<double, 3> gradient = {};  ///< as Sources::scalar_gradient
    std::string sponge = {};              ///< as Sponge::scalar, at the rate of the sponge
    std::vector<ObstacleScalar> on_obstacles = {};  ///< of each, or none: then all insulate
};

/// How a body acts on the flow.
enum class ObstacleMethod {
    /// Velocities in the body, and those beside its surface, are given before each projection what they
    /// are there. The surface lies where Obstacle::inside changes; the projection takes a part back.
    forcing,
    /// The body is the cells whose centres lie inside: each projection is solved again, by conjugate
    /// gradients, until nothing flows through their faces, and along these is a wall as a no-slip face
    /// of the box is. Steps then wait for the stream.
    closed,
};

/// A body in the flow, which stays where it is unless Solver::set_obstacles() moves it: nothing flows
/// through it, and the flow has its velocity on its surface. By forcing it is as solid as its grid: a
/// body thinner than two cells lets a part through.
struct Obstacle {
    /// Whether a point lies inside. A solver asks when it is made or given the obstacle, for points of
    /// the box, from several threads at a time; what this throws, the solver's constructor throws.
    std::function<bool(double x, double y, double z)> inside;
    /// The velocity at a point of a body that moves but stays in its place, such as a cylinder that
    /// turns; null: at rest. Asked as `inside` is.
    std::function<std::array<double, 3>(double x, double y, double z)> velocity = nullptr;
    /// What the surface gives the scalar: a value, or what diffuses out of the body for each unit of
    /// area and time. Without more it insulates.
    ScalarFaceKind scalar_kind = ScalarFaceKind::flux;
    double scalar = 0.0;
    ObstacleMethod method = ObstacleMethod::forcing;
};

/// What the flow does to an obstacle, divided by the density and, where axes are absent, of a unit of
/// length along them.
struct ObstacleForce {
    std::array<double, 3> force{};   ///< length^4 / time^2
    std::array<double, 3> torque{};  ///< about the origin, length^5 / time^2
    double scalar{};  ///< that a body with a value of it gives the flow, scalar times volume / time
    /// The part of the force that is the pressure on the faces of a closed body; else 0.
    std::array<double, 3> pressure{};
};

/// What tends to targets in a part of the box, such as a layer before an outflow in which waves end:
/// du/dt = ... - rate (u - target). Texts are those of Sources; of a target that is empty nothing is
/// damped.
struct Sponge {
    std::string rate = {};                     ///< in 1 / time, not below 0, of x, y and z
    std::array<std::string, 3> velocity = {};  ///< of x, y, z and t
    std::string scalar = {};

    [[nodiscard]] bool operator==(const Sponge&) const = default;
};

/// What acts inside the box beside Problem::force. Texts are formulas of x, y, z and the time t, such
/// as "sin(pi*y) * cos(2*t)"; an empty one is 0. Velocities on faces, given ones and those of
/// outflows, feel nothing of it: let it end before an outflow.
struct Sources {
    std::array<std::string, 3> force = {};  ///< for each unit of mass, in length / time^2
    /// Twice the angular velocity of the frame, in 1 / time: the Coriolis force u x rotation, which
    /// does no work on any grid.
    std::array<double, 3> rotation = {};
    std::string scalar = {};  ///< what the scalar gains in a unit of time
    /// The gradient of a mean, above which the scalar is counted: the velocity carries it, too.
    std::array<double, 3> scalar_gradient = {};
    Sponge sponge = {};

    [[nodiscard]] bool operator==(const Sources&) const = default;
};

/// How eddies that are smaller than cells act on those that a grid carries: by a viscosity nu_t of the
/// velocity's gradient, for large-eddy simulation.
enum class EddyModel {
    none,
    smagorinsky,  ///< (C Delta)^2 |S|; J. Smagorinsky, Mon. Weather Rev. 91, 99 (1963)
    /// 0 in pure shear, and as d^3 beside a wall; F. Nicoud and F. Ducros, Flow Turbul. Combust.
    /// 62, 183 (1999)
    wale,
    vreman  ///< 0 in pure shear; A. W. Vreman, Phys. Fluids 16, 3670 (2004)
};

/// A viscosity nu + nu_t that is not the same everywhere, of eddies or of formulas. The friction
/// is then div((nu + nu_t) (grad u + grad u^T)).
///
/// Filter     Delta is the geometric mean of a cell's widths, without absent axes.
/// Time       nu_t is that of the velocity at the begin of a step, in all of its stages.
/// Faces      nu_t is 0 on walls (no-slip) and where a flux of the scalar is given; on other faces
///            it is that of the cells beside them.
struct Eddies {
    EddyModel model = EddyModel::none;
    /// C_s of Smagorinsky's model, C_w of WALE, the c of Vreman's; default_eddy_constant() if empty.
    std::optional<double> constant = {};
    /// Whether Smagorinsky's length C Delta becomes that of P. J. Mason and D. J. Thomson, J. Fluid
    /// Mech. 242, 51 (1992), towards walls: 1 / l^2 = 1 / (C Delta)^2 + 1 / (0.4 d)^2, where d is the
    /// distance to the nearest one.
    bool damping = false;
    /// What nu_t is divided by for the diffusivity that it adds to the scalar's.
    double prandtl = 0.7;
    /// A formula of x, y, z and the time t of what adds to Problem::viscosity, without a model too.
    /// An empty one is nothing.
    /// The sum of both is not below 0.
    std::string more_viscosity = {};
    /// A formula of s, the scalar in a cell, of what adds, too: a viscosity of the temperature.
    std::string viscosity_of_scalar = {};

    [[nodiscard]] bool has_formula() const
    {
        return !more_viscosity.empty() || !viscosity_of_scalar.empty();
    }
    [[nodiscard]] bool operator==(const Eddies&) const = default;
};

/// 0.17, 0.5 and 0.07 of smagorinsky, wale and vreman; 0 of none.
[[nodiscard]] double default_eddy_constant(EddyModel model);

/// The equations du/dt + div(u u) = -grad p + nu laplacian(u) + force, div u = 0 in a box; density
/// is 1.
///
/// Values     are on a staggered grid: the pressure is at centres of cells, each velocity at the
///            centres of the faces across it. Velocity [k][j][i] belongs to the upper face of cell
///            (i, j, k); on an axis that is not periodic the last one lies on the upper face of the
///            box, and the one on the lower face is in no array.
/// Axes       an axis of one periodic cell is absent: nothing changes along it. At most one axis is
///            stretched; it is not periodic.
/// Balance    where no face is an outflow, what enters leaves. Sums of velocity times area that are
///            out of balance by no more than the error of such sums, a quarter of their second
///            differences, or by 1e-6 of all that is moved, are balanced by scaling the velocities
///            across inflow faces without a rate.
/// Outflow    the gradient of the pressure along the face is the force and the buoyancy there, or by
///            least squares what is nearest to them; without these it is 0. Its mean is 0, over all
///            such faces if they have common edges, where they agree.
/// Source     F. H. Harlow and J. E. Welch, Phys. Fluids 8, 2182 (1965).
struct Problem {
    Grid grid;
    std::array<Faces, 3> faces = {};   ///< x, y, z
    double viscosity = 0.0;            ///< kinematic, in length^2 / time
    std::array<double, 3> force = {};  ///< for each unit of mass, in length / time^2
    std::optional<Scalar> scalar = {};
    /// More scalars, where there is one. The directions of buoyancy are the same or opposite. Then
    /// diffusion is not implicit, and no obstacle is closed; that with buoyancy across a wall with a
    /// law is number 0.
    std::vector<FurtherScalar> further_scalars = {};
    Precision precision = Precision::fp64;
    /// The axis (0, 1, 2) along which viscosity and diffusivity act implicitly, so that the cells
    /// along it do not limit the time step by them. It is not absent.
    std::optional<int> implicit_diffusion = {};
    /// How often a step solves Poisson's equation: after each of its stages (3) or after the last one
    /// only (1). Then the first two stages take the gradients of pressures that the steps before let
    /// one expect. The velocity has no divergence after each step, but a little within it, and stays
    /// of third order in time, with a larger error; stable_courant() is smaller. There is no such step
    /// with implicit diffusion or closed obstacles. The first step, and those more than twice as long
    /// as the one before, have three.
    ///
    /// Source    H. Le and P. Moin, J. Comput. Phys. 92, 369 (1991); A. Aithal and A. Ferrante, J.
    ///           Comput. Phys. 417, 109582 (2020), who extrapolate the pressure of the last two steps.
    int projections = 3;
    std::vector<Obstacle> obstacles = {};
    /// A projection around closed obstacles is solved when the mean square of what flows through their
    /// faces is this part of what the pressure keeps from it; in single precision not below 1e-5.
    double closed_tolerance = 1.0e-6;
    Sources sources = {};
    Eddies eddies = {};
};

/// What the faces of a problem give at one time, for faces that change with time.
struct FaceValues {
    std::array<Faces, 3> faces = {};              ///< as Problem::faces
    std::array<ScalarFace, 6> scalar_faces = {};  ///< as Scalar::faces, not looked at without one
    std::vector<std::array<ScalarFace, 6>> further = {};  ///< of Problem::further_scalars
};

/// What faces give at one time as arrays that whoever computes them has where the solver works: in
/// memory of the GPU, or on a CPU of the host. Faces are lower and upper across x, then y, then z.
/// A null array leaves a profile as it is; one that is not replaces a profile of the problem. On
/// several ranks each gives arrays of the whole faces, with the same values, in its own memory.
struct FaceArrays {
    std::array<std::array<const double*, 3>, 6> velocity = {};  ///< as Face::profile
    std::array<const double*, 6> scalar = {};                   ///< as ScalarFace::profile
    /// Of each of Problem::further_scalars, or none.
    std::vector<std::array<const double*, 6>> further = {};
    /// The sum of velocity times area through all inflow faces, above 0 where more enters than
    /// leaves: it goes through the outflow faces.
    double entering = 0.0;
};

[[nodiscard]] bool has_closed_obstacles(const Problem& problem);
/// Whether the viscosity is not the same everywhere.
[[nodiscard]] bool viscosity_varies(const Problem& problem);
/// Whether a state has the pressure, from which the next step begins: with implicit diffusion, closed
/// obstacles or one projection a step.
[[nodiscard]] bool state_has_pressure(const Problem& problem);

[[nodiscard]] FaceValues face_values(const Problem& problem);

/// Replaces what the faces of the problem give.
void set_face_values(Problem& problem, const FaceValues& values);

/// The reason why a Solver of the problem cannot be made, as one sentence with the cure: values on
/// nodes, bounds or nodes that do not increase, a periodic face opposite to another one, a wall
/// with a velocity across it, a velocity on a face that is periodic, free-slip or an outflow, a
/// profile of another size than its face, a flow rate of a face that is no inflow or carries nothing
/// in its direction, more flow through the faces into the box than out of it where no face is an
/// outflow, numbers that are not finite, a negative
/// viscosity or diffusivity, a flux of the scalar without diffusivity, implicit diffusion along an
/// axis that is absent, another number of projections than 1 and 3, or 1 with implicit diffusion or
/// closed obstacles, a text of the sources that is no formula, sources of a scalar that is not
/// there, a rotation with an outflow, numbers of the eddies that make no viscosity, a viscosity that
/// varies with implicit diffusion or closed obstacles, a wall law that is none of a wall, or a limit of
/// the back end.
/// Nothing if it can be made.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Problem& problem,
                                                            Backend backend);

/// Cells of all axes. Arrays of the pressure and of each velocity are [z][y][x], x contiguous.
[[nodiscard]] std::int64_t points(const Problem& problem);

/// The position along `axis` of value `index` of velocity `component` (0, 1, 2 for u, v, w).
[[nodiscard]] double velocity_position(const Problem& problem, int component, int axis,
                                       std::int64_t index);

/// The longest time step with which the velocity stays bounded, and what limits it.
struct StepLimit {
    double seconds{};    ///< in the problem's unit of time; infinite for a fluid at rest
    bool by_friction{};  ///< whether viscosity or diffusivity limits it more than the velocity does
    bool by_bounds{};    ///< whether it is that with which a bounded scalar keeps its bounds
};

/// The largest Courant number of step_limit() with which steps are stable: 1.73, and 1 with one
/// projection a step.
[[nodiscard]] double stable_courant(const Problem& problem);

/// The limit for a velocity whose largest |u| / dx + |v| / dy + |w| / dz is `rate`, for a Courant
/// number `cfl`, which is below stable_courant(). Where a scalar is layered stably, its buoyancy makes
/// it oscillate at sqrt(buoyancy ds/dz): give that where it is larger. Diffusion along an axis where
/// it is implicit limits nothing. Rotation and mean gradient of the sources are taken account of.
/// A bounded scalar keeps its bounds up to a Courant number of 0.66, and with a diffusion number of so
/// much less: steps are no longer than that for any `cfl`.
/// `friction`: Observed::largest_friction, where the viscosity varies.
///
/// Method     the eigenvalues of central differences lie in an ellipse inside the stability region
///            of three-stage Runge-Kutta methods, which reaches sqrt(3) along the imaginary axis
///            and 2.51 along the real one.
[[nodiscard]] StepLimit step_limit(const Problem& problem, double rate, double cfl,
                                   double friction = 0.0);

/// "flow 128x128x128 cells, no_slip x periodic x periodic, viscosity 0.01, double".
[[nodiscard]] std::string describe(const Problem& problem);

}  // namespace tobiuo::flow
