// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/box_tables.hpp"

#include <algorithm>
#include <cstdint>

#include "kernels/flow/host/host_stage.hpp"
#include "solvers/flow/eddies.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
template <typename T>
BoxTables<T>::BoxTables(const Problem& problem, const Slab& slab)
    : first_plane_{slab.first},
      planes_{problem.grid.axes[2].cells},
      goes_round_{problem.faces[2].lower.kind == FaceKind::periodic}
{
    box_.viscosity = static_cast<T>(problem.viscosity);
    box_.implicit_axis = problem.implicit_diffusion.value_or(3);
    const JointBuoyancy joint = joint_buoyancy(problem);
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        box_.counts[axis] = problem.grid.axes.at(at).cells;
        box_.periodic[axis] = problem.faces.at(at).lower.kind == FaceKind::periodic;
        box_.buoyancy[axis] = static_cast<T>(joint.buoyancy.at(at));
        unbuoyant_.at(at) = joint.buoyancy.at(at) * joint.reference;
        box_.force[axis] = force_with_buoyancy(axis, problem.force.at(at));
    }
    box_.diffusivity = static_cast<T>(problem.scalar ? problem.scalar->diffusivity : 0.0);
    box_.bounded = is_bounded(problem);
    box_.per_prandtl = static_cast<T>(1.0 / problem.eddies.prandtl);
    box_.counts[2] = slab.count;
    box_.periodic[2] = goes_round_ && !slab.is_joined();
    std::copy_n(slab.joined, 2, box_.joined);
    for (int axis = 0; axis < 3; ++axis) {
        add_spacings(problem, axis);
    }
    for (int face = 0; face < face_count; ++face) {
        add_face(problem, face);
        if (problem.scalar) {
            add_scalar(problem, face);
        }
        if (has_no_eddies(problem, face)) {
            box_.faces[face].viscosity = {.factor = -1, .value = 2 * box_.viscosity};
        }
    }
}

template <typename T>
void BoxTables<T>::add_spacings(const Problem& problem, int axis)
{
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    const auto width = [&](std::int64_t cell) {
        const std::int64_t inside = std::clamp<std::int64_t>(cell, 0, one.cells - 1);
        return width_of(one, inside);
    };
    const auto gap = [&](std::int64_t cell) { return 0.5 * (width(cell) + width(cell + 1)); };
    const auto add = [&](const auto& value) {
        const std::size_t first = values_.size();
        for (std::int64_t cell = -2; cell < one.cells + host_piece; ++cell) {
            values_.push_back(static_cast<T>(value(cell)));
        }
        return first + 2;
    };
    spacings_[axis] = {
        .per_width = add([&](std::int64_t cell) { return 1.0 / width(cell); }),
        .per_gap = add([&](std::int64_t cell) { return 1.0 / gap(cell); }),
        .share = {add([&](std::int64_t cell) { return width(cell) / gap(cell); }),
                  add([&](std::int64_t cell) { return width(cell + 1) / gap(cell); })}};
}

template <typename T>
template <typename Value>
typename BoxTables<T>::Profile BoxTables<T>::add_profile(int face, double factor,
                                                         const Value& value)
{
    const bool is_along_z = face / 2 < 2;
    const long long columns = box_.counts[faster_axis(face / 2)];
    const long long rows = is_along_z ? planes_ : box_.counts[slower_axis(face / 2)];
    const long long beyond = is_along_z ? 1 : 0;
    const std::size_t first = values_.size() + static_cast<std::size_t>(beyond * columns);
    for (long long row = -beyond; row < rows + beyond; ++row) {
        const long long from =
            goes_round_ ? (row + rows) % rows : std::clamp<long long>(row, 0, rows - 1);
        for (long long column = 0; column < columns; ++column) {
            const auto point = static_cast<std::size_t>(from * columns + column);
            values_.push_back(static_cast<T>(factor * value(point)));
        }
    }
    return {.first = first,
            .count = static_cast<std::size_t>(rows * columns),
            .factor = factor,
            .beyond = static_cast<std::size_t>(beyond * columns)};
}

template <typename T>
void BoxTables<T>::add_face(const Problem& problem, int face)
{
    const Face& given = face_of(problem, face);
    const int axis = face / 2;
    const bool slides = given.kind == FaceKind::free_slip || given.kind == FaceKind::outflow ||
                        given.law.has_value();
    box_.faces[face].pressure_factor = given.kind == FaceKind::outflow ? T{-1} : T{1};
    for (int component = 0; component < 3; ++component) {
        Beyond<T>& beyond = box_.faces[face].velocity[component];
        const auto at = static_cast<std::size_t>(component);
        const bool across = component == axis;
        if (slides) {
            beyond.factor = across ? T{0} : T{1};
            continue;
        }
        // The mean of the values on both sides of the face is the velocity on it.
        const double factor = across ? 1.0 : 2.0;
        beyond.factor = across ? T{0} : T{-1};
        beyond.value = static_cast<T>(factor * given.velocity.at(at));
        if ((!given.profile.at(at).empty() || given.recycling) && !(across && face % 2 == 1)) {
            profiles_.at(static_cast<std::size_t>(face)).at(at) = add_profile(
                face, factor,
                [&](std::size_t point) { return given_velocity(given, component, point); });
        }
    }
    if (face % 2 == 1) {
        const bool is_given =
            (!slides || given.law.has_value()) && given.kind != FaceKind::periodic;
        const Face& through = is_given ? given : Face{};
        const Profile held = add_profile(
            face, 1.0, [&](std::size_t point) { return given_velocity(through, axis, point); });
        upper_.push_back(held.first);
        if (is_given &&
            (!given.profile.at(static_cast<std::size_t>(axis)).empty() || given.recycling)) {
            profiles_.at(static_cast<std::size_t>(face)).at(static_cast<std::size_t>(axis)) = held;
        }
        box_.faces[face].velocity[axis] = {};
    }
}

/// On a face with a value that is the mean of those on both sides of it; a flux is diffusivity times
/// the difference over the width of a cell. A wall law takes back what its kernel would find, and
/// reads the value of the face where it has no mirror image.
template <typename T>
void BoxTables<T>::add_scalar(const Problem& problem, int face)
{
    const ScalarFace& given = problem.scalar->faces.at(static_cast<std::size_t>(face));
    const Axis& axis = problem.grid.axes.at(static_cast<std::size_t>(face / 2));
    const double width = width_of(axis, face % 2 == 0 ? 0 : axis.cells - 1);
    const bool has_law = face_of(problem, face).law.has_value();
    const bool has_value = given.kind == ScalarFaceKind::value;
    const double factor = has_value                           ? (has_law ? 1.0 : 2.0)
                          : problem.scalar->diffusivity > 0.0 ? width / problem.scalar->diffusivity
                                                              : 0.0;
    Beyond<T>& beyond = box_.faces[face].scalar;
    beyond.factor = !has_value ? T{1} : has_law ? T{0} : T{-1};
    beyond.value = static_cast<T>(factor * given.number);
    if (!given.profile.empty()) {
        profiles_.at(static_cast<std::size_t>(face)).at(scalar_profile) = add_profile(
            face, factor, [&](std::size_t point) { return given_scalar(given, point); });
    }
}

template <typename T>
Box<T> BoxTables<T>::box(const T* values) const
{
    Box<T> box = box_;
    for (int axis = 0; axis < 3; ++axis) {
        const SpacingTables& tables = spacings_[axis];
        const T* const from = values + (axis == 2 ? first_plane_ : 0);
        box.axes[axis] = {.per_width = from + tables.per_width,
                          .per_gap = from + tables.per_gap,
                          .share = {from + tables.share[0], from + tables.share[1]}};
    }
    for (int face = 0; face < face_count; ++face) {
        for (int component = 0; component < 3; ++component) {
            const bool is_held = face % 2 == 1 && component == face / 2;
            if (profile(face, component) && !is_held) {
                box.faces[face].velocity[component].values =
                    values + profile(face, component)->first + first_of_slab(face);
            }
        }
        if (profile(face, scalar_profile)) {
            box.faces[face].scalar.values =
                values + profile(face, scalar_profile)->first + first_of_slab(face);
        }
    }
    return box;
}

template class BoxTables<float>;
template class BoxTables<double>;

}  // namespace tobiuo::flow
