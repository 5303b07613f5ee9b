// SPDX-License-Identifier: BSD-3-Clause
// The systems of implicit diffusion along an axis, as kernels eliminate them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/flow/elimination/elimination.hpp"
#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {

/// Values in the tables of all systems, and of the notes of what they are made for.
[[nodiscard]] constexpr std::size_t implicit_table_values(std::size_t count)
{
    return std::size_t{line_systems} * (arrays_of_system * count + 1);
}
/// What the values of a line exchange with their neighbours.
[[nodiscard]] constexpr std::size_t implicit_exchange_values(std::size_t count)
{
    return std::size_t{2} * line_kinds * count;
}

/// Knows what a problem's LineSystems are made of, and where they are in an array of a back end.
template <typename T>
class ImplicitTables {
public:
    /// The problem is valid and has an axis of implicit diffusion. The ghost values beyond the
    /// faces are those of `box`, the problem's, of a slab from plane `first_plane` on. Tables are
    /// those of the whole axis.
    ImplicitTables(const Problem& problem, const Box<T>& box, std::int64_t first_plane = 0);

    [[nodiscard]] int axis() const { return axis_; }
    /// What Elimination::exchanges points to a copy of.
    [[nodiscard]] const std::vector<T>& exchanges() const { return exchanges_; }
    /// The tables before the first elimination: those of no time step.
    [[nodiscard]] std::vector<T> no_tables() const;

    /// The elimination for steps of this length, with arrays like exchanges() and no_tables().
    [[nodiscard]] Elimination<T> elimination(double time_step, const T* exchanges, T* tables) const;

    /// The system of a stage in tables that are eliminated, of the values in the slab.
    [[nodiscard]] LineSystem<T> system(int stage, LineKind kind, const T* tables) const;

private:
    void add_exchange(const Problem& problem, LineKind kind);

    int axis_;
    bool is_periodic_;
    bool is_endless_;
    std::size_t count_;
    std::size_t first_;  ///< value of the slab
    T factors_[line_kinds][2];
    std::vector<T> exchanges_;
};

extern template class ImplicitTables<float>;
extern template class ImplicitTables<double>;

}  // namespace tobiuo::flow
