// SPDX-License-Identifier: BSD-3-Clause
// The section `grid`: its tables, how the cells, bounds and nodes of a box are read and written.
#include "app/case/sections/shared_keys.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "app/case/values/value_codecs.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::casefile {
namespace {

Key nodes_key(std::string axis)
{
    return {.name = std::move(axis),
            .summary =
                "Nodes of a stretched axis: cells + 1 increasing numbers, or an "
                "expression in s, which goes from 0 to 1",
            .type = Type::list,
            .element = Type::real,
            .lengths = {.least = 2},
            .variables = {"s"}};
}

/// The most values of a grid, so that the bytes of all arrays in double, with copies and padding,
/// fit 63 bits.
constexpr double most_values = 0x1p54;

bool is_absent(std::size_t axis, const BoxGrid& box)
{
    return axis >= static_cast<std::size_t>(box.dimensions);
}

/// The number of axes that the case is meant to have, even if their numbers of cells are bad;
/// nothing if that cannot be told.
std::optional<int> dimensions_of(const Section& grid)
{
    const Node* cells = grid.node_of("cells");
    if (cells == nullptr || cells->items.empty() || cells->items.size() > axis_words.size()) {
        return std::nullopt;
    }
    return static_cast<int>(cells->items.size());
}

/// `has_axes` is whether the axes that the grid has are known.
void read_extent(const Section& grid, const Section& coordinates, bool has_axes, BoxGrid& box)
{
    const Section extent = grid.section("extent");
    extent.finish();
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        const std::string name{axis_words.at(axis)};
        const bool given = extent.has(name);
        if (is_absent(axis, box)) {
            if (given) {
                extent.report(name, absent_sentence(name, box.dimensions));
            }
        } else if (coordinates.has(name)) {
            if (given) {
                extent.report(name, "the axis has its bounds from grid.coordinates." + name +
                                        " (both are given): remove one of them");
            }
        } else if (extent.is_map() && !given && has_axes) {
            extent.report_missing(name);
        } else {
            read_interval(extent, name, box.grid.axes.at(axis));
        }
    }
}

/// Reads the list `name` as the nodes of `axis`; reports the first node that does not increase.
void read_nodes(const Section& coordinates, const std::string& name, bool sized, Axis& axis)
{
    auto nodes = coordinates.given<std::vector<double>>(name);
    if (!nodes) {
        return;
    }
    const auto wanted = static_cast<std::size_t>(axis.cells) + 1;
    const bool fits = nodes->size() == wanted;
    if (sized && !fits) {
        coordinates.report(name, "expected " + std::to_string(wanted) +
                                     " numbers, one more than the axis has cells (got " +
                                     std::to_string(nodes->size()) + ")");
    }
    const auto value = [&](std::size_t i) {
        return name + "[" + std::to_string(i) + "] = " + shortest((*nodes)[i]);
    };
    std::size_t first = 0;
    std::size_t wrong = 0;
    for (std::size_t i = 1; i < nodes->size(); ++i) {
        if ((*nodes)[i] <= (*nodes)[i - 1] && wrong++ == 0) {
            first = i;
        }
    }
    if (wrong > 0) {
        coordinates.report_at(
            coordinates.node_of(name)->items.at(first).at, name,
            value(first) + " is not above " + value(first - 1) + " (the nodes of an axis increase" +
                (wrong == 1 ? "" : "; " + std::to_string(wrong) + " of these do not") +
                "): correct them");
    }
    if (fits) {
        axis.nodes = *std::move(nodes);
    }
}

/// The nodes that `text` gives for s = 0, 1/cells, ..., 1; else `objection` has the first reason
/// why it gives none.
std::vector<double> nodes_of(const std::string& text, std::int64_t cells, std::string& objection)
{
    const Expression coordinate{text, {"s"}};
    std::vector<double> nodes;
    const auto at = [&](std::int64_t index) {
        return static_cast<double>(index) / static_cast<double>(cells);
    };
    for (std::int64_t i = 0; i <= cells; ++i) {
        const double here = coordinate.at(at(i));
        if (!std::isfinite(here)) {
            objection = "gives " + shortest(here) + " at s = " + shortest(at(i)) +
                        " (a node lies at a finite number): correct the expression";
            return {};
        }
        if (i > 0 && here <= nodes.back()) {
            objection = "gives " + shortest(here) + " at s = " + shortest(at(i)) +
                        ", which is not above " + shortest(nodes.back()) +
                        " at s = " + shortest(at(i - 1)) +
                        " (the nodes of an axis increase): correct the expression";
            return {};
        }
        nodes.push_back(here);
    }
    return nodes;
}

void read_stretching(const Section& coordinates, const std::string& name, bool sized, BoxGrid& box,
                     Axis& axis)
{
    const auto text = coordinates.given<std::string>(name);
    if (!text || !sized) {
        return;
    }
    std::string objection;
    axis.nodes = nodes_of(*text, axis.cells, objection);
    if (!objection.empty()) {
        coordinates.report(name, objection);
    }
    box.stretching.at(static_cast<std::size_t>(&axis - box.grid.axes.data())) = *text;
}

void read_coordinates(const Section& coordinates, bool sized, BoxGrid& box)
{
    coordinates.finish();
    for (std::size_t i = 0; i < axis_words.size(); ++i) {
        const std::string name{axis_words.at(i)};
        const Node* node = coordinates.node_of(name);
        if (node == nullptr) {
            continue;
        }
        if (is_absent(i, box)) {
            coordinates.report(name, absent_sentence(name, box.dimensions));
            continue;
        }
        Axis& axis = box.grid.axes.at(i);
        if (node->kind == NodeKind::scalar) {
            read_stretching(coordinates, name, sized, box, axis);
        } else {
            read_nodes(coordinates, name, sized, axis);
        }
        if (axis.stretched()) {
            axis.lower = axis.nodes.front();
            axis.upper = axis.nodes.back();
        }
    }
}

}  // namespace

Key interval_key(std::string axis)
{
    std::string summary = "[lower, upper] of the domain along " + axis;
    return {.name = std::move(axis),
            .summary = std::move(summary),
            .type = Type::list,
            .element = Type::real,
            .lengths = {.least = 2, .most = 2}};
}

Key location_key()
{
    return {.name = "location",
            .summary = "Where values sit; with node an axis has one value more than cells",
            .fallback = location_words.front(),
            .choices = location_words};
}

Key box_grid_key(bool with_location)
{
    Table coordinates{.path = "grid.coordinates",
                      .keys = {nodes_key("x"), nodes_key("y"), nodes_key("z")}};
    if (!with_location) {
        coordinates.alternatives = {axis_words.begin(), axis_words.end()};
        coordinates.why_alternatives = "one axis can be stretched";
    }
    Table table{
        .path = "grid",
        .keys = {
            {.name = "cells",
             .summary = "[nx], [nx, ny] or [nx, ny, nz]: cells per axis, x contiguous; the other "
                        "axes are absent",
             .type = Type::list,
             .required = true,
             .integers = {.least = 1, .most = most_cells},
             .element = Type::integer,
             .lengths = {.least = 1, .most = 3}},
            section_key({.path = "grid.extent",
                         .keys = {interval_key("x"), interval_key("y"), interval_key("z")}},
                        std::string{extent_summary}),
            section_key(std::move(coordinates), "Where the nodes of a stretched axis lie")}};
    if (with_location) {
        table.keys.insert(table.keys.begin() + 2, location_key());
    }
    return required(section_key(std::move(table), "Size and place of the grid"));
}

bool has_cells(const Section& root)
{
    const Node* grid = root.node_of("grid");
    const Entry* cells = grid == nullptr ? nullptr : grid->find("cells");
    return cells != nullptr && !is_broken(cells->value) && !root.problems().has_of("grid.cells");
}

void read_interval(const Section& extent, std::string_view name, Axis& axis)
{
    const auto bounds = extent.given<std::vector<double>>(name);
    if (!bounds) {
        return;
    }
    axis.lower = bounds->front();
    axis.upper = bounds->back();
    const double spacing = axis.spacing();
    if (axis.lower < axis.upper && std::isfinite(spacing) && axis.lower + spacing > axis.lower &&
        axis.upper - spacing < axis.upper) {
        return;
    }
    const bool ordered = axis.lower < axis.upper;
    extent.report(name, "expected [lower, upper] with lower below upper" +
                            std::string{ordered ? ", far enough apart for the cells" : ""} +
                            " (got [" + shortest(axis.lower) + ", " + shortest(axis.upper) + "])");
}

Location read_location(const Section& grid)
{
    const auto word = std::ranges::find(location_words, *grid.value<std::string>("location"));
    return static_cast<Location>(word - location_words.begin());
}

void check_size(const Section& section, const Grid& grid)
{
    double values = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        values *= static_cast<double>(grid.values(axis));
    }
    if (values > most_values) {
        section.report("cells", "more than 2^54 values in all (no memory holds them): use fewer");
    }
}

std::string yaml_interval(const Axis& axis)
{
    return "[" + yaml_number(axis.lower) + ", " + yaml_number(axis.upper) + "]";
}

bool Codec<BoxGrid>::read(const Section& root, const Key& key, BoxGrid& box)
{
    const Section section = root.section(key.name);
    section.finish();
    box.at = root.position_of(key.name);
    const auto given = section.given<std::vector<std::int64_t>>("cells");
    const std::optional<int> dimensions = dimensions_of(section);
    box.dimensions = dimensions.value_or(static_cast<int>(axis_words.size()));
    root.context().dimensions = box.dimensions;
    std::array<std::int64_t, 3> cells{1, 1, 1};  // for absent and for bad axes
    std::ranges::copy(given.value_or(std::vector<std::int64_t>{}), cells.begin());
    Grid& grid = box.grid;
    const bool chooses = section.table().find("location") != nullptr;
    grid = grid_of_cells(cells, chooses ? read_location(section) : Location::cell);
    const Section coordinates = section.section("coordinates");
    read_coordinates(coordinates, given.has_value(), box);
    read_extent(section, coordinates, dimensions.has_value(), box);
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) {
        if (is_absent(axis, box)) {
            grid.axes.at(axis) = {.cells = 1, .lower = 0.0, .upper = grid.axes[0].spacing()};
        }
    }
    check_size(section, grid);
    return true;
}

std::string Codec<BoxGrid>::yaml(const Key& key, const BoxGrid& box, const Context& context)
{
    std::vector<std::int64_t> cells;
    std::string extent;
    std::string coordinates;
    for (std::size_t i = 0; i < static_cast<std::size_t>(box.dimensions); ++i) {
        const Axis& axis = box.grid.axes.at(i);
        const std::string name{axis_words.at(i)};
        cells.push_back(axis.cells);
        if (!axis.stretched()) {
            extent += "\n    " + name + ": " + yaml_interval(axis);
        } else {
            const std::string& stretching = box.stretching.at(i);
            const std::string nodes =
                stretching.empty() ? Codec<std::vector<double>>::yaml({}, axis.nodes, context)
                                   : yaml_scalar(stretching);
            coordinates += (coordinates.empty() ? "" : ", ") + name + ": " + nodes;
        }
    }
    std::vector<std::string> items{"cells: " +
                                   Codec<std::vector<std::int64_t>>::yaml({}, cells, context)};
    if (!extent.empty()) {
        items.push_back("extent:" + extent);
    }
    if (!coordinates.empty()) {
        items.push_back("coordinates: { " + coordinates + " }");
    }
    if (key.section->find("location") != nullptr) {
        items.push_back("location: " +
                        location_words.at(static_cast<std::size_t>(box.grid.location)));
    }
    return yaml_section(key, items);
}

}  // namespace tobiuo::casefile
