// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/implicit_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "solvers/flow/problem_parts.hpp"

namespace tobiuo::flow {

template <typename T>
ImplicitTables<T>::ImplicitTables(const Problem& problem, const Box<T>& box,
                                  std::int64_t first_plane)
    : axis_{*problem.implicit_diffusion},
      is_periodic_{face_of(problem, 2 * axis_).kind == FaceKind::periodic},
      is_endless_{is_periodic_ && !box.periodic[axis_]},
      count_{static_cast<std::size_t>(axis_of(problem, axis_).cells)},
      first_{static_cast<std::size_t>(axis_ == 2 ? first_plane : 0)}
{
    for (const LineKind kind : {LineKind::along, LineKind::across, LineKind::scalar}) {
        for (int end = 0; end < 2; ++end) {
            const FaceRule<T>& face = box.faces[2 * axis_ + end];
            const int component = kind == LineKind::along ? axis_ : (axis_ + 1) % 3;
            factors_[static_cast<int>(kind)][end] =
                kind == LineKind::scalar ? face.scalar.factor : face.velocity[component].factor;
        }
        add_exchange(problem, kind);
    }
}

/// The second difference of a value is that of two differences over the distances to its neighbours
/// on either side, over the width of its control volume. On an axis that is not periodic the
/// velocity along it has its last value given.
template <typename T>
void ImplicitTables<T>::add_exchange(const Problem& problem, LineKind kind)
{
    const Axis& axis = problem.grid.axes.at(static_cast<std::size_t>(axis_));
    const auto width = [&](std::int64_t cell) {
        return width_of(axis, std::clamp<std::int64_t>(cell, 0, axis.cells - 1));
    };
    const auto gap = [&](std::int64_t cell) { return 0.5 * (width(cell) + width(cell + 1)); };
    const bool is_along = kind == LineKind::along;
    const double friction = kind != LineKind::scalar ? problem.viscosity
                            : problem.scalar         ? problem.scalar->diffusivity
                                                     : 0.0;
    for (const std::int64_t side : {0, 1}) {
        for (std::int64_t k = 0; k < axis.cells; ++k) {
            const bool is_given = is_along && !is_periodic_ && k + 1 == axis.cells;
            const double volume = is_along ? gap(k) : width(k);
            const double distance = is_along ? width(k + side) : gap(k - 1 + side);
            exchanges_.push_back(is_given ? T{0} : static_cast<T>(friction / volume / distance));
        }
    }
}

template <typename T>
std::vector<T> ImplicitTables<T>::no_tables() const
{
    return std::vector<T>(implicit_table_values(count_), std::numeric_limits<T>::quiet_NaN());
}

template <typename T>
Elimination<T> ImplicitTables<T>::elimination(double time_step, const T* exchanges, T* tables) const
{
    Elimination<T> all{.count = static_cast<long long>(count_),
                       .exchanges = exchanges,
                       .tables = tables,
                       .made_for = tables + std::size_t{line_systems} * arrays_of_system * count_,
                       .time_step = static_cast<T>(time_step),
                       .periodic = is_periodic_,
                       .endless = is_endless_};
    for (int kind = 0; kind < line_kinds; ++kind) {
        std::copy_n(factors_[kind], 2, all.factors[kind]);
    }
    return all;
}

template <typename T>
LineSystem<T> ImplicitTables<T>::system(int stage, LineKind kind, const T* tables) const
{
    const auto number =
        static_cast<std::size_t>(stage) * line_kinds + static_cast<std::size_t>(kind);
    const T* const first = tables + number * arrays_of_system * count_ + first_;
    return {.lower = first,
            .upper = first + count_,
            .share = first + 2 * count_,
            .loss = first + 3 * count_,
            .closing = first + 4 * count_};
}

template class ImplicitTables<float>;
template class ImplicitTables<double>;

}  // namespace tobiuo::flow
