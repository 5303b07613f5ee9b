// SPDX-License-Identifier: BSD-3-Clause
// The finite-difference operator in real space, and what it leaves of the equation. For host and
// device.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

struct StencilEntry {
    long long column = 0;
    double value = 0.0;
};

/// A row of the operator along one axis: own u[k] and the sum of value (u[column] - u[k]). The
/// difference of two near values is exact, so a row keeps the digits of what hardly changes along
/// the axis.
struct StencilRow {
    static constexpr int most_others = 4;

    StencilEntry others[most_others] = {};  ///< unused ones are zeros in the row's own column
    double own = 0.0;                       ///< the sum of all entries: what walls take
};

/// Item n computes A u, or f - removed mean - A u, in every `lanes`-th point of row n / lanes of x:
/// on the host one item does a row, on a device as many as lie in a warp, side by side.
///
/// Traffic   one read of u (its neighbours hit cache) and of f, and a write for each axis.
template <typename T>
struct ApplyStencil {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/stencil_item.hpp",
                                            .type = "tobiuo::poisson::ApplyStencil",
                                            .name = "stencil-rows",
                                            .threads = 128,
                                            .nanoseconds = 1000.0,
                                            .contracts = false};

    const T* const* planes = nullptr;  ///< of u, by their index; null for those not reached
    const StencilRow* along[3] = {};   ///< the rows of the operator along each axis
    long long counts[2] = {};          ///< along x and y
    long long first = 0;               ///< row of x
    long long lanes = 1;
    T lambda = 0;
    const T* f = nullptr;  ///< from the first row on, as is `to`; null for A u alone
    double removed_mean = 0.0;
    T* to = nullptr;

    constexpr void operator()(long long n) const
    {
        if (lanes == 1) {
            compute(n, 0, One{});  // which a compiler vectorises
        } else {
            compute(n / lanes, n % lanes, lanes);
        }
    }

private:
    struct One {
        constexpr operator long long() const { return 1; }
    };

    template <typename Step>
    constexpr void compute(long long row, long long begin, Step step) const
    {
        const long long nx = counts[0];
        const long long y = (first + row) % counts[1];
        const long long z = (first + row) / counts[1];
        const T* const line = planes[z] + y * nx;
        T* const out = to + row * nx;
        for (long long x = begin; x < nx; x += step) {
            out[x] = lambda * line[x];
        }
        add_along(line, out, begin, step);
        const StencilRow& row_of_y = along[1][y];
        const T* beside[StencilRow::most_others] = {};
        for (int at = 0; at < StencilRow::most_others; ++at) {
            beside[at] = planes[z] + row_of_y.others[at].column * nx;
        }
        add_across(row_of_y, line, beside, out, begin, step);
        const StencilRow& row_of_z = along[2][z];
        for (int at = 0; at < StencilRow::most_others; ++at) {
            beside[at] = planes[row_of_z.others[at].column] + y * nx;
        }
        add_across(row_of_z, line, beside, out, begin, step);
        if (f != nullptr) {
            const T* const given = f + row * nx;
            for (long long x = begin; x < nx; x += step) {
                out[x] = static_cast<T>(static_cast<double>(given[x]) - removed_mean -
                                        static_cast<double>(out[x]));
            }
        }
    }

    /// Adds the operator along x.
    template <typename Step>
    constexpr void add_along(const T* u, T* out, long long begin, Step step) const
    {
        for (long long x = begin; x < counts[0]; x += step) {
            const StencilRow& row = along[0][x];
            const auto here = static_cast<double>(u[x]);
            double sum = row.own * here;
            for (const StencilEntry& entry : row.others) {
                sum += entry.value * (static_cast<double>(u[entry.column]) - here);
            }
            out[x] += static_cast<T>(sum);
        }
    }

    /// Adds a row of the operator along y or z for a line of x, of which `beside` are the neighbours.
    template <typename Step>
    constexpr void add_across(const StencilRow& row, const T* u,
                              const T* const (&beside)[StencilRow::most_others], T* out,
                              long long begin, Step step) const
    {
        for (long long x = begin; x < counts[0]; x += step) {
            const auto here = static_cast<double>(u[x]);
            double sum = row.own * here;
            for (int at = 0; at < StencilRow::most_others; ++at) {
                sum += row.others[at].value * (static_cast<double>(beside[at][x]) - here);
            }
            out[x] += static_cast<T>(sum);
        }
    }
};

}  // namespace tobiuo::poisson
