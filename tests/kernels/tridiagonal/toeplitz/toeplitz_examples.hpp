// SPDX-License-Identifier: BSD-3-Clause
// Systems of equal rows between all kinds of edges, and the error of a solution.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/tridiagonal/toeplitz/toeplitz_form.hpp"

namespace tobiuo::test {

using tridiagonal::Edge;
using tridiagonal::ToeplitzForm;
using tridiagonal::ToeplitzSystems;

/// A form with two times five columns.
[[nodiscard]] constexpr ToeplitzForm toeplitz_form(int rows, Edge first, Edge last,
                                                   int threads_per_column, int tile)
{
    const int values = (rows + threads_per_column - 1) / threads_per_column;
    threads_per_column = (rows + values - 1) / values;
    return tridiagonal::oriented({.rows = rows,
                                  .step = 10,
                                  .columns = 10,
                                  .first = first,
                                  .last = last,
                                  .threads_per_column = threads_per_column,
                                  .values = values,
                                  .tile = tile});
}

/// Shifts of all sizes; the first one is 0 if `with_level`.
template <typename T>
struct ToeplitzExample {
    ToeplitzForm form;
    std::vector<double> inner{0.0, -1e-9, -0.003, -7.0, -1e12};
    std::vector<double> outer;
    std::vector<T> right_side;
    std::vector<T> data;
    T constant{};
    double diffusion = 2.5;
    double scale = 0.125;

    ToeplitzExample(const ToeplitzForm& of, bool with_level)
        : form{of}, outer{with_level ? 0.0 : -1e-4, -40.0}
    {
        for (int at = 0; at < 10 * form.rows; ++at) {
            right_side.push_back(static_cast<T>(0.25 + std::sin(1.0 + at * at)));
        }
        data = right_side;
    }

    [[nodiscard]] ToeplitzSystems<T> systems(T* values, const double* beside_values,
                                             const double* beyond_values, T* mean) const
    {
        return {.data = values,
                .inner = beside_values,
                .inner_count = 5,
                .outer = beyond_values,
                .diffusion = diffusion,
                .scale = scale,
                .zero_mode = outer[0] == 0.0 ? 0 : -1,
                .constant = are_level(form.first, form.last) ? mean : nullptr};
    }

    /// The residual of a column, in epsilons of |A| |u| + |r|.
    [[nodiscard]] double backward_error(int column) const
    {
        const bool level = column == 0 && outer[0] == 0.0 && are_level(form.first, form.last);
        const auto u = [&](int k) {
            return static_cast<long double>(data[static_cast<std::size_t>(10LL * k + column)]);
        };
        const double shift = inner.at(static_cast<std::size_t>(column % 5)) +
                             outer.at(static_cast<std::size_t>(column / 5));
        long double worst = 0.0;
        long double largest = 0.0;
        for (int k = 0; k < form.rows; ++k) {
            const long double below = k > 0 ? u(k - 1) : beyond_edge(column, true);
            const long double above = k + 1 < form.rows ? u(k + 1) : beyond_edge(column, false);
            const long double mean = level ? static_cast<long double>(constant) : 0.0L;
            const long double right =
                right_side[static_cast<std::size_t>(10LL * k + column)] - mean;
            worst = std::max(worst, std::abs(diffusion * (below - 2.0L * u(k) + above) +
                                             shift * u(k) - scale * right));
            largest = std::max(largest, std::abs(u(k)));
        }
        return static_cast<double>(worst / ((4.0 * diffusion - shift) * largest + scale)) /
               std::numeric_limits<T>::epsilon();
    }

    /// The mean of a column, in which rows on walls have half the weight.
    [[nodiscard]] double mean(int column) const
    {
        double sum = 0.0;
        double weights = 0.0;
        for (int k = 0; k < form.rows; ++k) {
            const Edge edge = k == 0 ? lower() : k + 1 == form.rows ? upper() : Edge::even_half;
            const double weight = edge == Edge::even_whole ? 0.5 : 1.0;
            sum += weight * static_cast<double>(data[static_cast<std::size_t>(10LL * k + column)]);
            weights += weight;
        }
        return sum / weights;
    }

private:
    [[nodiscard]] Edge lower() const { return form.reversed ? form.last : form.first; }
    [[nodiscard]] Edge upper() const { return form.reversed ? form.first : form.last; }

    [[nodiscard]] long double beyond_edge(int column, bool is_lower) const
    {
        const Edge edge = is_lower ? lower() : upper();
        if (edge == Edge::odd_whole) {
            return 0.0;
        }
        if (edge == Edge::unbounded) {
            return beyond_unbounded(column, is_lower);
        }
        const int inside = edge == Edge::even_whole ? 1 : 0;
        const bool at_begin = is_lower != (edge == Edge::periodic);
        const int k = at_begin ? inside : form.rows - 1 - inside;
        const auto u = static_cast<long double>(data[static_cast<std::size_t>(10LL * k + column)]);
        return is_odd(edge) ? -u : u;
    }

    /// Decays, or where nothing does is the sum of the distances from all charges and their images.
    [[nodiscard]] long double beyond_unbounded(int column, bool is_lower) const
    {
        const long double sigma = -(inner.at(static_cast<std::size_t>(column % 5)) +
                                    outer.at(static_cast<std::size_t>(column / 5))) /
                                  diffusion;
        const Edge other = is_lower ? upper() : lower();
        if (sigma > 0.0L || is_odd(other)) {
            const int k = is_lower ? 0 : form.rows - 1;
            return data[static_cast<std::size_t>(10LL * k + column)] /
                   (1.0L + 0.5L * sigma + std::sqrt(sigma + 0.25L * sigma * sigma));
        }
        long double sum = 0.0L;
        for (int k = 0; k < form.rows; ++k) {
            const int distance = is_lower ? k + 1 : form.rows - k;
            const auto charge =
                static_cast<long double>(right_side[static_cast<std::size_t>(10LL * k + column)]);
            const long double half = other == Edge::even_half ? 0.5L : 0.0L;
            const bool on_wall = other == Edge::even_whole && distance == form.rows;
            sum += other == Edge::unbounded ? 0.5L * distance * charge
                                            : (form.rows + half) * (on_wall ? 0.5L : 1.0L) * charge;
        }
        return scale / diffusion * sum;
    }
};

}  // namespace tobiuo::test
