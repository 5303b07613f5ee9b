// SPDX-License-Identifier: BSD-3-Clause
// Sums over lines of a right-hand side and a solution, in a fixed order. For host and device.
#pragma once

#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// The sums of a line, each a row of a table: with weights of f, u and what walls take of u, and with
/// the absolute values of these; without weights the squares of f and u.
inline constexpr int weighted_line_sums = 6;
inline constexpr int square_line_sums = 2;

/// Item n sums up `bundle` neighbouring lines along an axis from line n bundle on, value by value:
/// on the host as many as lie side by side along x, on a device one.
template <typename T>
struct SumLines {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/line_items.hpp",
                                            .type = "tobiuo::poisson::SumLines",
                                            .name = "line-sums",
                                            .threads = 128,
                                            .nanoseconds = 5000.0,
                                            .contracts = false};

    const T* f = nullptr;
    const T* u = nullptr;
    double unit_of_f = 1.0;  ///< by which values are divided, as unit_of_u
    double unit_of_u = 1.0;
    long long counts[3] = {};
    int axis = 0;
    long long bundle = 1;
    const double* width = nullptr;  ///< the weights along the axis; null for squares
    const double* wall = nullptr;   ///< and what walls take of u, times these
    double* table = nullptr;        ///< [sum][line]

    [[nodiscard]] constexpr long long lines() const
    {
        return (axis == 0 ? 1 : counts[0]) * (axis == 1 ? 1 : counts[1]) *
               (axis == 2 ? 1 : counts[2]);
    }

    constexpr void operator()(long long n) const
    {
        const long long first = n * bundle;
        const long long nx = counts[0];
        const long long stride = axis == 0 ? 1 : axis == 1 ? nx : nx * counts[1];
        const long long begin = axis == 0   ? first * nx
                                : axis == 1 ? first / nx * nx * counts[1] + first % nx
                                            : first;
        const int sums = width != nullptr ? weighted_line_sums : square_line_sums;
        for (int sum = 0; sum < sums; ++sum) {
            for (long long line = first; line < first + bundle; ++line) {
                table[sum * lines() + line] = 0.0;
            }
        }
        for (long long step = 0; step < counts[axis]; ++step) {
            add(begin + step * stride, step, first);
        }
    }

private:
    /// Adds a value of each line, which lie side by side.
    constexpr void add(long long at, long long step, long long first) const
    {
        const long long count = lines();
        double* const to = table + first;
        for (long long line = 0; line < bundle; ++line) {
            const double f_here = static_cast<double>(f[at + line]) / unit_of_f;
            const double u_here = static_cast<double>(u[at + line]) / unit_of_u;
            if (width == nullptr) {
                to[line] += f_here * f_here;
                to[count + line] += u_here * u_here;
                continue;
            }
            const double size_of_f = f_here < 0.0 ? -f_here : f_here;
            const double size_of_u = u_here < 0.0 ? -u_here : u_here;
            to[line] += width[step] * f_here;
            to[count + line] += width[step] * u_here;
            to[2 * count + line] += wall[step] * u_here;
            to[3 * count + line] += width[step] * size_of_f;
            to[4 * count + line] += width[step] * size_of_u;
            to[5 * count + line] += wall[step] * size_of_u;
        }
    }
};

}  // namespace tobiuo::poisson
