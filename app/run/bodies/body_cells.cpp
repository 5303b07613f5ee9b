// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/bodies/body_cells.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

#include "app/case/values/value_codecs.hpp"
#include "app/errors.hpp"
#include "app/run/bodies/body_files.hpp"
#include "app/run/bodies/body_surface.hpp"
#include "app/run/input_errors.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

/// The file of a shape that is neither an expression nor a surface.
ShapeFile shape_file(const BodyShape& shape)
{
    const bool is_height = shape.height.has_value();
    return {.key = shape.key + (is_height ? ".height" : ".voxels"),
            .file = is_height ? *shape.height : *shape.voxels,
            .array = shape.field.value_or("")};
}

/// The expression of a shape that has one, at its time.
Expression expression_at(const BodyShape& shape)
{
    return Expression{shape.inside->text, casefile::space_and_time}.with("t", shape.time);
}

[[noreturn]] void refuse_without_cells(const BodyShape& shape, const InsideFunction& inside,
                                       const Grid& grid, int dimensions)
{
    const bool on_cells = grid.location == Location::cell;
    const BodySurface* const surface = surface_of(inside);
    throw InputError{
        shape.at,
        fmt::format("{}: has no {} {}", shape.key, on_cells ? "cell" : "node",
                    surface != nullptr ? no_cell_reason(*surface, grid, dimensions)
                    : on_cells         ? "(the centre of none is in it): move it into the box, or "
                                         "make it larger than a cell"
                               : "(none is in it): move it into the box, or make it larger than "
                                 "the distance of nodes")};
}

}  // namespace

InsideFunction inside_of(const BodyShape& shape, int dimensions)
{
    if (shape.known) {
        return shape.known;
    }
    if (shape.height) {
        return inside_of_height(shape_file(shape), dimensions - 1);
    }
    if (shape.voxels) {
        return inside_of_voxels(shape_file(shape), dimensions);
    }
    if (shape.stl) {
        return inside_of_surface(shape, dimensions);
    }
    return [inside = expression_at(shape)](double x, double y, double z) {
        const double value = inside.at(x, y, z);
        return value < 0.0 || value > 0.0;  // and a number
    };
}

void sample_inside(const BodyShape& shape, const InsideFunction& inside, const Grid& grid,
                   std::optional<std::int64_t> k, std::span<double> values)
{
    if (shape.inside) {
        const Expression expression = expression_at(shape);
        at_expression(shape.key + ".inside", shape.inside->at, [&] {
            k ? poisson::sample_planes(expression, grid, *k, values)
              : poisson::sample_grid(expression, grid, values);
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
            inside(place(0, at % columns), place(1, at / columns % rows), place(2, plane));
        values[static_cast<std::size_t>(at)] = is_inside ? 1.0 : 0.0;
    }
}

void each_cell(const BodyShape& shape, const InsideFunction& inside, const Grid& grid,
               const CellVisit& visit)
{
    const std::int64_t columns = shape_of(grid).nk;
    const std::int64_t rows = shape_of(grid).nj;
    std::vector<double> plane(static_cast<std::size_t>(columns * rows));
    for (std::int64_t k = 0; k < shape_of(grid).ni; ++k) {
        sample_inside(shape, inside, grid, k, plane);
        for (std::int64_t at = 0; at < columns * rows; ++at) {
            if (plane[static_cast<std::size_t>(at)] != 0.0) {
                visit(k * columns * rows + at, {at % columns, at / columns, k});
            }
        }
    }
}

BodyCells find_cells(const BodyShape& shape, const InsideFunction& inside, const Grid& grid,
                     int dimensions, const CellVisit& visit)
{
    BodyCells cells;
    each_cell(shape, inside, grid, [&](std::int64_t at, const std::array<std::int64_t, 3>& index) {
        visit(at, index);
        const bool is_first = cells.count == 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            cells.first.at(axis) =
                is_first ? index.at(axis) : std::min(cells.first.at(axis), index.at(axis));
            cells.last.at(axis) =
                is_first ? index.at(axis) : std::max(cells.last.at(axis), index.at(axis));
        }
        ++cells.count;
    });
    if (cells.count == 0) {
        refuse_without_cells(shape, inside, grid, dimensions);
    }
    if (const BodySurface* const surface = surface_of(inside)) {
        cells.triangles = surface->triangles;
        cells.surface = text_of(*surface);
        cells.warnings = surface_warnings(shape, *surface);
    }
    return cells;
}

std::int64_t count_beside(const std::vector<bool>& bodies, const std::vector<bool>& solid,
                          const stencil::Shape& shape)
{
    const std::array<std::int64_t, 3> counts{shape.nk, shape.nj, shape.ni};
    const std::array<std::int64_t, 3> steps{1, shape.nk, shape.nk * shape.nj};
    std::vector<bool> beside(solid.size());
    std::int64_t count = 0;
    for (auto one = std::ranges::find(bodies, true); one != bodies.end();
         one = std::find(one + 1, bodies.end(), true)) {
        const std::int64_t at = one - bodies.begin();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t index = at / steps.at(axis) % counts.at(axis);
            for (const std::int64_t step : {-1, 1}) {
                const std::int64_t moved = (index + step + counts.at(axis)) % counts.at(axis);
                const auto next = static_cast<std::size_t>(at + (moved - index) * steps.at(axis));
                count += solid[next] || beside[next] ? 0 : 1;
                beside[next] = true;
            }
        }
    }
    return count;
}

std::string text_of(const BodyCells& cells, int dimensions, Location location)
{
    std::string text =
        fmt::format("{} {}, ", cells.count, location == Location::cell ? "cells" : "nodes");
    for (int axis = 0; axis < dimensions; ++axis) {
        text += fmt::format("{}{}", axis == 0 ? "" : " x ",
                            cells.across(static_cast<std::size_t>(axis)));
    }
    return cells.surface.empty() ? text : text + ", " + cells.surface;
}

std::int64_t shape_bytes(const BodyShape& shape)
{
    return shape.inside ? 0
           : shape.stl  ? surface_bytes(shape.triangles)
                        : shape_file_bytes(shape_file(shape));
}

}  // namespace tobiuo
