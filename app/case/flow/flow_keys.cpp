// SPDX-License-Identifier: BSD-3-Clause
// The keys that `solver: flow` adds: grid, fluid, faces, scalar, sponge, obstacles, initial, method,
// run, checkpoint, statistics, means, spectra and probes.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/series_section.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {
namespace {

Key fluid_key()
{
    return bound<FlowCase>(
        itself,
        required(section_key(
            {.path = "fluid",
             .keys = {bound(&FlowCase::viscosity,
                            {.name = "viscosity",
                             .summary = "Kinematic viscosity, in length^2 / time; 0 or more",
                             .required = true}),
                      bound(&FlowCase::more_viscosity,
                            {.name = "more_viscosity",
                             .summary = "What adds to viscosity: a number or an expression in x, "
                                        "y, z, t; the sum is not below 0",
                             .fallback = "0",
                             .variables = space_and_time}),
                      bound(&FlowCase::viscosity_of_scalar,
                            {.name = "viscosity_of_scalar",
                             .summary = "What adds to viscosity: an expression in s, the scalar; "
                                        "the sum is not below 0",
                             .fallback = "0",
                             .variables = scalar_value}),
                      bound(&FlowCase::force,
                            {.name = "force",
                             .summary = "[x, y, z]: a force for each unit of mass, in length / "
                                        "time^2: numbers or expressions in x, y, z, t",
                             .variables = space_and_time}),
                      bound(&FlowCase::rotation,
                            {.name = "rotation",
                             .summary = "[x, y, z]: twice the angular velocity of the frame, in "
                                        "1 / time, which makes the Coriolis force"}),
                      bound(&FlowCase::bulk_velocity,
                            {.name = "bulk_velocity",
                             .summary = "[u, v, w]: the mean velocity, which a force along "
                                        "periodic axes keeps; in place of force"})},
             .exclusions = {{.keys = {"bulk_velocity"},
                             .others = {"force"},
                             .why = "the velocity decides what the force is"}}},
            "The fluid, and what drives it")));
}

Key eddies_key()
{
    return bound(
        &FlowCase::eddies,
        section_key(
            {.path = "eddies",
             .keys = {bound(&EddiesSection::model,
                            {.name = "model",
                             .summary = "The viscosity of eddies that are smaller than cells",
                             .required = true,
                             .choices = eddy_words}),
                      bound(&EddiesSection::constant,
                            {.name = "constant",
                             .summary = "Of the model; 0.17 of smagorinsky, 0.5 of wale, 0.07 of "
                                        "vreman if it is left out",
                             .reals = {.above = 0.0}}),
                      bound(&EddiesSection::damping,
                            {.name = "damping",
                             .summary = "Whether the length of smagorinsky becomes 0.4 times the "
                                        "distance to a wall near it",
                             .fallback = false}),
                      bound(&EddiesSection::prandtl,
                            {.name = "prandtl",
                             .summary = "What the viscosity of eddies is divided by for their "
                                        "diffusivity of the scalar",
                             .fallback = 0.7,
                             .reals = {.above = 0.0}})}},
            "Large-eddy simulation: a viscosity of what the grid does not carry"),
        &FlowCase::eddies_at);
}

Key sponge_key()
{
    return bound(
        &FlowCase::sponge,
        section_key(
            {.path = "sponge",
             .keys = {bound(&SpongeSection::rate,
                            {.name = "rate",
                             .summary = "In 1 / time, not below 0: a number or an expression in x, "
                                        "y, z, such as 5 * max(0, x - 8)",
                             .required = true,
                             .variables = space}),
                      bound(&SpongeSection::velocity,
                            {.name = "velocity",
                             .summary = "[u, v, w] to which the velocity tends: numbers or "
                                        "expressions in x, y, z, t",
                             .variables = space_and_time}),
                      bound(&SpongeSection::scalar,
                            {.name = "scalar",
                             .summary = "What the scalar tends to: a number or an expression in "
                                        "x, y, z, t",
                             .variables = space_and_time})}},
            "Where velocity and scalar tend to targets, such as before an outflow"),
        &FlowCase::sponge_at);
}

Key noise_key()
{
    Key key =
        section_key({.path = "initial.noise",
                     .keys = {bound(&FlowNoise::amplitude,
                                    {.name = "amplitude",
                                     .summary = "The largest of the numbers, in length / time",
                                     .required = true,
                                     .reals = {.above = 0.0}}),
                              bound(&FlowNoise::seed, {.name = "seed",
                                                       .summary = "Another seed, other numbers",
                                                       .integers = {.least = 0}})}},
                    "Random numbers that are added to the velocity");
    key.in_braces = true;
    return bound<FlowCase>(
        [](const FlowCase& flow) {
            return flow.noise.amplitude > 0.0 ? std::optional{flow.noise} : std::nullopt;
        },
        [](FlowCase& flow, const FlowNoise& noise) { flow.noise = noise; }, std::move(key));
}

/// The component `index` of the velocity at the start.
Key component_key(std::size_t index, std::string name)
{
    return bound<FlowCase>(
        [index](auto& flow) -> auto& { return flow.initial.at(index); },
        start_field_key("initial." + name, "Velocity " + name + " at the start"));
}

Key initial_key()
{
    Key file = bound<FlowCase>(
        [](const FlowCase& flow) {
            const auto& file = flow.initial_file;
            return file ? std::optional{StartPlace{{.path = file->path, .at = file->at}}}
                        : std::nullopt;
        },
        [](FlowCase& flow, const StartPlace& file) {
            flow.initial_file = FieldFile{.path = file.path, .field = {}, .at = file.at};
        },
        {.name = "file",
         .summary = "A .vti, .vtr, .pvti or .pvtr file, relative to the case, with a velocity at "
                    "the centres of cells of the same box, the .state file of a checkpoint, or the "
                    "folder of a run, whose newest checkpoint is taken; in place of u, v, w"});
    Key field = bound_by<FlowCase>(
        [](const Section& section, const Key& key, FlowCase& flow) {
            if (flow.initial_file) {
                flow.initial_file->field = section.value<std::string>(key.name).value_or("");
            }
        },
        [](const Key&, const FlowCase& flow, const Context&) {
            return flow.initial_file ? yaml_scalar(flow.initial_file->field) : std::string{};
        },
        {.name = "field",
         .summary = "Name of the array of vectors in the file",
         .fallback = "velocity",
         .only_with = "file"});
    Key scalar = bound<FlowCase>(
        [](const FlowCase& flow) {
            return flow.initial_scalar.empty() ? std::nullopt : std::optional{flow.initial_scalar};
        },
        [](FlowCase& flow, std::string name) { flow.initial_scalar = std::move(name); },
        {.name = "scalar",
         .summary = "Name of an array in the file with the scalar at the start, in place of "
                    "scalar.initial",
         .only_with = "file"});
    Key time = bound(&FlowCase::initial_time,
                     {.name = "time",
                      .summary = "The time at the start; 0, or that of a checkpoint, if left out"});
    return bound<FlowCase>(
        itself, section_key({.path = "initial",
                             .keys = {component_key(0, "u"), component_key(1, "v"),
                                      component_key(2, "w"), std::move(file), std::move(field),
                                      std::move(scalar), std::move(time), noise_key()},
                             .exclusions = {{.keys = {"u", "v", "w"},
                                             .others = {"file"},
                                             .why = "the velocity has one source"}}},
                            "The velocity at the start; 0 if it is left out"));
}

Key method_key()
{
    return bound<FlowCase>(
        itself,
        section_key(
            {.path = "method",
             .keys = {bound(&FlowCase::precision,
                            {.name = "precision",
                             .summary = "Floating-point numbers of all arrays",
                             .choices = precision_words}),
                      bound(&FlowCase::implicit_diffusion,
                            {.name = "implicit_diffusion",
                             .summary = "An axis whose cells do not limit the time step by "
                                        "viscosity and diffusivity, which are implicit along it",
                             .choices = implicit_axis_words}),
                      bound(&FlowCase::projections,
                            {.name = "projections",
                             .summary = "How often a step solves Poisson's equation: after each of "
                                        "its three stages, or once, which is faster but bears a "
                                        "Courant number of 1 only",
                             .choices = projections_words}),
                      bound(&FlowCase::closed_tolerance,
                            {.name = "closed_tolerance",
                             .summary = "What closed obstacles may let through, as a part of what "
                                        "the pressure keeps from their faces; 1e-6 if left out",
                             .reals = {.above = 0.0, .below = 1.0}})}},
            "How it is computed"));
}

Key run_key()
{
    return bound(
        &FlowCase::run,
        required(section_key(
            {.path = "run",
             .keys = {bound(&FlowRun::until, {.name = "until",
                                              .summary = "The time at which the run ends",
                                              .reals = {.above = 0.0}}),
                      bound(&FlowRun::max_steps,
                            {.name = "max_steps",
                             .summary = "The most steps; with 'until' it is a limit (exit code 7 "
                                        "where it comes first), without it the end of the run",
                             .integers = {.least = 1, .most = 1'000'000'000'000}}),
                      bound(&FlowRun::cfl,
                            {.name = "cfl",
                             .summary = "The Courant number by which time steps are chosen; 1.73 "
                                        "is the limit of stability, 1 with one projection",
                             .reals = {.above = 0.0, .below = 1.7320508}}),
                      bound(&FlowRun::time_step, {.name = "time_step",
                                                  .summary = "A fixed time step in place of cfl",
                                                  .reals = {.above = 0.0}}),
                      bound(&FlowRun::wall_time,
                            {.name = "wall_time",
                             .summary = "What the run may take, such as 3 h: it stops early enough "
                                        "to write a checkpoint and its fields (exit code 6); "
                                        "--continue goes on"}),
                      bound(&FlowRun::steady,
                            {.name = "steady",
                             .summary = "In 1 / time, such as 1.0e-6: the run also ends when "
                                        "velocity and scalar change by no more than this part of "
                                        "their largest values in a unit of time",
                             .reals = {.above = 0.0}})},
             .exclusions = {{.keys = {"time_step"},
                             .others = {"cfl"},
                             .why = "a time step is given or chosen"}}},
            "How far it is computed, and by what steps")));
}

std::vector<Key> more_output()
{
    return {
        series_key(), lines_key(),
        bound(&OutputSection::every,
              {.name = "every",
               .summary = "Time between fields of the series, from the start on; without it only "
                          "the last ones are written",
               .reals = {.above = 0.0}}),
        bound(&OutputSection::history_every, {.name = "history_every",
                                              .summary = "Steps between rows of history.csv",
                                              .integers = {.least = 1, .most = 1'000'000'000}}),
        bound(&OutputSection::gradients_every,
              {.name = "gradients_every",
               .summary = "Steps between rows of history.csv with dissipation, enstrophy and "
                          "shear at walls, a multiple of history_every; 0: none",
               .integers = {.least = 0, .most = 1'000'000'000'000}})};
}

}  // namespace

SolverKeys flow_keys()
{
    return {
        .keys = {bound(&FlowCase::box, box_grid_key(false)), fluid_key(), faces_key(), scalar_key(),
                 scalars_key(), eddies_key(), sponge_key(), obstacles_key(), initial_key(),
                 method_key(), run_key(), bound(&FlowCase::checkpoint, checkpoint_key()),
                 statistics_key(), means_key(), spectra_key(), probes_key(), exact_key()},
        .fields =
            bound(&OutputSection::fields, {.name = "fields",
                                           .summary = "Arrays to write, at centres of cells",
                                           .fallback = {"velocity", "p"},
                                           .choices = {flow_fields.begin(), flow_fields.end()},
                                           .pattern = name_of_scalar,
                                           .distinct = true}),
        .pictured = {"speed", "u", "v", "w", "p", "scalar", "vorticity", "q_criterion",
                     "dissipation", "mean_u", "mean_v", "mean_w", "mean_p", "mean_scalar", "rms_u",
                     "rms_v", "rms_w", "rms_p", "rms_scalar"},
        .more_output = more_output()};
}

}  // namespace tobiuo::casefile
