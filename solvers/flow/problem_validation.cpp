// SPDX-License-Identifier: BSD-3-Clause
// What a flow problem must be, and why it is not.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tobiuo/error.hpp>

#include "kernels/flow/flow_box.hpp"
#include "runtime/all_finite.hpp"
#include "runtime/device/backend.hpp"
#include "solvers/flow/eddies.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/flow/recycling.hpp"
#include "solvers/flow/sources.hpp"
#include "solvers/flow/wall_laws.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/unit_of_length.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

constexpr std::string_view component_names = "uvw";

std::string face_name(int face)
{
    return std::string{face % 2 == 0 ? "lower" : "upper"} + " face across " + axis_name(face / 2);
}

std::size_t points_of_face(const Problem& problem, int face)
{
    const int axis = face / 2;
    return static_cast<std::size_t>(axis_of(problem, faster_axis(axis)).cells *
                                    axis_of(problem, slower_axis(axis)).cells);
}

/// Whether a face has the velocity that it is given. Others would lose it without a word.
bool takes_velocity(FaceKind kind)
{
    return kind == FaceKind::no_slip || kind == FaceKind::inflow;
}

std::string_view why_without_velocity(FaceKind kind)
{
    return kind == FaceKind::periodic ? "is periodic, but has a velocity (it is the same place as "
                                        "the opposite face): remove it"
           : kind == FaceKind::outflow
               ? "is an outflow, but has a velocity (the flow decides what leaves): remove it, or "
                 "make the face an inflow"
               : "is free-slip, but has a velocity (nothing drags the flow along it): remove it, "
                 "or make the face no-slip";
}

void validate_face(const Problem& problem, int face)
{
    const Face& one = face_of(problem, face);
    const int axis = face / 2;
    for (int component = 0; component < 3; ++component) {
        const auto& profile = one.profile.at(static_cast<std::size_t>(component));
        if (!profile.empty() && profile.size() != points_of_face(problem, face)) {
            throw std::invalid_argument{
                "the profile of " +
                std::string{component_names.substr(static_cast<std::size_t>(component), 1)} +
                " on the " + face_name(face) + " has " + std::to_string(profile.size()) +
                " values, but the face has " + std::to_string(points_of_face(problem, face)) +
                " cells: give one for each"};
        }
        for (std::size_t point = 0; point < std::max<std::size_t>(profile.size(), 1); ++point) {
            if (!std::isfinite(given_velocity(one, component, point))) {
                throw std::invalid_argument{"a velocity on the " + face_name(face) +
                                            " is not finite: give numbers"};
            }
            if (!takes_velocity(one.kind) && given_velocity(one, component, point) != 0.0) {
                throw std::invalid_argument{"the " + face_name(face) + " " +
                                            std::string{why_without_velocity(one.kind)}};
            }
            if (one.kind == FaceKind::no_slip && component == axis &&
                given_velocity(one, component, point) != 0.0) {
                throw std::invalid_argument{
                    "the " + face_name(face) + " is no-slip, but has the velocity " +
                    six_digits(given_velocity(one, component, point)) +
                    " across it (nothing flows through a wall): make it zero, or the face an "
                    "inflow"};
            }
        }
    }
}

void validate_scalar_face(const Problem& problem, const Scalar& scalar, int face)
{
    const ScalarFace& one = scalar.faces.at(static_cast<std::size_t>(face));
    if (!one.profile.empty() && one.profile.size() != points_of_face(problem, face)) {
        throw std::invalid_argument{
            "the profile of the scalar on the " + face_name(face) + " has " +
            std::to_string(one.profile.size()) + " values, but the face has " +
            std::to_string(points_of_face(problem, face)) + " cells: give one for each"};
    }
    bool flows = false;
    for (std::size_t point = 0; point < std::max<std::size_t>(one.profile.size(), 1); ++point) {
        const double given = given_scalar(one, point);
        if (!std::isfinite(given)) {
            throw std::invalid_argument{"the scalar on the " + face_name(face) +
                                        " is not finite: give numbers"};
        }
        flows = flows || (one.kind == ScalarFaceKind::flux && given != 0.0);
    }
    if (flows && scalar.diffusivity == 0.0) {
        throw std::invalid_argument{
            "the " + face_name(face) +
            " has a flux of the scalar, but nothing diffuses (the diffusivity is 0): give a "
            "diffusivity above 0, or no flux"};
    }
}

void validate_scalar(const Problem& problem, const Scalar& scalar)
{
    if (!std::isfinite(scalar.diffusivity) || scalar.diffusivity < 0.0) {
        throw std::invalid_argument{"the diffusivity of the scalar is " +
                                    six_digits(scalar.diffusivity) +
                                    " (diffusion levels out differences): give 0 or more"};
    }
    const bool finite = std::isfinite(scalar.reference) && all_finite(scalar.buoyancy);
    if (!finite) {
        throw std::invalid_argument{
            "the buoyancy of the scalar or its reference is not finite: give finite ones"};
    }
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).kind != FaceKind::periodic) {
            validate_scalar_face(problem, scalar, face);
        }
    }
}

void validate_obstacle(const Problem& problem, const Obstacle& obstacle, std::size_t number)
{
    if (obstacle.method == ObstacleMethod::closed &&
        obstacle.scalar_kind == ScalarFaceKind::value && is_bounded(problem)) {
        throw std::invalid_argument{
            "a closed obstacle gives the scalar a value, and its advection is bounded (in whose "
            "stages that has another part): use central advection, or the method forcing"};
    }
    const std::string name = "obstacle " + std::to_string(number + 1);
    if (!obstacle.inside) {
        throw std::invalid_argument{name +
                                    " has no shape: give a function that tells what is inside"};
    }
    if (obstacle.method == ObstacleMethod::closed && problem.implicit_diffusion) {
        throw std::invalid_argument{
            name +
            " is closed, and diffusion is implicit along an axis (its lines go through the body as "
            "if it were none): use explicit diffusion, or the method forcing"};
    }
    if (!std::isfinite(obstacle.scalar)) {
        throw std::invalid_argument{"the scalar on " + name + " is not finite: give a number"};
    }
    const bool flows = obstacle.scalar_kind == ScalarFaceKind::flux && obstacle.scalar != 0.0;
    if (flows && (!problem.scalar || problem.scalar->diffusivity == 0.0)) {
        throw std::invalid_argument{
            name +
            " has a flux of the scalar, but nothing diffuses (there is no scalar, or its "
            "diffusivity is 0): give a diffusivity above 0, or no flux"};
    }
    if (flows && problem.implicit_diffusion) {
        throw std::invalid_argument{
            name +
            " has a flux of the scalar, and diffusion is implicit along an axis (the lines go "
            "through the body, which would give less): use explicit diffusion, or a value"};
    }
}

void validate_axis(const Problem& problem, int axis)
{
    const Faces& faces = problem.faces.at(static_cast<std::size_t>(axis));
    const bool periodic = faces.lower.kind == FaceKind::periodic;
    const std::string name = axis_name(axis);
    if (periodic != (faces.upper.kind == FaceKind::periodic)) {
        throw std::invalid_argument{
            "axis " + name +
            " is periodic at one end only (its ends are the same place): make both ends periodic, "
            "or neither"};
    }
    if (periodic && axis_of(problem, axis).stretched()) {
        throw std::invalid_argument{
            "axis " + name +
            " is stretched and periodic (Poisson's equation along it needs walls): make its cells "
            "equal, or its faces walls"};
    }
    const bool has_outflow =
        faces.lower.kind == FaceKind::outflow || faces.upper.kind == FaceKind::outflow;
    if (has_outflow && axis_of(problem, axis).cells < 2) {
        throw std::invalid_argument{"axis " + name +
                                    " has one cell and an outflow (what leaves comes from the cell "
                                    "before the last): give it 2 or more"};
    }
}

/// Calls check(), whose refusal gets the name of the scalar.
template <typename Check>
void of_scalar(const Problem& problem, int number, const Check& check)
{
    try {
        check();
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument{"of the scalar " + scalar_of_number(problem, number).name +
                                    " (number " + std::to_string(number) + "): " + error.what()};
    }
}

bool are_parallel(const std::array<double, 3>& one, const std::array<double, 3>& other)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t next = (axis + 1) % 3;
        if (one.at(axis) * other.at(next) != one.at(next) * other.at(axis)) {
            return false;
        }
    }
    return true;
}

/// Scalars behind the first one: each alone, and what they do together.
void validate_further_scalars(const Problem& problem)
{
    if (problem.further_scalars.empty()) {
        return;
    }
    if (!problem.scalar) {
        throw std::invalid_argument{
            "there are further scalars, but none of number 0: give Problem::scalar, too"};
    }
    if (problem.implicit_diffusion) {
        throw std::invalid_argument{
            "the flow carries several scalars, and diffusion is implicit along an axis (whose "
            "systems are made for one): use explicit diffusion, or one scalar"};
    }
    if (has_closed_obstacles(problem)) {
        throw std::invalid_argument{
            "the flow carries several scalars, and an obstacle is closed (through whose faces one "
            "diffuses): use the method forcing, or one scalar"};
    }
    const JointBuoyancy joint = joint_buoyancy(problem);
    for (int number = 1; number < scalar_count(problem); ++number) {
        const FurtherScalar& one = problem.further_scalars.at(static_cast<std::size_t>(number) - 1);
        of_scalar(problem, number, [&] {
            if (!one.on_obstacles.empty() && one.on_obstacles.size() != problem.obstacles.size()) {
                throw std::invalid_argument{
                    "it is given on " + std::to_string(one.on_obstacles.size()) +
                    " obstacles, but there are " + std::to_string(problem.obstacles.size()) +
                    ": give it on each, or on none"};
            }
            if (!are_parallel(one.scalar.buoyancy, joint.buoyancy)) {
                throw std::invalid_argument{
                    "its buoyancy has another direction than that of a scalar before it (all are "
                    "weights in one field of gravity): make the directions the same or opposite"};
            }
            validate(with_scalar_alone(problem, number));
        });
    }
    for (int face = 0; face < face_count; ++face) {
        const bool has_law = face_of(problem, face).law.has_value();
        const bool is_outflow = face_of(problem, face).kind == FaceKind::outflow;
        const auto axis = static_cast<std::size_t>(face / 2);
        for (int number = 0; number < scalar_count(problem); ++number) {
            const Scalar& scalar = scalar_of_number(problem, number);
            const ScalarFace& on = scalar.faces.at(static_cast<std::size_t>(face));
            const bool is_given =
                on.kind == ScalarFaceKind::value || on.number != 0.0 || !on.profile.empty();
            if (is_outflow && is_given && !joint.is_of_first() &&
                (number == 0 || scalar.buoyancy != decltype(scalar.buoyancy){})) {
                of_scalar(problem, number, [&] {
                    throw std::invalid_argument{
                        "the " + face_name(face) +
                        " is an outflow and gives it something, and several have buoyancy (whose "
                        "sum is continued there): insulate it"};
                });
            }
            if (number > 0 && has_law &&
                (scalar.buoyancy.at(axis) != 0.0 ||
                 (on.kind == ScalarFaceKind::value && problem.scalar->buoyancy.at(axis) != 0.0))) {
                of_scalar(problem, number, [&] {
                    throw std::invalid_argument{
                        "the " + face_name(face) +
                        " has a wall law, which knows the layers of the scalar of number 0 alone: "
                        "make that the one with buoyancy, and give the flux of the others"};
                });
            }
        }
    }
}

void validate_implicit_diffusion(const Problem& problem)
{
    if (!problem.implicit_diffusion) {
        return;
    }
    const int axis = *problem.implicit_diffusion;
    if (axis < 0 || axis > 2) {
        throw std::invalid_argument{"diffusion is implicit along axis " + std::to_string(axis) +
                                    " (there are 0, 1 and 2 for x, y and z): give one of them"};
    }
    if (poisson::is_absent(projection_of(problem), axis)) {
        throw std::invalid_argument{"diffusion is implicit along axis " + axis_name(axis) +
                                    ", along which nothing changes (it is one periodic cell): "
                                    "give another axis, or none"};
    }
    if (is_bounded(problem)) {
        throw std::invalid_argument{
            "the advection of the scalar is bounded, and diffusion is implicit along an axis (of "
            "the second order in time no implicit diffusion keeps bounds in long steps): use "
            "central advection, or explicit diffusion"};
    }
}

void validate_projections(const Problem& problem)
{
    if (problem.projections != 1 && problem.projections != 3) {
        throw std::invalid_argument{"a step has " + std::to_string(problem.projections) +
                                    " projections (it has three stages, and projects after each or "
                                    "after the last one): give 3 or 1"};
    }
    if (problem.projections == 1 && problem.implicit_diffusion) {
        throw std::invalid_argument{
            "a step has one projection, and diffusion is implicit along an axis (each of its "
            "stages "
            "corrects the pressure by what its projection finds): use three, or explicit "
            "diffusion"};
    }
    if (problem.projections == 1 && has_closed_obstacles(problem)) {
        throw std::invalid_argument{
            "a step has one projection, and an obstacle is closed (nothing flows through its faces "
            "after any stage): use three, or the method forcing"};
    }
}

/// " times area", " times length", or nothing if one axis is there.
std::string unit_of_faces(const Problem& problem)
{
    int axes = 3;
    for (int axis = 0; axis < 3; ++axis) {
        axes -= poisson::is_absent(projection_of(problem), axis) ? 1 : 0;
    }
    return axes == 3 ? " times area" : axes == 2 ? " times length" : "";
}

void validate_rate(const Problem& problem, int face)
{
    const Face& one = face_of(problem, face);
    if (!one.flow_rate) {
        return;
    }
    const double rate = *one.flow_rate;
    if (one.kind != FaceKind::inflow) {
        throw std::invalid_argument{"the " + face_name(face) +
                                    " has a flow rate, but is no inflow (only what is given there "
                                    "can be scaled): remove it, or make the face an inflow"};
    }
    if (!std::isfinite(rate)) {
        throw std::invalid_argument{"the flow rate of the " + face_name(face) +
                                    " is not finite: give a number"};
    }
    const FaceFlow flow = flow_of(problem, face);
    if (cannot_carry(flow, rate)) {
        throw std::invalid_argument{
            "the " + face_name(face) + " has the flow rate " + six_digits(rate) +
            ", but its velocity carries nothing through it on the whole (there is nothing to "
            "scale): give a velocity across the face that does"};
    }
    if (carries_against(flow, rate)) {
        throw std::invalid_argument{
            "the " + face_name(face) + " has the flow rate " + six_digits(rate) +
            ", but its velocity flows " + (rate > 0.0 ? "out of" : "into") +
            " the box (a rate above 0 enters): change the sign of one of them"};
    }
}

void validate_balance(const Problem& problem)
{
    const Balance balance = balance_of(problem);
    if (is_out_of_balance(balance)) {
        const double width = absent_width(problem);
        const std::string excess = six_digits(std::abs(balance.entering) / width);
        throw std::invalid_argument{
            excess +
            (balance.entering > 0 ? " more flows into the box than out"
                                  : " more flows out of the box than into it") +
            " (velocity" + unit_of_faces(problem) + ", of " + six_digits(balance.moved / width) +
            " through all inflow faces; an incompressible fluid keeps its volume): make a face an "
            "outflow, give flow rates, or make the velocities balance"};
    }
}

}  // namespace

bool cannot_carry(const FaceFlow& flow, double rate)
{
    constexpr double rounding = 1e-9;  // of a profile that balances itself
    return rate != 0.0 && std::abs(flow.net()) <= rounding * flow.moved();
}

bool carries_against(const FaceFlow& flow, double rate)
{
    return rate * flow.net() < 0.0;
}

bool is_out_of_balance(const Balance& balance)
{
    // The part of all that is moved by which numbers of seven digits are out of balance.
    constexpr double rounding = 1e-6;
    return balance.outflow_area == 0.0 &&
           std::abs(balance.entering) > rounding * balance.moved + balance.uncertain;
}

void validate(const Problem& problem)
{
    if (problem.grid.location != Location::cell) {
        throw std::invalid_argument{
            "the grid has its values on nodes (a staggered grid has the pressure at centres of "
            "cells): give Location::cell"};
    }
    for (int axis = 0; axis < 3; ++axis) {
        validate_axis(problem, axis);
    }
    const poisson::Problem projection = projection_of(problem);
    poisson::validate(projection);
    if (poisson::has_dense_axes(projection)) {
        throw std::invalid_argument{
            "more than one axis is stretched (the stages of a flow take one): stretch one"};
    }
    if (!poisson::unit_of_length(projection).is_one()) {  // a step divides by squares of lengths
        throw std::invalid_argument{
            std::string{"cells are so short or the box is so long that squares of their lengths "
                        "leave the range of "} +
            (problem.precision == Precision::fp32 ? "single" : "double") +
            " precision (a step divides by them): give lengths in units near the cells' own"};
    }
    for (int face = 0; face < face_count; ++face) {
        validate_face(problem, face);
        validate_rate(problem, face);
    }
    if (!std::isfinite(problem.viscosity) || problem.viscosity < 0.0) {
        throw std::invalid_argument{"the viscosity is " + six_digits(problem.viscosity) +
                                    " (friction takes energy from a flow): give 0 or more"};
    }
    if (!all_finite(problem.force)) {
        throw std::invalid_argument{"the force is not finite: give numbers"};
    }
    if (problem.scalar) {
        validate_scalar(problem, *problem.scalar);
    }
    validate_further_scalars(problem);
    validate_implicit_diffusion(problem);
    validate_projections(problem);
    validate_sources(problem);
    validate_eddies(problem);
    validate_wall_laws(problem);
    validate_recycling(problem);
    if (!(problem.closed_tolerance > 0.0 && problem.closed_tolerance < 1.0)) {
        throw std::invalid_argument{"the tolerance of closed obstacles is " +
                                    six_digits(problem.closed_tolerance) +
                                    " (it is a part of what pushes against them): give a number "
                                    "between 0 and 1, such as 1e-6"};
    }
    for (std::size_t number = 0; number < problem.obstacles.size(); ++number) {
        validate_obstacle(problem, problem.obstacles[number], number);
    }
    validate_balance(problem);
}

Problem with_obstacles(const Problem& problem, const std::vector<Obstacle>& obstacles)
{
    const auto is_same = [](const Obstacle& before, const Obstacle& after) {
        return before.method == after.method && before.scalar_kind == after.scalar_kind &&
               before.scalar == after.scalar;
    };
    if (!std::ranges::equal(problem.obstacles, obstacles, is_same)) {
        throw std::invalid_argument{
            "the obstacles are not those of the problem (these move, but stay as many and do the "
            "same to the scalar): give them in the same order, with other shapes and velocities "
            "only"};
    }
    Problem changed = problem;
    changed.obstacles = obstacles;
    if (has_closed_obstacles(changed)) {
        throw std::invalid_argument{
            "obstacles move, and one is closed (whose projection knows its cells from the start): "
            "use the method forcing for all"};
    }
    for (std::size_t number = 0; number < obstacles.size(); ++number) {
        validate_obstacle(changed, obstacles[number], number);
    }
    return changed;
}

Problem with_faces(const Problem& problem, const FaceValues& values)
{
    if (values.further.size() != problem.further_scalars.size()) {
        throw std::invalid_argument{
            "faces were given for " + std::to_string(values.further.size()) +
            " further scalars, but the problem has " +
            std::to_string(problem.further_scalars.size()) + ": give those of each"};
    }
    Problem changed = problem;
    set_face_values(changed, values);
    for (int face = 0; face < face_count; ++face) {
        const Face& before = face_of(problem, face);
        const Face& after = face_of(changed, face);
        bool same = before.kind == after.kind && before.velocity == after.velocity &&
                    before.flow_rate == after.flow_rate && before.recycling == after.recycling;
        for (std::size_t component = 0; component < 3; ++component) {
            same =
                same && before.profile.at(component).size() == after.profile.at(component).size();
        }
        for (int number = 0; number < scalar_count(problem); ++number) {
            const auto at = static_cast<std::size_t>(face);
            const ScalarFace& scalar_before = scalar_of_number(problem, number).faces.at(at);
            const ScalarFace& scalar_after = scalar_of_number(changed, number).faces.at(at);
            same = same && scalar_before.kind == scalar_after.kind &&
                   scalar_before.number == scalar_after.number &&
                   scalar_before.profile.size() == scalar_after.profile.size();
        }
        if (!same) {
            throw std::invalid_argument{
                "the " + face_name(face) +
                " has another kind, number or size of a profile than before (only the values of "
                "profiles change with time): make the problem with profiles where they change"};
        }
    }
    validate(changed);
    return changed;
}

void validate_arrays(const Problem& problem, const FaceArrays& arrays)
{
    if (arrays.further.size() > problem.further_scalars.size()) {
        throw std::invalid_argument{
            "there are arrays of faces for " + std::to_string(arrays.further.size()) +
            " further scalars, and the problem has " +
            std::to_string(problem.further_scalars.size()) + ": give as many at most"};
    }
    for (int face = 0; face < face_count; ++face) {
        const auto at = static_cast<std::size_t>(face);
        bool fits = arrays.scalar.at(at) == nullptr ||
                    (problem.scalar && !problem.scalar->faces.at(at).profile.empty());
        for (std::size_t number = 0; number < arrays.further.size(); ++number) {
            fits = fits && (arrays.further[number].at(at) == nullptr ||
                            (number < problem.further_scalars.size() &&
                             !problem.further_scalars[number].scalar.faces.at(at).profile.empty()));
        }
        for (std::size_t component = 0; component < 3; ++component) {
            fits = fits && (arrays.velocity.at(at).at(component) == nullptr ||
                            !face_of(problem, face).profile.at(component).empty());
        }
        if (!fits) {
            throw std::invalid_argument{
                "an array was given for the " + face_name(face) +
                " where the problem has no profile (only the values of profiles change with "
                "time): make the problem with profiles where they change"};
        }
    }
    if (!std::isfinite(arrays.entering)) {
        throw std::invalid_argument{
            "what enters through the faces of a flow is not finite: give a number"};
    }
}

std::optional<std::string> unsupported_reason(const Problem& problem, Backend backend)
{
    try {
        validate(problem);
        refuse_opencl(backend, "flow");
        return poisson::unsupported_reason(projection_of(problem), backend);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

}  // namespace tobiuo::flow
