// The section `obstacles` of a flow: bodies around which it flows.
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/case/flow/flow_sections.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {

Key obstacles_key()
{
    Key reference = section_key(
        {.path = "obstacles.reference",
         .keys = {bound(&ObstacleReference::speed, {.name = "speed",
                                                    .summary = "A speed, in length / time",
                                                    .required = true,
                                                    .reals = {.above = 0.0}}),
                  bound(
                      &ObstacleReference::area,
                      {.name = "area",
                       .summary = "An area, in two dimensions a length: the diameter of a cylinder",
                       .required = true,
                       .reals = {.above = 0.0}})}},
        "What makes force coefficients: force / (speed^2 area / 2)");
    reference.in_braces = true;
    Key rotation = section_key(
        {.path = "obstacles.rotation",
         .keys = {bound(&SurfaceRotation::axis,
                        {.name = "axis",
                         .summary = "[x, y, z]: the direction of the axis, through the origin",
                         .required = true}),
                  bound(&SurfaceRotation::angle,
                        {.name = "angle", .summary = "Degrees, anticlockwise", .required = true})}},
        "Turns the surface, after its scale and before its shift");
    rotation.in_braces = true;
    rotation.only_with = "stl";
    Key key = section_key(
        {.path = "obstacles",
         .keys =
             {bound(&ObstacleSection::inside,
                    {.name = "inside",
                     .summary = "An expression in x, y, z that is true, or not 0, inside the "
                                "body: (x - 1)^2 + (y - 2)^2 < 0.25",
                     .variables = space}),
              bound(&ObstacleSection::voxels,
                    {.name = "voxels",
                     .summary = "A .vti, .vtr, .pvti or .pvtr file, relative to the case: its "
                                "cells that are not 0 are inside",
                     .pattern = fields_pattern()}),
              bound(&ObstacleSection::height,
                    {.name = "height",
                     .summary = "Such a file with a height for each place of the ground: what "
                                "is below it along the last axis is inside",
                     .pattern = fields_pattern()}),
              bound(&ObstacleSection::stl,
                    {.name = "stl",
                     .summary = "An STL file, binary or text, relative to the case: what its "
                                "closed surface has inside; in two dimensions where z is 0",
                     .pattern = {.expression = ".*\\.[sS][tT][lL]",
                                 .words = "a path that ends in .stl"}}),
              bound(&ObstacleSection::scale,
                    {.name = "scale",
                     .summary = "By what the surface's coordinates are multiplied first: 0.001 "
                                "from millimetres to metres",
                     .reals = {.above = 0.0},
                     .only_with = "stl"}),
              bound(&ObstacleSection::rotation, std::move(rotation)),
              bound(&ObstacleSection::shift,
                    {.name = "shift",
                     .summary = "[x, y, z]: what is added to the surface's coordinates last",
                     .only_with = "stl"}),
              bound(&ObstacleSection::field,
                    {.name = "field",
                     .summary = "Name of the array in the file; not needed if it has one only"}),
              bound(&ObstacleSection::method,
                    {.name = "method",
                     .summary = "forcing (the default): velocities beside the surface are forced; "
                                "closed: the body is whole cells, and nothing goes through their "
                                "faces",
                     .choices = obstacle_method_words}),
              bound(&ObstacleSection::velocity,
                    {.name = "velocity",
                     .summary = "[u, v, w] of a body that moves but stays in its place, such as a "
                                "cylinder that turns: numbers or expressions in x, y, z",
                     .variables = space}),
              bound(&ObstacleSection::scalar_value,
                    {.name = "scalar_value", .summary = "The scalar on the surface"}),
              bound(&ObstacleSection::scalar_flux,
                    {.name = "scalar_flux",
                     .summary = "What diffuses out of the body for each unit of area and time; "
                                "without it and scalar_value the body insulates"}),
              bound(&ObstacleSection::reference, std::move(reference))},
         .alternatives = {"inside", "voxels", "height", "stl"},
         .why_alternatives = "a body has one shape",
         .exclusions = {{.keys = {"scalar_value"},
                         .others = {"scalar_flux"},
                         .why = "a surface has a value or a flux"},
                        {.keys = {"field"},
                         .others = {"inside"},
                         .why = "an expression has no arrays"},
                        {.keys = {"field"}, .others = {"stl"}, .why = "a surface has no arrays"}}},
        "Bodies around which the fluid flows: names, each with a map of what it is");
    key.named = true;
    key.name = "obstacles";
    key.in_braces = true;
    return bound_by<FlowCase>(
        nullptr,
        [](const Key& own, const FlowCase& flow, const Context& context) {
            return named_yaml(1, flow.obstacles, [&](const ObstacleSection& one) {
                return Codec<ObstacleSection>::yaml(own, one, context);
            });
        },
        std::move(key), true);
}

void read_obstacles(const Section& root, FlowCase& flow)
{
    if (!root.has("obstacles")) {
        return;
    }
    for (const auto& [name, section] : root.named_sections("obstacles")) {
        section.finish();
        ObstacleSection& obstacle = flow.obstacles.emplace_back();
        read_bound(section, obstacle);
        obstacle.name = name;
        obstacle.at = root.node_of("obstacles")->find(name)->value.at;
        if (obstacle.is_closed() && flow.implicit_diffusion != ImplicitAxis::none) {
            section.report("method",
                           "a closed body and implicit diffusion do not go together (its lines go "
                           "through the body as if it were none): use method: forcing, or set "
                           "method.implicit_diffusion: none");
        }
        for (const std::string_view key : {"scalar_value", "scalar_flux"}) {
            if (section.has(key) && !flow.scalar) {
                section.report(key,
                               "the flow carries no scalar (this case has no key 'scalar'): "
                               "add it, or remove the key");
            }
        }
        if (obstacle.rotation && obstacle.rotation->axis == std::array<double, 3>{}) {
            section.report("rotation",
                           "the axis has no direction (it is 0): give one, such as [0, 0, 1]");
        }
        if (obstacle.scalar_flux.value_or(0.0) != 0.0 && flow.scalar &&
            flow.scalar->diffusivity == 0.0) {
            section.report("scalar_flux",
                           "nothing diffuses (scalar.diffusivity is 0): give a "
                           "diffusivity above 0, or no flux");
        }
    }
}

}  // namespace tobiuo::casefile
