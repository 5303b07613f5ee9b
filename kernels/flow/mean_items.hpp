// SPDX-License-Identifier: BSD-3-Clause
// Means over time in each cell of a flow, and what fluctuates about them. For host and device.
#pragma once

#include "kernels/flow/state_view.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// The pressure and as many scalars as a flow may have.
inline constexpr int most_centred = 9;

/// Which means are taken, and where their numbers are among those of a cell.
struct MeanForm {
    bool velocity = false;
    bool stresses = false;  ///< also products of different components, and of scalars with them
    bool pressure = false;
    int scalars = 0;

    /// The quantities at centres of cells: the pressure, then the scalars.
    [[nodiscard]] constexpr int centred() const { return (pressure ? 1 : 0) + scalars; }
    [[nodiscard]] constexpr bool has_fluxes() const { return velocity && stresses; }
    /// u, v, w; the squares uu, vv, ww; then uv, vw, uw.
    [[nodiscard]] constexpr int of_velocity() const { return velocity ? (stresses ? 9 : 6) : 0; }
    /// Where one of the centred quantities has its mean, its square, and of a scalar us, vs, ws.
    [[nodiscard]] constexpr int first_of(int quantity) const
    {
        const int scalars_before = quantity - (pressure && quantity > 0 ? 1 : 0);
        return of_velocity() + 2 * quantity + (has_fluxes() ? 3 * scalars_before : 0);
    }
    [[nodiscard]] constexpr int values() const
    {
        return of_velocity() + 2 * centred() + (has_fluxes() ? 3 * scalars : 0);
    }
    [[nodiscard]] constexpr bool operator==(const MeanForm&) const = default;
};

/// Item n adds a sample to the means of cell n, [value][cell], which are then those of all samples;
/// behind them are the sums of products of deviations from the means. The velocity of a cell is the
/// mean of two opposite faces.
///
/// Bits      each operation is rounded by itself: the same on every machine.
/// Source    B. P. Welford, Technometrics 4, 419 (1962).
template <typename T>
struct MeansOfCell {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/mean_items.hpp",
                                            .type = "tobiuo::flow::MeansOfCell",
                                            .name = "flow-means",
                                            .threads = 128,
                                            .nanoseconds = 100.0,
                                            .contracts = false};

    StateView<T> state;
    MeanForm form;
    const T* centred[most_centred] = {};
    double samples = 1.0;  ///< with this one
    double* means = nullptr;

    constexpr void operator()(long long n) const
    {
        const long long plane = state.box.counts[0] * state.box.counts[1];
        const long long cells = plane * state.box.counts[2];
        double before[3] = {};  // deviations from the means before, and from those after
        double after[3] = {};
        if (form.velocity) {
            const long long i = n % state.box.counts[0];
            const long long j = n / state.box.counts[0] % state.box.counts[1];
            const long long k = n / plane;
            for (int c = 0; c < 3; ++c) {
                const double value = 0.5 * (state.before(c, i, j, k) + state.at(c, i, j, k));
                add(means + c * cells + n, means + (3 + c) * cells + n, value, before[c], after[c]);
            }
            for (int c = 0; c < 3 && form.stresses; ++c) {
                const int a = c == 1 ? 1 : 0;  // uv, vw, uw
                const int b = c == 0 ? 1 : 2;
                means[(6 + c) * cells + n] += before[a] * after[b];
            }
        }
        for (int quantity = 0; quantity < form.centred(); ++quantity) {
            double* const first = means + form.first_of(quantity) * cells + n;
            double own_before = 0.0;
            double own_after = 0.0;
            add(first, first + cells, static_cast<double>(centred[quantity][n]), own_before,
                own_after);
            for (int c = 0; c < 3 && form.has_fluxes() && !(form.pressure && quantity == 0); ++c) {
                first[(2 + c) * cells] += before[c] * own_after;
            }
        }
    }

private:
    constexpr void add(double* mean, double* square, double value, double& before,
                       double& after) const
    {
        before = value - *mean;
        *mean += before / samples;
        after = value - *mean;
        *square += before * after;
    }
};

}  // namespace tobiuo::flow
