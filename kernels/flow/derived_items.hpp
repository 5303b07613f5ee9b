// SPDX-License-Identifier: BSD-3-Clause
// What is derived from the gradients of a velocity at the centres of cells. For host and device.
#pragma once

#include "kernels/flow/state_view.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The gradients at the centre of a cell: of[c][b] is the derivative of component c along axis b.
/// Along its own axis that is the difference of both faces, along another one the mean of those at
/// the four edges of the cell between both axes.
struct CellGradients {
    double of[3][3] = {};

    [[nodiscard]] constexpr double vorticity(int axis) const
    {
        const int next = (axis + 1) % 3;
        const int third = (axis + 2) % 3;
        return of[third][next] - of[next][third];
    }
    /// Half the square of the rotation less half that of the strain, for a velocity without
    /// divergence; both are sums over nine elements.
    [[nodiscard]] constexpr double q_criterion() const
    {
        double sum = 0.0;
        for (int c = 0; c < 3; ++c) {
            for (int b = 0; b < 3; ++b) {
                sum += of[c][b] * of[b][c];
            }
        }
        return -0.5 * sum;
    }
    /// Twice the square of the strain: dissipation by viscosity.
    [[nodiscard]] constexpr double strain() const
    {
        double sum = 0.0;
        for (int c = 0; c < 3; ++c) {
            for (int b = 0; b < 3; ++b) {
                sum += 0.5 * (of[c][b] + of[b][c]) * (of[c][b] + of[b][c]);
            }
        }
        return sum;
    }
};

template <typename T>
[[nodiscard]] constexpr CellGradients gradients_in(const StateView<T>& state, long long i,
                                                   long long j, long long k)
{
    CellGradients gradients;
    const long long cell[3] = {i, j, k};
    for (int c = 0; c < 3; ++c) {
        for (int b = 0; b < 3; ++b) {
            const auto& axis = state.box.axes[b];
            if (c == b) {
                gradients.of[c][b] =
                    axis.per_width[cell[b]] * (state.at(c, i, j, k) - state.before(c, i, j, k));
                continue;
            }
            double sum = 0.0;
            for (int face = -1; face <= 0; ++face) {
                for (int side = -1; side <= 0; ++side) {
                    long long at[3] = {i, j, k};
                    at[c] += face;
                    at[b] += side;
                    sum += axis.per_gap[at[b]] * (state.next(c, b, at[0], at[1], at[2]) -
                                                  state.at(c, at[0], at[1], at[2]));
                }
            }
            gradients.of[c][b] = 0.25 * sum;
        }
    }
    return gradients;
}

/// Item n writes what is derived in cell n of a box of cells, x fastest, to the arrays that are not
/// null: the vorticity, [cell][component], or only the one about `only`, and the others [cell].
template <typename T>
struct DerivedOfCell {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/derived_items.hpp",
                                            .type = "tobiuo::flow::DerivedOfCell",
                                            .name = "flow-derived",
                                            .threads = 128,
                                            .nanoseconds = 200.0};

    StateView<T> state;
    long long first[3] = {};  ///< cell of the box
    long long count[3] = {};
    double viscosity = 0.0;
    int only = -1;  ///< an axis, or all
    T* vorticity = nullptr;
    T* q_criterion = nullptr;
    T* dissipation = nullptr;

    constexpr void operator()(long long n) const
    {
        const CellGradients gradients =
            gradients_in(state, first[0] + n % count[0], first[1] + n / count[0] % count[1],
                         first[2] + n / count[0] / count[1]);
        if (vorticity != nullptr && only >= 0) {
            vorticity[n] = static_cast<T>(gradients.vorticity(only));
        }
        for (int axis = 0; axis < 3 && vorticity != nullptr && only < 0; ++axis) {
            vorticity[3 * n + axis] = static_cast<T>(gradients.vorticity(axis));
        }
        if (q_criterion != nullptr) {
            q_criterion[n] = static_cast<T>(gradients.q_criterion());
        }
        if (dissipation != nullptr) {
            dissipation[n] = static_cast<T>(viscosity * gradients.strain());
        }
    }
};

}  // namespace tobiuo::flow
