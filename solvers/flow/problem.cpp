// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "kernels/flow/flow_box.hpp"
#include "solvers/box_volume.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

std::string_view word_of(EddyModel model)
{
    constexpr std::array<std::string_view, 4> words{"none", "Smagorinsky", "WALE", "Vreman"};
    return words.at(static_cast<std::size_t>(model));
}

std::string_view word_of(FaceKind kind)
{
    constexpr std::array<std::string_view, 5> words{"periodic", "no-slip", "free-slip", "inflow",
                                                    "outflow"};
    return words.at(static_cast<std::size_t>(kind));
}

}  // namespace

const Axis& axis_of(const Problem& problem, int axis)
{
    return problem.grid.axes.at(static_cast<std::size_t>(axis));
}

const Face& face_of(const Problem& problem, int face)
{
    const Faces& faces = problem.faces.at(static_cast<std::size_t>(face / 2));
    return face % 2 == 0 ? faces.lower : faces.upper;
}

bool is_periodic(const Problem& problem, int axis)
{
    return problem.faces.at(static_cast<std::size_t>(axis)).lower.kind == FaceKind::periodic;
}

double width_of(const Axis& axis, std::int64_t cell)
{
    return axis.stretched() ? axis.node(cell + 1) - axis.node(cell) : axis.spacing();
}

double volume_width(const Problem& problem, int quantity, int axis, std::int64_t index)
{
    if (poisson::is_absent(projection_of(problem), axis)) {
        return 1.0;
    }
    const Axis& along = axis_of(problem, axis);
    const std::int64_t after = std::min(index + 1, along.cells - 1);
    return axis == quantity ? 0.5 * (width_of(along, index) + width_of(along, after))
                            : width_of(along, index);
}

bool has_closed_obstacles(const Problem& problem)
{
    return std::ranges::find(problem.obstacles, ObstacleMethod::closed, &Obstacle::method) !=
           problem.obstacles.end();
}

bool state_has_pressure(const Problem& problem)
{
    return problem.implicit_diffusion || has_closed_obstacles(problem) || problem.projections == 1;
}

bool viscosity_varies(const Problem& problem)
{
    return problem.eddies.model != EddyModel::none || problem.eddies.has_formula();
}

double default_eddy_constant(EddyModel model)
{
    constexpr std::array constants{0.0, 0.17, 0.5, 0.07};
    return constants.at(static_cast<std::size_t>(model));
}

double volume_of(const Problem& problem)
{
    return tobiuo::volume_of(problem.grid);
}

double area_of(const Problem& problem, int face)
{
    const Axis& fast = axis_of(problem, faster_axis(face / 2));
    const Axis& slow = axis_of(problem, slower_axis(face / 2));
    return (fast.upper - fast.lower) * (slow.upper - slow.lower);
}

double given_velocity(const Face& face, int component, std::size_t point)
{
    const auto at = static_cast<std::size_t>(component);
    return face.profile.at(at).empty() ? face.velocity.at(at) : face.profile.at(at).at(point);
}

double given_scalar(const ScalarFace& face, std::size_t point)
{
    return face.profile.empty() ? face.number : face.profile.at(point);
}

FaceValues face_values(const Problem& problem)
{
    FaceValues values{
        .faces = problem.faces,
        .scalar_faces = problem.scalar ? problem.scalar->faces : FaceValues{}.scalar_faces};
    for (const FurtherScalar& one : problem.further_scalars) {
        values.further.push_back(one.scalar.faces);
    }
    return values;
}

void set_face_values(Problem& problem, const FaceValues& values)
{
    problem.faces = values.faces;
    if (problem.scalar) {
        problem.scalar->faces = values.scalar_faces;
    }
    for (std::size_t at = 0; at < problem.further_scalars.size(); ++at) {
        problem.further_scalars[at].scalar.faces = values.further.at(at);
    }
}

int scalar_count(const Problem& problem)
{
    return problem.scalar ? 1 + static_cast<int>(problem.further_scalars.size()) : 0;
}

const Scalar& scalar_of_number(const Problem& problem, int number)
{
    return number == 0 ? problem.scalar.value()
                       : problem.further_scalars.at(static_cast<std::size_t>(number) - 1).scalar;
}

Problem with_scalar_in_front(const Problem& problem, int number)
{
    Problem changed = problem;
    changed.scalar = scalar_of_number(problem, number);
    return changed;
}

Problem with_scalar_alone(const Problem& problem, int number)
{
    Problem alone = problem;
    alone.further_scalars.clear();
    alone.sources.force = {};
    alone.sources.rotation = {};
    alone.sources.sponge.velocity = {};
    if (number > 0) {
        const FurtherScalar& one = problem.further_scalars.at(static_cast<std::size_t>(number) - 1);
        alone.scalar = one.scalar;
        alone.sources.scalar = one.source;
        alone.sources.scalar_gradient = one.gradient;
        alone.sources.sponge.scalar = one.sponge;
        for (std::size_t body = 0; body < alone.obstacles.size(); ++body) {
            const ObstacleScalar given =
                one.on_obstacles.empty() ? ObstacleScalar{} : one.on_obstacles.at(body);
            alone.obstacles[body].scalar_kind = given.kind;
            alone.obstacles[body].scalar = given.number;
        }
    }
    if (alone.sources.sponge.scalar.empty()) {
        alone.sources.sponge.rate.clear();
    }
    return alone;
}

bool JointBuoyancy::is_of_first() const
{
    return std::ranges::all_of(weights.begin() + (weights.empty() ? 0 : 1), weights.end(),
                               [](double weight) { return weight == 0.0; });
}

JointBuoyancy joint_buoyancy(const Problem& problem)
{
    JointBuoyancy joint;
    std::size_t along = 0;
    for (int number = 0; number < scalar_count(problem); ++number) {
        const std::array<double, 3>& own = scalar_of_number(problem, number).buoyancy;
        if (joint.buoyancy == std::array<double, 3>{}) {
            joint.buoyancy = own;
            along = static_cast<std::size_t>(
                std::ranges::max_element(own, {}, [](double one) { return std::abs(one); }) -
                own.begin());
        }
        const double unit = joint.buoyancy.at(along);
        const double weight = unit != 0.0 ? own.at(along) / unit : 0.0;
        joint.weights.push_back(weight);
        joint.reference += weight * scalar_of_number(problem, number).reference;
    }
    return joint;
}

poisson::Problem projection_of(const Problem& problem)
{
    const auto condition = [](const Face& face) {
        return face.kind == FaceKind::periodic  ? poisson::Condition::periodic
               : face.kind == FaceKind::outflow ? poisson::Condition::dirichlet
                                                : poisson::Condition::neumann;
    };
    poisson::Problem projection{.grid = problem.grid, .precision = problem.precision};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        projection.sides.at(axis) = {.lower = condition(problem.faces.at(axis).lower),
                                     .upper = condition(problem.faces.at(axis).upper)};
    }
    return projection;
}

bool is_bounded(const Problem& problem)
{
    return problem.scalar && problem.scalar->advection == ScalarAdvection::bounded;
}

std::int64_t points(const Problem& problem)
{
    return poisson::points(projection_of(problem));
}

double velocity_position(const Problem& problem, int component, int axis, std::int64_t index)
{
    return component == axis ? axis_of(problem, axis).node(index + 1)
                             : axis_of(problem, axis).centre(index);
}

std::string describe(const Problem& problem)
{
    std::string sizes;
    std::string faces;
    for (int axis = 0; axis < 3; ++axis) {
        const Faces& ends = problem.faces.at(static_cast<std::size_t>(axis));
        sizes += (axis == 0 ? "" : "x") + std::to_string(axis_of(problem, axis).cells);
        faces += (axis == 0 ? "" : " x ") + std::string{word_of(ends.lower.kind)};
        if (ends.lower.kind != ends.upper.kind) {
            faces += " to " + std::string{word_of(ends.upper.kind)};
        }
        faces += axis_of(problem, axis).stretched() ? " (stretched)" : "";
    }
    const std::string scalar =
        problem.scalar ? std::string{is_bounded(problem) ? ", a bounded" : ", a"} +
                             " scalar of diffusivity " + six_digits(problem.scalar->diffusivity)
                       : "";
    const std::string further =
        problem.further_scalars.empty()
            ? ""
            : " and " + std::to_string(problem.further_scalars.size()) + " more";
    const std::string implicit =
        problem.implicit_diffusion
            ? ", diffusion along " + axis_name(*problem.implicit_diffusion) + " implicit"
            : "";
    const std::string projections = problem.projections == 1 ? ", one projection a step" : "";
    const std::string eddies =
        std::string{problem.eddies.has_formula() ? " and more by a formula" : ""} +
        (problem.eddies.model == EddyModel::none
             ? ""
             : ", eddies by " + std::string{word_of(problem.eddies.model)} + "'s model");
    return "flow " + sizes + " cells, " + faces + ", viscosity " + six_digits(problem.viscosity) +
           eddies + scalar + further + implicit + projections +
           (problem.precision == Precision::fp32 ? ", single" : ", double");
}

}  // namespace tobiuo::flow
