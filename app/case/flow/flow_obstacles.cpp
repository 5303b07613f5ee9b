// SPDX-License-Identifier: BSD-3-Clause
// The section `obstacles` of a flow: bodies around which it flows.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/body_keys.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"

namespace tobiuo {

bool ObstacleSection::moves() const
{
    const auto has_time = [](const FieldExpression& one) {
        return Expression{one.text, casefile::space_and_time}.depends_on("t");
    };
    return (inside && has_time(*inside)) || std::ranges::any_of(velocity, has_time);
}

}  // namespace tobiuo

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
    Key nusselt = section_key(
        {.path = "obstacles.nusselt",
         .keys = {bound(&ObstacleNusselt::length, {.name = "length",
                                                   .summary = "A length, such as the diameter",
                                                   .required = true,
                                                   .reals = {.above = 0.0}}),
                  bound(&ObstacleNusselt::surface,
                        {.name = "surface",
                         .summary = "Area of the surface, in two dimensions its circumference",
                         .required = true,
                         .reals = {.above = 0.0}}),
                  bound(&ObstacleNusselt::scalar,
                        {.name = "scalar", .summary = "The scalar away from the body"})}},
        "What makes a Nusselt number: what the body gives the flow of the scalar in a unit of "
        "time, times the length, by diffusivity, surface and difference of the scalar");
    nusselt.in_braces = true;
    nusselt.only_with = "scalar_value";
    Table table = body_table<ObstacleSection>(
        "obstacles", space_and_time,
        {bound(&ObstacleSection::method,
               {.name = "method",
                .summary = "forcing (the default): velocities beside the surface are forced; "
                           "closed: the body is whole cells, and nothing goes through their "
                           "faces",
                .choices = obstacle_method_words}),
         bound(&ObstacleSection::velocity,
               {.name = "velocity",
                .summary = "[u, v, w] of a body that moves, in its place, such as a cylinder that "
                           "turns, or as `inside` says: numbers or expressions in x, y, z, t",
                .variables = space_and_time}),
         bound(&ObstacleSection::scalar_value,
               {.name = "scalar_value", .summary = "The scalar on the surface"}),
         bound(&ObstacleSection::scalar_flux,
               {.name = "scalar_flux",
                .summary = "What diffuses out of the body for each unit of area and time; "
                           "without it and scalar_value the body insulates"}),
         bound(&ObstacleSection::nusselt, std::move(nusselt)),
         bound(&ObstacleSection::reference, std::move(reference))});
    table.exclusions.push_back({.keys = {"scalar_value"},
                                .others = {"scalar_flux"},
                                .why = "a surface has a value or a flux"});
    return bodies_key(&FlowCase::obstacles, std::move(table),
                      "Bodies around which the fluid flows: names, each with a map of what it is");
}

void read_obstacles(const Section& root, FlowCase& flow)
{
    read_bodies(
        root, "obstacles", flow.obstacles,
        [&](const Section& section, const ObstacleSection& obstacle) {
            const bool any_moves = std::ranges::any_of(flow.obstacles, &ObstacleSection::moves);
            const bool any_is_closed =
                std::ranges::any_of(flow.obstacles, &ObstacleSection::is_closed);
            if (any_moves && any_is_closed && (obstacle.moves() || obstacle.is_closed())) {
                section.report(
                    obstacle.is_closed()      ? "method"
                    : section.has("velocity") ? "velocity"
                                              : "inside",
                    "a body that moves (it has t) and a closed one do not go together (a "
                    "projection knows the cells of closed bodies from the start): use "
                    "method: forcing for all bodies, or leave t out");
            }
            if (obstacle.is_closed() && flow.implicit_diffusion != ImplicitAxis::none) {
                section.report(
                    "method",
                    "a closed body and implicit diffusion do not go together (its lines go "
                    "through the body as if it were none): use method: forcing, or set "
                    "method.implicit_diffusion: none");
            }
            if (obstacle.is_closed() && flow.projections == Projections::one) {
                section.report(
                    "method",
                    "a closed body and one projection a step do not go together (nothing flows "
                    "through its faces after any stage): use method: forcing, or set "
                    "method.projections: three");
            }
            for (const std::string_view key : {"scalar_value", "scalar_flux"}) {
                if (section.has(key) && !flow.scalar) {
                    section.report(key,
                                   "the flow carries no scalar (this case has no key 'scalar'): "
                                   "add it, or remove the key");
                }
            }
            if (obstacle.nusselt && obstacle.nusselt->scalar == obstacle.scalar_value) {
                section.report(
                    "nusselt",
                    "has no difference of the scalar (scalar_value is the same): give the "
                    "scalar away from the body");
            }
            if (obstacle.nusselt && flow.scalar && flow.scalar->diffusivity == 0.0) {
                section.report(
                    "nusselt",
                    "nothing diffuses (scalar.diffusivity is 0): give a diffusivity above "
                    "0, or remove the key");
            }
            if (obstacle.scalar_flux.value_or(0.0) != 0.0 && flow.scalar &&
                flow.scalar->diffusivity == 0.0) {
                section.report("scalar_flux",
                               "nothing diffuses (scalar.diffusivity is 0): give a "
                               "diffusivity above 0, or no flux");
            }
        });
}

}  // namespace tobiuo::casefile
