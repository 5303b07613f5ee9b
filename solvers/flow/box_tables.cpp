#include "solvers/flow/box_tables.hpp"

#include <algorithm>
#include <cstdint>

#include "kernels/flow/host/host_stage.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
template <typename T>
BoxTables<T>::BoxTables(const Problem& problem)
{
    box_.viscosity = static_cast<T>(problem.viscosity);
    box_.implicit_axis = problem.implicit_diffusion.value_or(3);
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        box_.counts[axis] = problem.grid.axes.at(at).cells;
        box_.periodic[axis] = problem.faces.at(at).lower.kind == FaceKind::periodic;
        if (problem.scalar) {
            const double buoyancy = problem.scalar->buoyancy.at(at);
            box_.buoyancy[axis] = static_cast<T>(buoyancy);
            unbuoyant_.at(at) = buoyancy * problem.scalar->reference;
        }
        box_.force[axis] = force_with_buoyancy(axis, problem.force.at(at));
    }
    box_.diffusivity = static_cast<T>(problem.scalar ? problem.scalar->diffusivity : 0.0);
    for (int axis = 0; axis < 3; ++axis) {
        add_spacings(problem, axis);
    }
    for (int face = 0; face < face_count; ++face) {
        add_face(problem, face);
        if (problem.scalar) {
            add_scalar(problem, face);
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
        for (std::int64_t cell = -1; cell < one.cells + host_piece; ++cell) {
            values_.push_back(static_cast<T>(value(cell)));
        }
        return first + 1;
    };
    spacings_[axis] = {
        .per_width = add([&](std::int64_t cell) { return 1.0 / width(cell); }),
        .per_gap = add([&](std::int64_t cell) { return 1.0 / gap(cell); }),
        .share = {add([&](std::int64_t cell) { return width(cell) / gap(cell); }),
                  add([&](std::int64_t cell) { return width(cell + 1) / gap(cell); })}};
}

template <typename T>
typename BoxTables<T>::Profile BoxTables<T>::add_profile(const Face& face, int component,
                                                         double factor, std::size_t points)
{
    const std::size_t first = values_.size();
    for (std::size_t point = 0; point < points; ++point) {
        values_.push_back(static_cast<T>(factor * given_velocity(face, component, point)));
    }
    return {.first = first, .count = points, .factor = factor};
}

template <typename T>
void BoxTables<T>::add_face(const Problem& problem, int face)
{
    const Face& given = face_of(problem, face);
    const int axis = face / 2;
    const auto points =
        static_cast<std::size_t>(box_.counts[faster_axis(axis)] * box_.counts[slower_axis(axis)]);
    const bool slides = given.kind == FaceKind::free_slip || given.kind == FaceKind::outflow;
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
        if (!given.profile.at(at).empty() && !(across && face % 2 == 1)) {
            profiles_.at(static_cast<std::size_t>(face)).at(at) =
                add_profile(given, component, factor, points);
        }
    }
    if (face % 2 == 1) {
        const bool is_given = !slides && given.kind != FaceKind::periodic;
        const Profile held = add_profile(is_given ? given : Face{}, axis, 1.0, points);
        upper_.push_back(held.first);
        if (is_given && !given.profile.at(static_cast<std::size_t>(axis)).empty()) {
            profiles_.at(static_cast<std::size_t>(face)).at(static_cast<std::size_t>(axis)) = held;
        }
        box_.faces[face].velocity[axis] = {};
    }
}

/// On a face with a value that is the mean of those on both sides of it; a flux is diffusivity times
/// the difference over the width of a cell.
template <typename T>
void BoxTables<T>::add_scalar(const Problem& problem, int face)
{
    const ScalarFace& given = problem.scalar->faces.at(static_cast<std::size_t>(face));
    const Axis& axis = problem.grid.axes.at(static_cast<std::size_t>(face / 2));
    const double width = width_of(axis, face % 2 == 0 ? 0 : axis.cells - 1);
    const bool has_value = given.kind == ScalarFaceKind::value;
    const double factor = has_value                           ? 2.0
                          : problem.scalar->diffusivity > 0.0 ? width / problem.scalar->diffusivity
                                                              : 0.0;
    Beyond<T>& beyond = box_.faces[face].scalar;
    beyond.factor = has_value ? T{-1} : T{1};
    beyond.value = static_cast<T>(factor * given.number);
    if (!given.profile.empty()) {
        profiles_.at(static_cast<std::size_t>(face)).at(scalar_profile) =
            Profile{.first = values_.size(), .count = given.profile.size(), .factor = factor};
        for (std::size_t point = 0; point < given.profile.size(); ++point) {
            values_.push_back(static_cast<T>(factor * given_scalar(given, point)));
        }
    }
}

template <typename T>
Box<T> BoxTables<T>::box(const T* values) const
{
    Box<T> box = box_;
    for (int axis = 0; axis < 3; ++axis) {
        const SpacingTables& tables = spacings_[axis];
        box.axes[axis] = {.per_width = values + tables.per_width,
                          .per_gap = values + tables.per_gap,
                          .share = {values + tables.share[0], values + tables.share[1]}};
    }
    for (int face = 0; face < face_count; ++face) {
        for (int component = 0; component < 3; ++component) {
            const bool is_held = face % 2 == 1 && component == face / 2;
            if (profile(face, component) && !is_held) {
                box.faces[face].velocity[component].values =
                    values + profile(face, component)->first;
            }
        }
        if (profile(face, scalar_profile)) {
            box.faces[face].scalar.values = values + profile(face, scalar_profile)->first;
        }
    }
    return box;
}

template class BoxTables<float>;
template class BoxTables<double>;

}  // namespace tobiuo::flow
