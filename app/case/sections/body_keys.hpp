// SPDX-License-Identifier: BSD-3-Clause
// The keys of bodies in the box: those of their shapes, which all solvers have, and how maps of named
// bodies are read.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/case/sections/body_shape.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"

namespace tobiuo::casefile {

/// The table of a named body with these keys of an Owner, which is a BodyShape, beside those of its
/// shape, whose expression has the variables.
template <typename Owner>
[[nodiscard]] Table body_table(std::string path, std::vector<std::string> variables,
                               std::vector<Key> own)
{
    const bool may_move = variables == space_and_time;
    Key rotation = section_key(
        {.path = path + ".rotation",
         .keys = {bound(&SurfaceRotation::axis,
                        {.name = "axis",
                         .summary = "[x, y, z]: the direction of the axis, through the origin",
                         .required = true}),
                  bound(&SurfaceRotation::angle,
                        {.name = "angle", .summary = "Degrees, anticlockwise", .required = true})}},
        "Turns the surface, after its scale and before its shift");
    rotation.in_braces = true;
    rotation.only_with = "stl";
    Table table{
        .path = std::move(path),
        .keys =
            {bound<Owner>(&BodyShape::inside,
                          {.name = "inside",
                           .summary = std::string{"An expression in x, y, z"} +
                                      (may_move ? ", and t of a body that moves," : "") +
                                      " that is true, or not 0, inside the body: "
                                      "(x - 1)^2 + (y - 2)^2 < 0.25",
                           .variables = std::move(variables)}),
             bound<Owner>(&BodyShape::voxels,
                          {.name = "voxels",
                           .summary = "A .vti, .vtr, .pvti or .pvtr file, relative to the case: "
                                      "its cells that are not 0 are inside",
                           .pattern = fields_pattern()}),
             bound<Owner>(&BodyShape::height,
                          {.name = "height",
                           .summary = "Such a file, or a .csv, .txt or .xyz with lines of x, y and "
                                      "height, with a height for each place of the ground: "
                                      "what is below it along the last axis is inside",
                           .pattern = heights_pattern()}),
             bound<Owner>(&BodyShape::stl,
                          {.name = "stl",
                           .summary = "An STL file, binary or text, relative to the case: what its "
                                      "closed surface has inside; in two dimensions where z is 0",
                           .pattern = {.expression = ".*\\.[sS][tT][lL]",
                                       .words = "a path that ends in .stl"}}),
             bound<Owner>(&BodyShape::scale,
                          {.name = "scale",
                           .summary = "By what the surface's coordinates are multiplied first: "
                                      "0.001 from millimetres to metres",
                           .reals = {.above = 0.0},
                           .only_with = "stl"}),
             bound<Owner>(&BodyShape::rotation, std::move(rotation)),
             bound<Owner>(&BodyShape::shift,
                          {.name = "shift",
                           .summary = "[x, y, z]: what is added to the surface's coordinates last",
                           .only_with = "stl"}),
             bound<Owner>(
                 &BodyShape::field,
                 {.name = "field",
                  .summary = "Name of the array in the file; not needed if it has one only"})},
        .alternatives = {"inside", "voxels", "height", "stl"},
        .why_alternatives = "a body has one shape",
        .exclusions = {
            {.keys = {"field"}, .others = {"inside"}, .why = "an expression has no arrays"},
            {.keys = {"field"}, .others = {"stl"}, .why = "a surface has no arrays"}}};
    for (Key& key : own) {
        table.keys.push_back(std::move(key));
    }
    return table;
}

/// The key of a map of bodies, each by its name, with the table of one: `bodies` of an Owner.
template <typename Owner, typename Body>
[[nodiscard]] Key bodies_key(std::vector<Body> Owner::*bodies, Table table, std::string summary)
{
    std::string name = table.path;
    Key key = section_key(std::move(table), std::move(summary));
    key.named = true;
    key.name = std::move(name);
    key.in_braces = true;
    return bound_by<Owner>(
        nullptr,
        [bodies](const Key& own, const Owner& owner, const Context& context) {
            return named_yaml(1, owner.*bodies, [&](const Body& one) {
                return Codec<Body>::yaml(own, one, context);
            });
        },
        std::move(key), true);
}

/// Reads the bodies of the section `key`, if the case has it, and calls check(section, body) for each.
template <typename Body, typename Check>
void read_bodies(const Section& root, const std::string& key, std::vector<Body>& bodies,
                 const Check& check)
{
    if (!root.has(key)) {
        return;
    }
    for (const auto& [name, section] : root.named_sections(key)) {
        section.finish();
        Body& body = bodies.emplace_back();
        read_bound(section, body);
        body.name = name;
        body.key = key + "." + name;
        body.at = root.node_of(key)->find(name)->value.at;
        if (body.rotation && body.rotation->axis == std::array<double, 3>{}) {
            section.report("rotation",
                           "the axis has no direction (it is 0): give one, such as [0, 0, 1]");
        }
        check(section, body);
    }
}

}  // namespace tobiuo::casefile
