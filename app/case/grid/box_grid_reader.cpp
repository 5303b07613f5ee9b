// Reads the section `grid` of the solvers in a box, its cells, bounds and nodes, and writes it.
#include "app/case/grid/box_grid_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/case/grid/grid_keys.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::casefile {
namespace {

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
    box.stretching = *text;
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

std::string nodes_text(const Axis& axis)
{
    std::string text;
    for (const double node : axis.nodes) {
        text += (text.empty() ? "[" : ", ") + yaml_number(node);
    }
    return text + "]";
}

}  // namespace

std::string absent_sentence(std::string_view axis, int dimensions)
{
    return "the axis " + std::string{axis} + " is absent (grid.cells has " +
           std::to_string(dimensions) + (dimensions == 1 ? " number" : " numbers") +
           "): remove it, or give the axis cells";
}

bool read_box_grid(const Section& root, BoxGrid& box)
{
    const Section section = root.section("grid");
    section.finish();
    box.at = root.position_of("grid");
    const auto given = section.given<std::vector<std::int64_t>>("cells");
    const std::optional<int> dimensions = dimensions_of(section);
    box.dimensions = dimensions.value_or(static_cast<int>(axis_words.size()));
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
    return given.has_value();
}

std::string box_grid_yaml(const BoxGrid& box)
{
    std::string cells;
    std::string extent;
    std::string coordinates;
    for (std::size_t i = 0; i < static_cast<std::size_t>(box.dimensions); ++i) {
        const Axis& axis = box.grid.axes.at(i);
        cells += (i == 0 ? "" : ", ") + std::to_string(axis.cells);
        if (axis.stretched()) {
            const std::string nodes =
                box.stretching.empty() ? nodes_text(axis) : yaml_scalar(box.stretching);
            coordinates =
                "  coordinates: { " + std::string{axis_words.at(i)} + ": " + nodes + " }\n";
        } else {
            extent += yaml_interval(i, axis);
        }
    }
    return "grid:\n  cells: [" + cells + "]\n" + (extent.empty() ? "" : "  extent:\n" + extent) +
           coordinates;
}

}  // namespace tobiuo::casefile
