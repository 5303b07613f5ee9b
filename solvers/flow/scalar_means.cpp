// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/scalar_means.hpp"

#include <cstddef>
#include <cstdint>

#include "kernels/flow/flow_box.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo::flow {
namespace {

const ScalarFace& scalar_face(const Problem& problem, int face)
{
    return problem.scalar->faces.at(static_cast<std::size_t>(face));
}

/// The mean over a face of what diffuses into the box.
template <typename T>
double flux_through(const Problem& problem, const Box<double>& box, std::span<const T> values,
                    int face)
{
    const int axis = face / 2;
    const int fast = faster_axis(axis);
    const int slow = slower_axis(axis);
    const auto axis_of = [&](int which) -> const Axis& {
        return problem.grid.axes.at(static_cast<std::size_t>(which));
    };
    const long long beside = face % 2 == 0 ? 0 : box.counts[axis] - 1;
    const double per_gap = box.axes[axis].per_gap[face % 2 == 0 ? -1 : beside];
    const Beyond<double>& beyond = box.faces[face].scalar;
    double sum = 0.0;
    long long point = 0;
    for (long long row = 0; row < box.counts[slow]; ++row) {
        for (long long column = 0; column < box.counts[fast]; ++column, ++point) {
            std::array<long long, 3> at{};
            at.at(static_cast<std::size_t>(axis)) = beside;
            at.at(static_cast<std::size_t>(fast)) = column;
            at.at(static_cast<std::size_t>(slow)) = row;
            const auto inside = static_cast<double>(values[static_cast<std::size_t>(
                (at[2] * box.counts[1] + at[1]) * box.counts[0] + at[0])]);
            const double outside = beyond.factor * inside + beyond.added(point);
            sum +=
                width_of(axis_of(slow), row) * width_of(axis_of(fast), column) * (outside - inside);
        }
    }
    return box.diffusivity * per_gap * sum / area_of(problem, face);
}

}  // namespace

std::vector<int> faces_with_scalar(const Problem& problem)
{
    std::vector<int> faces;
    for (int face = 0; problem.scalar && face < face_count; ++face) {
        if (!is_periodic(problem, face / 2) &&
            scalar_face(problem, face).kind == ScalarFaceKind::value) {
            faces.push_back(face);
        }
    }
    return faces;
}

std::optional<double> nusselt_number(const Problem& problem, int face, double flux)
{
    const int axis = face / 2;
    const ScalarFace& here = scalar_face(problem, face);
    const ScalarFace& there = scalar_face(problem, face % 2 == 0 ? face + 1 : face - 1);
    const auto is_constant = [](const ScalarFace& one) {
        return one.kind == ScalarFaceKind::value && one.profile.empty();
    };
    if (is_periodic(problem, axis) || !is_constant(here) || !is_constant(there) ||
        here.number == there.number || problem.scalar->diffusivity == 0.0) {
        return std::nullopt;
    }
    const Axis& along = problem.grid.axes.at(static_cast<std::size_t>(axis));
    return flux * (along.upper - along.lower) /
           (problem.scalar->diffusivity * (here.number - there.number));
}

template <typename T>
ScalarMeans scalar_means(const Problem& problem, std::span<const T> state, int number)
{
    const BoxTables<double> tables{with_scalar_in_front(problem, number)};
    const Box<double> box = tables.box(tables.values().data());
    const auto values = scalar_of_state(problem, state, box.counts[2], number);
    const auto& [x, y, z] = problem.grid.axes;
    ScalarMeans means;
    std::size_t at = 0;
    for (std::int64_t k = 0; k < z.cells; ++k) {
        double of_layer = 0.0;
        for (std::int64_t j = 0; j < y.cells; ++j) {
            double of_row = 0.0;
            for (std::int64_t i = 0; i < x.cells; ++i, ++at) {
                of_row += width_of(x, i) * static_cast<double>(values[at]);
            }
            of_layer += width_of(y, j) * of_row;
        }
        means.mean += width_of(z, k) * of_layer / volume_of(problem);
    }
    for (int face = 0; face < face_count; ++face) {
        if (!is_periodic(problem, face / 2)) {
            means.flux.at(static_cast<std::size_t>(face)) =
                flux_through(problem, box, values, face);
        }
    }
    return means;
}

template ScalarMeans scalar_means(const Problem&, std::span<const float>, int);
template ScalarMeans scalar_means(const Problem&, std::span<const double>, int);

}  // namespace tobiuo::flow
