// SPDX-License-Identifier: BSD-3-Clause
// Systems of implicit diffusion in an array of the host, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <vector>

#include "kernels/flow/elimination/elimination.hpp"

namespace tobiuo::flow {

/// `strength` is about the time step times viscosity over the square of the width of a cell, and
/// widths are between 1 / unequal and unequal where the line is not periodic.
struct EliminationShape {
    long long count;
    bool periodic;
    double strength;
    double unequal = 1.0;

    friend std::ostream& operator<<(std::ostream& out, const EliminationShape& shape)
    {
        return out << shape.count << (shape.periodic ? " periodic" : "") << " values, strength "
                   << shape.strength << ", unequal by " << shape.unequal;
    }
};

[[nodiscard]] inline std::vector<EliminationShape> elimination_shapes()
{
    std::vector<EliminationShape> shapes;
    for (const long long count : {2, 3, 31, 32, 33, 512, 1000, 4097}) {
        for (const double strength : {0.0, 1e-3, 1.0, 1e6}) {
            shapes.push_back({.count = count, .periodic = true, .strength = strength});
            shapes.push_back({.count = count, .periodic = false, .strength = strength});
        }
        shapes.push_back({.count = count, .periodic = false, .strength = 1.0, .unequal = 1e3});
    }
    shapes.push_back({.count = 1, .periodic = false, .strength = 1.0});
    shapes.push_back({.count = 100'000, .periodic = false, .strength = 1e6});
    return shapes;
}

/// The rows of a part of a device, at most.
[[nodiscard]] inline double rows_of_part(const EliminationShape& shape)
{
    return std::ceil(static_cast<double>(shape.count) / elimination_parts);
}

/// What the values of a line exchange, and tables of no time step.
template <typename T>
struct EliminationExample {
    explicit EliminationExample(const EliminationShape& shape)
        : shape{shape},
          tables(line_systems * (arrays_of_system * static_cast<std::size_t>(shape.count) + 1),
                 std::numeric_limits<T>::quiet_NaN())
    {
        std::mt19937_64 engine{17};
        std::uniform_real_distribution<double> uniform{-1.0, 1.0};
        for (int kind = 0; kind < line_kinds; ++kind) {
            const double friction = shape.strength * (1.0 + kind);
            std::vector<double> widths;
            for (long long k = 0; k <= shape.count; ++k) {
                widths.push_back(shape.periodic ? 1.0 : std::pow(shape.unequal, uniform(engine)));
            }
            for (const std::size_t side : {0U, 1U}) {
                for (std::size_t k = 0; k + 1 < widths.size(); ++k) {
                    exchanges.push_back(static_cast<T>(friction / (widths[k] * widths[k + side])));
                }
            }
        }
    }

    /// With these arrays or copies of them.
    [[nodiscard]] Elimination<T> elimination(double time_step, const T* exchanges_at,
                                             T* tables_at) const
    {
        return {.count = shape.count,
                .exchanges = exchanges_at,
                .tables = tables_at,
                .made_for = tables_at + tables.size() - line_systems,
                .factors = {{-1, 0}, {-1, -1}, {1, -1}},
                .time_step = static_cast<T>(time_step),
                .periodic = shape.periodic};
    }
    [[nodiscard]] Elimination<T> elimination(double time_step)
    {
        return elimination(time_step, exchanges.data(), tables.data());
    }

    EliminationShape shape;
    std::vector<T> exchanges;
    std::vector<T> tables;
};

}  // namespace tobiuo::flow
