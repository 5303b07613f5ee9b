// SPDX-License-Identifier: BSD-3-Clause
// Systems of unequal rows that are solved tile by tile.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/tridiagonal/tile/column_tiles.hpp"
#include "kernels/tridiagonal/tile/tile_systems.hpp"

namespace tobiuo::test {

/// What holds u beyond the two ends of a column.
struct TileWalls {
    double first = 0.0;  ///< conductance to a wall with a given value, or 0
    double last = 0.0;
    bool unbounded = false;  ///< instead of walls, with these conductances beyond
};

/// 5 x 2 columns, with two unused values behind every five.
template <typename T>
struct TileExample {
    static constexpr long long inner_count = 5;
    static constexpr long long outer_count = 2;
    static constexpr long long columns = inner_count * outer_count;
    static constexpr long long pitch = inner_count + 2;
    static constexpr long long step = pitch * outer_count;
    static constexpr double scale = 0.25;

    static constexpr double square = 0.5;
    static constexpr long long singular_column = 2;  ///< if there are no walls

    /// Column 0 is nearly singular without walls.
    TileExample(const tridiagonal::ColumnTiles& tiles, const TileWalls& walls)
        : rows{tiles.rows},
          width(static_cast<std::size_t>(tiles.threads_per_column * tiles.values)),
          conductance(width.size() + 1, T{1}),
          loss_before(static_cast<std::size_t>(tiles.threads_per_column) * columns),
          loss_behind(columns),
          is_unbounded{walls.unbounded},
          is_singular{is_unbounded || (walls.first == 0.0 && walls.last == 0.0)}
    {
        for (std::size_t k = 0; k < static_cast<std::size_t>(rows); ++k) {
            const auto number = static_cast<double>(k);
            width[k] = static_cast<T>(1.0 + 0.5 * std::sin(number));
            conductance[k + 1] = static_cast<T>(2.0 + std::cos(1.7 * number));
        }
        conductance.front() = static_cast<T>(walls.first);
        conductance[static_cast<std::size_t>(rows)] = static_cast<T>(walls.last);
        data.assign(static_cast<std::size_t>(step * rows), T{-77});
        for (long long column = 0; column < columns; ++column) {
            for (long long k = 0; k < rows; ++k) {
                const auto seed = static_cast<double>(3 + column + k * columns);
                data[at(column, k)] = static_cast<T>(std::sin(seed * seed) + 0.5);
            }
        }
        right_side = data;
    }

    [[nodiscard]] tridiagonal::TileSystems<T> systems()
    {
        return {.width = width.data(),
                .conductance = conductance.data(),
                .loss_before = loss_before.data(),
                .loss_behind = is_unbounded ? loss_behind.data() : nullptr,
                .inner = inner.data(),
                .outer = outer.data(),
                .square = square,
                .scale = scale,
                .data = data.data(),
                .constant = &constant,
                .rows = rows,
                .step = step,
                .inner_count = inner_count,
                .columns = columns,
                .beyond_step = pitch,
                .zero_mode = is_singular ? singular_column : -1,
                .first_unbounded = is_unbounded,
                .level = {.slope = -0.5, .height = 0.0, .moment = 0.5}};
    }

    [[nodiscard]] static std::size_t at(long long column, long long row)
    {
        return static_cast<std::size_t>(column % inner_count + column / inner_count * pitch +
                                        row * step);
    }

    /// The solution of a column that is not singular, by elimination in double precision.
    [[nodiscard]] std::vector<double> expected(long long column) const
    {
        const auto count = static_cast<std::size_t>(rows);
        const double shift = square * (inner[static_cast<std::size_t>(column % inner_count)] +
                                       outer[static_cast<std::size_t>(column / inner_count)]);
        const auto with_end = [&](std::size_t k) -> long double {
            const long double c = conductance[k];
            const long double sigma = -shift / (c * c);
            const bool is_end = k == 0 || k == count;
            return is_unbounded && is_end
                       ? c * sigma / (0.5L * sigma + std::sqrt(sigma + 0.25L * sigma * sigma))
                       : c;
        };
        std::vector<long double> above(count);
        std::vector<long double> u(count);
        for (std::size_t k = 0; k < count; ++k) {
            const long double below_k = with_end(k);
            const long double above_k = with_end(k + 1);
            const long double pivot = shift * static_cast<long double>(width[k]) - below_k -
                                      above_k - (k > 0 ? below_k * above[k - 1] : 0.0L);
            const auto right =
                static_cast<long double>(right_side[at(column, static_cast<long long>(k))]);
            above[k] = above_k / pivot;
            u[k] = (static_cast<long double>(width[k]) * square * scale * right -
                    (k > 0 ? below_k * u[k - 1] : 0.0L)) /
                   pivot;
        }
        for (std::size_t k = count - 1; k-- > 0;) {
            u[k] -= above[k] * u[k + 1];
        }
        return {u.begin(), u.end()};
    }

    /// The largest difference of a column from values, by the largest of these unless all are 0.
    [[nodiscard]] double difference(long long column, const std::vector<double>& values) const
    {
        double largest = 0.0;
        double difference = 0.0;
        for (long long k = 0; k < rows; ++k) {
            const double value = values[static_cast<std::size_t>(k)];
            largest = std::max(largest, std::abs(value));
            difference =
                std::max(difference, std::abs(static_cast<double>(data[at(column, k)]) - value));
        }
        return largest > 0.0 ? difference / largest : difference;
    }

    [[nodiscard]] double weighted_mean(long long column, const std::vector<T>& values) const
    {
        double length = 0.0;
        double sum = 0.0;
        for (long long k = 0; k < rows; ++k) {
            const auto one = static_cast<double>(width[static_cast<std::size_t>(k)]);
            length += one;
            sum += one * static_cast<double>(values[at(column, k)]);
        }
        return sum / length;
    }

    long long rows;
    std::vector<T> width;
    std::vector<T> conductance;
    std::vector<T> loss_before;
    std::vector<T> loss_behind;
    bool is_unbounded;
    std::vector<double> inner{-1e-4, -0.01, 0.0, -3.0, -500.0};
    std::vector<double> outer{0.0, -0.125};
    std::vector<T> data;
    std::vector<T> right_side;
    T constant{};
    bool is_singular;
};

}  // namespace tobiuo::test
