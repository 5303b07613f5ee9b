#include "app/run/flow/flow_obstacles.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/fluid_parts.hpp"
#include "app/run/flow/obstacle_checks.hpp"
#include "app/run/flow/obstacle_files.hpp"
#include "app/run/flow/obstacle_surface.hpp"
#include "app/run/input_errors.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

std::string key_of(const ObstacleSection& section)
{
    return "obstacles." + section.name;
}

/// Throws InputError if a velocity of the obstacle is not finite at the centre of a cell in it.
void check_velocity(const ObstacleSection& section, const flow::Obstacle& obstacle,
                    const Grid& grid, const std::array<std::int64_t, 3>& index)
{
    if (!obstacle.velocity) {
        return;
    }
    const auto place = [&](std::size_t axis) { return grid.axes.at(axis).centre(index.at(axis)); };
    const std::array<double, 3> velocity = obstacle.velocity(place(0), place(1), place(2));
    for (std::size_t component = 0; component < 3; ++component) {
        if (!std::isfinite(velocity.at(component))) {
            const FieldExpression& given = section.velocity.at(component);
            throw InputError{
                given.at,
                fmt::format(
                    "{}.velocity: '{}' is not finite at x = {:.6g}, y = {:.6g}, z = {:.6g}: "
                    "give an expression that is finite inside the body",
                    key_of(section), given.text, place(0), place(1), place(2))};
        }
    }
}

/// The file of a shape that is no expression.
ShapeFile shape_file(const ObstacleSection& section)
{
    const bool is_height = section.height.has_value();
    return {.key = key_of(section) + (is_height ? ".height" : ".voxels"),
            .file = is_height ? *section.height : *section.voxels,
            .array = section.field};
}

/// Fills `values` with numbers that are not 0 at the values of a grid inside the obstacle, and 0
/// outside; with those of plane k only, if there is one. Throws InputError for an expression that is
/// not finite somewhere.
void sample_inside(const ObstacleSection& section, const flow::Obstacle& obstacle, const Grid& grid,
                   std::optional<std::int64_t> k, std::span<double> values)
{
    if (section.inside) {
        const Expression inside = expression_of(*section.inside);
        at_expression(key_of(section) + ".inside", section.inside->at, [&] {
            k ? poisson::sample_planes(inside, grid, *k, values)
              : poisson::sample_grid(inside, grid, values);
        });
        return;
    }
    const std::int64_t columns = shape_of(grid).nk;
    const std::int64_t rows = shape_of(grid).nj;
    const auto place = [&](std::size_t axis, std::int64_t n) {
        const Axis& along = grid.axes.at(axis);
        return grid.location == Location::cell ? along.centre(n) : along.node(n);
    };
#pragma omp parallel for schedule(static)
    for (std::int64_t at = 0; at < std::ssize(values); ++at) {
        const std::int64_t plane = k.value_or(0) + at / (columns * rows);
        const bool is_inside =
            obstacle.inside(place(0, at % columns), place(1, at / columns % rows), place(2, plane));
        values[static_cast<std::size_t>(at)] = is_inside ? 1.0 : 0.0;
    }
}

/// Counts the cells in the obstacle, and marks those in it among all, [z][y][x].
ObstacleCells cells_in(const ObstacleSection& section, const flow::Obstacle& obstacle,
                       const Grid& grid, SolidCells& known, std::vector<bool>& solid)
{
    const std::int64_t columns = grid.axes[0].cells;
    const std::int64_t rows = grid.axes[1].cells;
    ObstacleCells cells;
    known.begin_obstacle();
    std::vector<double> plane(static_cast<std::size_t>(columns * rows));
    for (std::int64_t k = 0; k < grid.axes[2].cells; ++k) {
        sample_inside(section, obstacle, grid, k, plane);
        for (std::int64_t at = 0; at < columns * rows; ++at) {
            if (plane[static_cast<std::size_t>(at)] == 0.0) {
                continue;
            }
            const std::array index{at % columns, at / columns, k};
            check_velocity(section, obstacle, grid, index);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const bool is_first = cells.count == 0;
                cells.first.at(axis) =
                    is_first ? index.at(axis) : std::min(cells.first.at(axis), index.at(axis));
                cells.last.at(axis) =
                    is_first ? index.at(axis) : std::max(cells.last.at(axis), index.at(axis));
            }
            ++cells.count;
            known.add(k * columns * rows + at);
            solid.at(static_cast<std::size_t>(k * columns * rows + at)) = true;
        }
    }
    return cells;
}

/// Whether a cell of a face across an axis has its centre on the face in the obstacle.
bool lies_in_face(const ObstacleSection& section, const flow::Obstacle& obstacle,
                  const flow::Problem& problem, std::size_t axis, int end)
{
    const Axis& across = problem.grid.axes.at(axis);
    const Grid points = points_of(problem, no_component, static_cast<int>(axis),
                                  end == 0 ? across.lower : across.upper);
    std::vector<double> values(static_cast<std::size_t>(shape_of(points).values()));
    sample_inside(section, obstacle, points, std::nullopt, values);
    return std::ranges::any_of(values, [](double value) { return value != 0.0; });
}

void refuse_in_openings(const ObstacleSection& section, const flow::Obstacle& obstacle,
                        const flow::Problem& problem)
{
    const ObstacleSurface* const surface = surface_of(obstacle);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const int end : {0, 1}) {
            const flow::Faces& faces = problem.faces.at(axis);
            const flow::FaceKind kind = end == 0 ? faces.lower.kind : faces.upper.kind;
            const bool opens = kind == flow::FaceKind::inflow || kind == flow::FaceKind::outflow;
            if (opens && lies_in_face(section, obstacle, problem, axis, end)) {
                throw InputError{
                    section.at,
                    fmt::format("{}: lies in the {} face across {}, an {} (the flow cannot go "
                                "through a body there): keep it away from the face{}",
                                key_of(section), end == 0 ? "lower" : "upper",
                                casefile::axis_words.at(axis),
                                kind == flow::FaceKind::inflow ? "inflow" : "outflow",
                                surface == nullptr ? "" : "; it is " + text_of(*surface))};
            }
        }
    }
}

}  // namespace

flow::Obstacle obstacle_of(const ObstacleSection& section, int dimensions)
{
    flow::Obstacle obstacle;
    if (section.height) {
        obstacle.inside = inside_of_height(shape_file(section), dimensions - 1);
    } else if (section.voxels) {
        obstacle.inside = inside_of_voxels(shape_file(section), dimensions);
    } else if (section.stl) {
        obstacle.inside = inside_of_surface(section, dimensions);
    } else {
        obstacle.inside = [inside = expression_of(*section.inside)](double x, double y, double z) {
            const double value = inside.at(x, y, z);
            return value < 0.0 || value > 0.0;  // and a number
        };
    }
    if (section.scalar_value) {
        obstacle.scalar_kind = flow::ScalarFaceKind::value;
    }
    obstacle.method = section.method.value_or(flow::ObstacleMethod::forcing);
    obstacle.scalar = section.scalar_value.value_or(section.scalar_flux.value_or(0.0));
    const bool moves = std::ranges::any_of(
        section.velocity, [](const FieldExpression& one) { return one.text != "0"; });
    if (moves) {
        obstacle.velocity = [u = expression_of(section.velocity[0]),
                             v = expression_of(section.velocity[1]),
                             w = expression_of(section.velocity[2])](double x, double y, double z) {
            return std::array{u.at(x, y, z), v.at(x, y, z), w.at(x, y, z)};
        };
    }
    return obstacle;
}

namespace {

/// Looks at the fluid between the solid cells.
void look_at_fluid(const FlowCase& flow, const flow::Problem& problem, const FlowFaces& faces,
                   const std::vector<bool>& solid, FoundObstacles& found)
{
    const Position& at = flow.obstacles.front().at;
    const FluidParts parts{problem, solid};
    refuse_dead_ends(parts, problem, faces, flow.run.until, at);
    found.warnings.push_back(pocket_warning(parts.all(), at));
    if (const std::optional<FluidGap> gap = narrowest_gap(problem, solid)) {
        found.gap = text_of(*gap, problem.grid, flow.box.dimensions);
        found.warnings.push_back(gap_warning(*gap, problem.grid, flow.box.dimensions, at));
    }
    std::erase(found.warnings, "");
}

}  // namespace

FoundObstacles find_obstacles(const FlowCase& flow, const flow::Problem& problem,
                              const FlowFaces& faces)
{
    FoundObstacles found;
    std::vector<ObstacleCells>& all = found.all;
    if (flow.obstacles.empty()) {
        return found;
    }
    found.solid = SolidCells{problem.grid};
    std::vector<bool> solid(static_cast<std::size_t>(flow::points(problem)));
    for (std::size_t number = 0; number < flow.obstacles.size(); ++number) {
        const ObstacleSection& section = flow.obstacles[number];
        const flow::Obstacle& obstacle = problem.obstacles.at(number);
        all.push_back(cells_in(section, obstacle, problem.grid, found.solid, solid));
        const ObstacleSurface* const surface = surface_of(obstacle);
        if (all.back().count == 0) {
            throw InputError{
                section.at,
                fmt::format("{}: has no cell {}", key_of(section),
                            surface != nullptr
                                ? no_cell_reason(*surface, problem.grid, flow.box.dimensions)
                                : "(the centre of none is in it): move it into the box, or make "
                                  "it larger than a cell")};
        }
        if (surface != nullptr) {
            all.back().triangles = surface->triangles;
            all.back().surface = text_of(*surface);
            all.back().warnings = surface_warnings(section, *surface);
        }
        refuse_in_openings(section, obstacle, problem);
    }
    if (std::ranges::find(solid, false) == solid.end()) {
        throw InputError{flow.obstacles.front().at,
                         "obstacles: fill the box (no cell is left for the fluid): make them "
                         "smaller; an expression is true inside, voxels are not 0, and the unit "
                         "of a surface may be another one (scale)"};
    }
    look_at_fluid(flow, problem, faces, solid, found);
    return found;
}

std::int64_t shape_bytes(const FlowCase& flow)
{
    std::int64_t bytes = 0;
    for (const ObstacleSection& section : flow.obstacles) {
        bytes += section.inside ? 0
                 : section.stl  ? surface_bytes(section.triangles)
                                : shape_file_bytes(shape_file(section));
    }
    return bytes;
}

std::int64_t forced_values(const FlowCase& flow)
{
    constexpr double with_surface = 1.25;
    std::int64_t cells = 0;
    for (const ObstacleSection& section : flow.obstacles) {
        cells += section.cells;
    }
    return static_cast<std::int64_t>(with_surface * static_cast<double>(cells)) *
           (flow.scalar ? 4 : 3);
}

std::string text_of(const ObstacleCells& cells, int dimensions)
{
    std::string text = fmt::format("{} cells, ", cells.count);
    for (int axis = 0; axis < dimensions; ++axis) {
        text += fmt::format("{}{}", axis == 0 ? "" : " x ",
                            cells.across(static_cast<std::size_t>(axis)));
    }
    return cells.surface.empty() ? text : text + ", " + cells.surface;
}

std::string thin_warning(const ObstacleSection& section, const ObstacleCells& cells, int dimensions)
{
    for (int axis = 0; axis < dimensions && !section.is_closed(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (cells.across(at) < 2) {
            return fmt::format(
                "{} is one cell thick along {}: a part of the flow goes through it; make it two "
                "cells or more",
                key_of(section), casefile::axis_words.at(at));
        }
    }
    return "";
}

}  // namespace tobiuo
