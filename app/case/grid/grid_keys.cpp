// Keys that several solvers have: those of the section `grid`, and files of fields.
#include "app/case/grid/grid_keys.hpp"

#include <string>
#include <utility>

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

}  // namespace tobiuo::casefile
