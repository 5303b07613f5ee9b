// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/outflow_pressure.hpp"

#include <algorithm>
#include <cstddef>

#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {
namespace {

std::vector<int> outflows_of(const Problem& problem)
{
    std::vector<int> faces;
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).kind == FaceKind::outflow) {
            faces.push_back(face);
        }
    }
    return faces;
}

/// Faces across different axes have a common edge.
bool have_edges(const std::vector<int>& faces)
{
    return std::ranges::any_of(faces, [&](int face) { return face / 2 != faces.front() / 2; });
}

bool needs_constants(const Problem& problem)
{
    return !buoyant_outflows(problem).empty() && have_edges(outflows_of(problem));
}

double extent_of(const Problem& problem, int axis)
{
    return axis_of(problem, axis).upper - axis_of(problem, axis).lower;
}

using Matrix = std::array<std::array<double, face_count>, face_count>;

/// Solves for the columns of `right`. The matrix is symmetric and positive definite, so that no
/// pivots are exchanged.
template <typename T>
void solve_small(Matrix& matrix, std::array<std::array<double, most_face_edges>, face_count>& right,
                 T (&solution)[face_count][most_face_edges])
{
    for (std::size_t pivot = 0; pivot < face_count; ++pivot) {
        for (std::size_t row = 0; row < face_count; ++row) {
            if (row == pivot) {
                continue;
            }
            const double part = matrix.at(row).at(pivot) / matrix.at(pivot).at(pivot);
            for (std::size_t column = 0; column < face_count; ++column) {
                matrix.at(row).at(column) -= part * matrix.at(pivot).at(column);
            }
            for (std::size_t column = 0; column < most_face_edges; ++column) {
                right.at(row).at(column) -= part * right.at(pivot).at(column);
            }
        }
    }
    for (std::size_t row = 0; row < face_count; ++row) {
        for (std::size_t column = 0; column < most_face_edges; ++column) {
            solution[row][column] =
                static_cast<T>(right.at(row).at(column) / matrix.at(row).at(row));
        }
    }
}

/// The edges of outflow faces, and by least squares what the difference at each of them adds to the
/// constants: of weight are the lengths of edges, and the sum of the constants times areas is 0.
template <typename T>
FaceConstants<T> constants_of(const Problem& problem, const std::vector<int>& faces)
{
    FaceConstants<T> constants;
    Matrix matrix{};
    std::array<std::array<double, most_face_edges>, face_count> right{};
    std::array<double, 3> parts{};  // of the longest edge
    for (int axis = 0; axis < 3; ++axis) {
        parts.at(static_cast<std::size_t>(axis)) =
            extent_of(problem, axis) /
            std::max({extent_of(problem, 0), extent_of(problem, 1), extent_of(problem, 2)});
    }
    const auto part = [&](int axis) { return parts.at(static_cast<std::size_t>(axis)); };
    for (const int first : faces) {
        for (const int second : faces) {
            const double areas = part(faster_axis(first / 2)) * part(slower_axis(first / 2)) *
                                 part(faster_axis(second / 2)) * part(slower_axis(second / 2));
            const auto a = static_cast<std::size_t>(first);
            const auto b = static_cast<std::size_t>(second);
            matrix.at(a).at(b) += areas;
            if (first / 2 >= second / 2) {
                continue;
            }
            const auto edge = static_cast<std::size_t>(constants.edges);
            const double length = part(3 - first / 2 - second / 2);
            constants.edge[constants.edges++] = {
                .faces = {first, second},
                .length = static_cast<T>(extent_of(problem, 3 - first / 2 - second / 2))};
            matrix.at(a).at(a) += length;
            matrix.at(b).at(b) += length;
            matrix.at(a).at(b) -= length;
            matrix.at(b).at(a) -= length;
            right.at(a).at(edge) = length;
            right.at(b).at(edge) = -length;
        }
    }
    for (std::size_t face = 0; face < face_count; ++face) {
        if (std::ranges::find(faces, static_cast<int>(face)) == faces.end()) {
            matrix.at(face).at(face) = 1.0;
        }
    }
    solve_small(matrix, right, constants.shares);
    return constants;
}

}  // namespace

std::vector<int> buoyant_outflows(const Problem& problem)
{
    std::vector<int> buoyant;
    const JointBuoyancy joint = joint_buoyancy(problem);
    const auto has_buoyancy = [&](int axis) {
        return joint.buoyancy.at(static_cast<std::size_t>(axis)) != 0.0 &&
               !poisson::is_absent(projection_of(problem), axis);
    };
    for (const int face : outflows_of(problem)) {
        if (problem.scalar &&
            (has_buoyancy(faster_axis(face / 2)) || has_buoyancy(slower_axis(face / 2)))) {
            buoyant.push_back(face);
        }
    }
    return buoyant;
}

poisson::Problem problem_along(const Problem& problem, int face)
{
    poisson::Problem along = projection_of(problem);
    for (poisson::Sides& sides : along.sides) {
        if (sides.lower != poisson::Condition::periodic) {
            sides = {.lower = poisson::Condition::neumann, .upper = poisson::Condition::neumann};
        }
    }
    const auto across = static_cast<std::size_t>(face / 2);
    along.grid.axes.at(across) = {};
    along.sides.at(across) = {};
    return along;
}

std::int64_t outflow_pressure_values(const Problem& problem)
{
    if (outflows_of(problem).empty()) {
        return 0;
    }
    std::int64_t values = needs_constants(problem) ? most_face_edges + face_count : 0;
    for (int axis = 0; axis < 3; ++axis) {
        values += axis_of(problem, axis).cells;
    }
    for (const int face : buoyant_outflows(problem)) {
        values += points(problem) / axis_of(problem, face / 2).cells;
    }
    return values;
}

template <typename T>
OutflowPressure<T>::OutflowPressure(const Problem& problem, const Placement& placement,
                                    FlowMachine<T>& machine)
    : outflows_{outflows_of(problem)}, have_edges_{have_edges(outflows_)}
{
    if (outflows_.empty()) {
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const Axis& one = axis_of(problem, axis);
        const double middle = 0.5 * (one.lower + one.upper);
        std::vector<T> places;
        for (std::int64_t cell = 0; cell < one.cells; ++cell) {
            places.push_back(static_cast<T>(one.centre(cell) - middle));
        }
        const auto at = static_cast<std::size_t>(axis);
        places_[axis] = machine.upload(places) + (axis == 2 ? placement.slab.first : 0);
        is_periodic_.at(at) = problem.faces.at(at).lower.kind == FaceKind::periodic;
        lengths_.at(static_cast<std::size_t>(axis)) = extent_of(problem, axis);
    }
    for (const int face : buoyant_outflows(problem)) {
        has_buoyancy_ = true;
        if (face / 2 == 2 && placement.slab.joined[face % 2]) {
            continue;  // it is another rank's
        }
        const std::int64_t own =
            face / 2 == 2 ? plane_points(problem)
                          : points(problem, placement.slab) / axis_of(problem, face / 2).cells;
        by_scalar_[face] = machine.allocate_shared(static_cast<std::size_t>(own));
        if (!find_buoyancy_) {
            find_buoyancy_.emplace(machine.memory());
        }
    }
    if (needs_constants(problem)) {
        constants_ = constants_of<T>(problem, outflows_);
        std::ranges::copy(by_scalar_, constants_.by_scalar);
        if (placement.ranks != nullptr) {
            constants_.rank = placement.ranks->rank();
            constants_.ranks = placement.ranks->size();
        }
        constants_.differences = machine.allocate_shared(
            static_cast<std::size_t>(most_face_edges) * static_cast<std::size_t>(constants_.ranks));
        constants_.constants = machine.allocate(face_count);
        find_differences_.emplace(machine.memory());
        find_constants_.emplace(machine.memory());
    }
}

template <typename T>
void OutflowPressure<T>::find(const Box<T>& box, const T* scalar, const FlowMachine<T>& machine,
                              Stream stream) const
{
    for (const int face : outflows_) {
        if (by_scalar_[face] != nullptr) {
            const FaceBuoyancy<T> buoyancy{
                .box = box, .face = face, .scalar = scalar, .out = by_scalar_[face]};
            (*find_buoyancy_)(buoyancy, buoyancy.points(), stream);
            machine.along(face).solve(by_scalar_[face], stream);
        }
    }
    if (constants_.constants != nullptr) {
        FaceConstants<T> constants = constants_;
        constants.box = box;
        constants.scalar = scalar;
        (*find_differences_)({constants}, constants.edges, stream);
        tell_differences(machine, stream);
        (*find_constants_)({constants}, face_count, stream);
    }
}

template <typename T>
void OutflowPressure<T>::exchange_alone(const FlowMachine<T>& machine, Stream stream) const
{
    for (const int face : outflows_) {
        if (by_scalar_[face] != nullptr) {
            machine.along(face).exchange_alone(by_scalar_[face], stream);
        }
    }
    tell_differences(machine, stream);
}

template <typename T>
void OutflowPressure<T>::tell_differences(const FlowMachine<T>& machine, Stream stream) const
{
    constexpr std::size_t bytes = most_face_edges * sizeof(T);
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for (int rank = 0; rank < constants_.ranks && constants_.constants != nullptr; ++rank) {
        if (rank != constants_.rank) {
            const auto part = [&](int of) { return constants_.differences + of * most_face_edges; };
            sends.push_back({.to = rank, .data = part(constants_.rank), .bytes = bytes});
            receives.push_back({.from = rank, .data = part(rank), .bytes = bytes});
        }
    }
    if (!sends.empty()) {
        machine.exchange()->exchange(sends, receives, stream);
    }
}

template <typename T>
std::array<double, 3> OutflowPressure<T>::zero_of(int face) const
{
    std::array<double, 3> zero{};
    double area = 0.0;
    for (const int other : outflows_) {
        if (other != face && !have_edges_) {
            continue;
        }
        const auto axis = static_cast<std::size_t>(other / 2);
        const double part = lengths_.at(static_cast<std::size_t>(faster_axis(other / 2))) *
                            lengths_.at(static_cast<std::size_t>(slower_axis(other / 2)));
        zero.at(axis) += (other % 2 == 0 ? -0.5 : 0.5) * lengths_.at(axis) * part;
        area += part;
    }
    for (double& place : zero) {
        place /= area;
    }
    return zero;
}

template <typename T>
FacePressure<T> OutflowPressure<T>::on(int face, const Box<T>& box) const
{
    const auto across = static_cast<std::size_t>(face / 2);
    const std::array<double, 3> zero = zero_of(face);
    FacePressure<T> pressure;
    double offset =
        (face % 2 == 0 ? -0.5 : 0.5) * lengths_.at(across) * static_cast<double>(box.force[across]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (is_periodic_.at(axis)) {
            continue;
        }
        offset -= static_cast<double>(box.force[axis]) * zero.at(axis);
        pressure.force[axis] = axis == across ? T{0} : box.force[axis];
        pressure.places[axis] = places_[axis];
    }
    pressure.offset = have_edges_ ? static_cast<T>(offset) : T{0};
    pressure.by_scalar = by_scalar_[face];
    pressure.constant = constants_.constants != nullptr ? constants_.constants + face : nullptr;
    return pressure;
}

template <typename T>
bool OutflowPressure<T>::acts(const Box<T>& box) const
{
    return has_buoyancy_ || std::ranges::any_of(outflows_, [&](int face) {
               const FacePressure<T> pressure = on(face, box);
               return pressure.offset != 0 ||
                      std::ranges::any_of(pressure.force, [](T force) { return force != 0; });
           });
}

template class OutflowPressure<float>;
template class OutflowPressure<double>;

}  // namespace tobiuo::flow
