// Keys that several solvers have: their tables, and how those of the section `grid` are read.
#include "app/case/grid/grid_keys.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

const Table& box_extent_table()
{
    static const Table table{.path = "grid.extent",
                             .keys = {interval_key("x"), interval_key("y"), interval_key("z")}};
    return table;
}

Key nodes_key(std::string axis)
{
    return {.name = std::move(axis),
            .summary =
                "Nodes of the stretched axis: cells + 1 increasing numbers, or an "
                "expression in s, which goes from 0 to 1",
            .type = Type::list,
            .element = Type::real,
            .lengths = {.least = 2},
            .variables = {"s"}};
}

const Table& coordinates_table()
{
    static const Table table{.path = "grid.coordinates",
                             .keys = {nodes_key("x"), nodes_key("y"), nodes_key("z")},
                             .alternatives = {axis_words.begin(), axis_words.end()},
                             .why_alternatives = "one axis can be stretched"};
    return table;
}

/// The most values of a grid, so that the bytes of all arrays in double, with copies and padding,
/// fit 63 bits.
constexpr double most_values = 0x1p54;

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

Table box_grid_table()
{
    return {
        .path = "grid",
        .keys = {{.name = "cells",
                  .summary = "[nx], [nx, ny] or [nx, ny, nz]: cells per axis, x contiguous; the "
                             "other axes are absent",
                  .type = Type::list,
                  .required = true,
                  .integers = {.least = 1, .most = most_cells},
                  .element = Type::integer,
                  .lengths = {.least = 1, .most = 3}},
                 section_key(box_extent_table(), std::string{extent_summary}),
                 section_key(coordinates_table(), "Where the nodes of a stretched axis lie")}};
}

Pattern fields_pattern()
{
    return {.expression = ".*\\.p?vt[ir]",
            .words = "a path that ends in .vti, .vtr, .pvti or .pvtr"};
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
    return grid.value_among<Location>("location", location_words);
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

}  // namespace tobiuo::casefile
