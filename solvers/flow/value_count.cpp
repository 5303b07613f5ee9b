// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/value_count.hpp"

#include <cstddef>

#include "solvers/flow/box_tables.hpp"
#include "solvers/flow/implicit_tables.hpp"
#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/flow/recycling.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {
namespace {

/// Sums for each outflow the points of its face times `lower` or `upper`.
std::int64_t outflow_values(const Problem& problem, std::int64_t lower, std::int64_t upper)
{
    std::int64_t values = 0;
    for (int face = 0; face < face_count; ++face) {
        if (face_of(problem, face).kind == FaceKind::outflow) {
            const auto axis = static_cast<std::size_t>(face / 2);
            values += (face % 2 == 0 ? lower : upper) * points(problem) /
                      problem.grid.axes.at(axis).cells;
        }
    }
    return values;
}

/// The tables of scalars behind the first one.
std::int64_t further_tables(const Problem& problem)
{
    std::int64_t values = 0;
    for (int number = 1; number < scalar_count(problem); ++number) {
        values += static_cast<std::int64_t>(
            BoxTables<float>{with_scalar_alone(problem, number)}.values().size());
    }
    return values;
}

}  // namespace

std::int64_t state_values(const Problem& problem)
{
    const std::int64_t arrays = 3 + (state_has_pressure(problem) ? 1 : 0) + scalar_count(problem);
    const std::int64_t of_trend =
        problem.projections == 1 ? points(problem) + problem.grid.axes[2].cells : 0;
    return arrays * points(problem) + outflow_values(problem, 1, 0) + of_trend +
           recycled_values(problem);
}

/// The trend of a pressure with a length for each plane, and the fluctuations of a recycled face, which
/// slabs share unless it lies across z.
std::size_t values_behind_scalars(const Problem& problem, std::int64_t planes)
{
    const std::int64_t cells = plane_points(problem) * planes;
    std::int64_t values = problem.projections == 1 ? cells + planes : 0;
    if (const auto face = recycled_face(problem)) {
        const int across = *face / 2;
        values += 3 * cells / (across == 2 ? planes : axis_of(problem, across).cells);
    }
    return static_cast<std::size_t>(values);
}

std::int64_t step_values(const Problem& problem)
{
    const std::int64_t arrays =
        10 + (problem.implicit_diffusion ? 1 : 0) + 3 * scalar_count(problem) +
        (joint_buoyancy(problem).is_of_first() ? 0 : 1) + (viscosity_varies(problem) ? 1 : 0);
    const auto tables = static_cast<std::int64_t>(BoxTables<float>{problem}.values().size());
    const std::int64_t expected =
        problem.projections == 1 ? 2 * points(problem) + problem.grid.axes[2].cells : 0;
    std::int64_t values = arrays * points(problem) + expected + further_tables(problem) +
                          outflow_values(problem, 4, 1) + outflow_pressure_values(problem) + tables;
    if (recycled_face(problem)) {
        values += recycled_values(problem) + tables;
    }
    if (problem.implicit_diffusion) {
        const auto axis = static_cast<std::size_t>(*problem.implicit_diffusion);
        const auto count = static_cast<std::size_t>(problem.grid.axes.at(axis).cells);
        const std::size_t systems = implicit_table_values(count) + implicit_exchange_values(count);
        values += tables + static_cast<std::int64_t>(systems);
    }
    return values;
}

std::int64_t end_values(const Problem& problem)
{
    constexpr std::int64_t ends = 2;
    constexpr std::int64_t ranks = 3;  // with those on either side
    const std::int64_t of_line = problem.scalar ? 4 : 3;
    return problem.implicit_diffusion == 2 ? ends * ranks * of_line * plane_points(problem) : 0;
}

}  // namespace tobiuo::flow
