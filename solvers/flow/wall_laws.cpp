// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/wall_laws.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "kernels/flow/forcing_items.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/problem_words.hpp"

namespace tobiuo::flow {
namespace {

void refuse(int face, const std::string& why)
{
    throw std::invalid_argument{"the " + std::string{face % 2 == 0 ? "lower" : "upper"} +
                                " face across " + axis_name(face / 2) + " has a wall law, " + why};
}

bool has_buoyancy_across(const Problem& problem, int face)
{
    return problem.scalar && problem.scalar->buoyancy.at(static_cast<std::size_t>(face / 2)) != 0.0;
}

}  // namespace

bool has_wall_laws(const Problem& problem)
{
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).law) {
            return true;
        }
    }
    return false;
}

void validate_wall_laws(const Problem& problem)
{
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        if (!one.law) {
            continue;
        }
        if (one.kind != FaceKind::no_slip) {
            refuse(face, "but is no wall: make it one (no-slip), or leave out the law");
        }
        for (const auto& profile : one.profile) {
            if (!profile.empty()) {
                refuse(face, "and a velocity for each point: give one velocity");
            }
        }
        const Axis& axis = axis_of(problem, face / 2);
        const double distance = 0.5 * width_of(axis, face % 2 == 0 ? 0 : axis.cells - 1);
        if (!(one.law->roughness >= 0.0) || !(2.0 * one.law->roughness < distance)) {
            refuse(face,
                   "whose roughness is " + six_digits(one.law->roughness) +
                       " (the velocity of the law is that in the middle of a cell, " +
                       six_digits(distance) +
                       " away): give 0 of a smooth wall or more, below half of this distance");
        }
        if (one.law->roughness == 0.0 && problem.eddies.has_formula()) {
            refuse(face,
                   "is smooth, and the viscosity has a formula (the law has one viscosity): give "
                   "a roughness, or leave out the formula");
        }
        if (problem.implicit_diffusion == face / 2) {
            refuse(face,
                   "and diffusion across it is implicit (whose systems have the friction of a "
                   "wall without a law): make it explicit");
        }
        const bool has_value =
            problem.scalar &&
            problem.scalar->faces.at(static_cast<std::size_t>(face)).kind == ScalarFaceKind::value;
        if (has_buoyancy_across(problem, face) && !has_value &&
            !problem.scalar->faces.at(static_cast<std::size_t>(face)).profile.empty()) {
            refuse(face,
                   "and a flux of the scalar for each point, which has buoyancy across it: give "
                   "one flux, or a value of the scalar");
        }
        if (has_value && one.law->roughness == 0.0) {
            refuse(face,
                   "is smooth and gives the scalar a value (the law gives no flux of it): give "
                   "a roughness, or a flux of the scalar");
        }
    }
}

template <typename T>
LawWall<T> law_wall(const Problem& problem, int face)
{
    const Face& one = face_of(problem, face);
    LawWall<T> wall{.face = face,
                    .roughness = static_cast<T>(one.law.value().roughness),
                    .has_buoyancy = has_buoyancy_across(problem, face)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        wall.wall_velocity[axis] = static_cast<T>(one.velocity.at(axis));
    }
    if (problem.scalar) {
        const ScalarFace& scalar = problem.scalar->faces.at(static_cast<std::size_t>(face));
        wall.gives_value = scalar.kind == ScalarFaceKind::value;
        wall.flux = static_cast<T>(wall.gives_value ? 0.0 : scalar.number);
    }
    return wall;
}

template <typename T>
WallLaws<T>::WallLaws(const Problem& problem, const runtime::Machine& machine, bool of_scalar_alone)
    : add_{machine}
{
    for (int face = 0; face < face_count; ++face) {
        const Face& one = face_of(problem, face);
        if (!one.law) {
            continue;
        }
        WallFriction<T> item{.wall = law_wall<T>(problem, face)};
        for (const int component : {faster_axis(face / 2), slower_axis(face / 2)}) {
            item.quantity = component;
            if (!of_scalar_alone) {
                items_.push_back(item);
            }
        }
        if (item.wall.gives_value) {
            item.quantity = scalar_quantity;
            items_.push_back(item);
        }
    }
}

template <typename T>
void WallLaws<T>::add(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                      double step, Stream stream) const
{
    for (WallFriction<T> item : items_) {
        const int axis = item.wall.across();
        if (!box.has_face(axis, item.wall.face % 2)) {
            continue;  // another rank has it
        }
        item.box = box;
        item.arrays = arrays;
        const Stage& own = item.quantity == scalar_quantity ? scalar_stage(box, stage) : stage;
        item.new_part = static_cast<T>(own.gamma * step);
        item.keeps = own.keeps;
        add_(item, box.points() / box.counts[axis], stream);
    }
}

template LawWall<float> law_wall(const Problem&, int);
template LawWall<double> law_wall(const Problem&, int);
template class WallLaws<float>;
template class WallLaws<double>;

}  // namespace tobiuo::flow
