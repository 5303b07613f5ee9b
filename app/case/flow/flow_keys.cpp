// The keys that `solver: flow` adds: grid, fluid, faces, scalar, initial, method, run, checkpoint,
// statistics and probes.
#include "app/case/flow/flow_keys.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/grid/grid_keys.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/sections/sampling_sections.hpp"
#include "app/case/sections/scalar_section.hpp"
#include "app/case/values/expression_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"

namespace tobiuo::casefile {
namespace {

const Table& grid_table()
{
    static const Table table = box_grid_table();
    return table;
}

const Table& fluid_table()
{
    static const Table table{
        .path = "fluid",
        .keys = {{.name = "viscosity",
                  .summary = "Kinematic viscosity, in length^2 / time; 0 or more",
                  .type = Type::real,
                  .required = true},
                 {.name = "force",
                  .summary = "[x, y, z]: a force for each unit of mass, in length / time^2",
                  .type = Type::list,
                  .element = Type::real,
                  .lengths = {.least = 3, .most = 3}},
                 {.name = "bulk_velocity",
                  .summary = "[u, v, w]: the mean velocity, which a force along periodic axes "
                             "keeps; in place of force",
                  .type = Type::list,
                  .element = Type::real,
                  .lengths = {.least = 3, .most = 3}}},
        .exclusions = {{.keys = {"bulk_velocity"},
                        .others = {"force"},
                        .why = "the velocity decides what the force is"}}};
    return table;
}

/// The kinds of a single face: an axis is periodic at both or at neither.
std::vector<std::string> kinds_of_face()
{
    return {face_words.begin() + 1, face_words.end()};
}

Table face_table(const std::string& path)
{
    return {
        .path = path,
        .keys = {{.name = "kind",
                  .summary = "What the face is",
                  .required = true,
                  .choices = kinds_of_face()},
                 {.name = "velocity",
                  .summary = "[u, v, w] of the wall or of what flows in: numbers or expressions "
                             "in x, y, z, t",
                  .type = Type::list,
                  .element = Type::expression,
                  .lengths = {.least = 3, .most = 3},
                  .variables = space_and_time},
                 {.name = "flow_rate",
                  .summary = "Of an inflow: what enters in a unit of time, velocity times area (in "
                             "two dimensions times length), below 0 where it leaves; the velocity "
                             "across the face is scaled to it",
                  .type = Type::real,
                  .only_with = "velocity"}}};
}

Key face_key(const Table& table, const std::string& words)
{
    Key key = section_key(table, "The " + words +
                                     ": a word (the velocity is 0), or a map of kind, "
                                     "velocity and flow_rate");
    key.required = true;
    key.choices = kinds_of_face();
    return key;
}

const Table& axis_table(std::size_t axis)
{
    static const EndKeys keys{
        .section = "faces", .words = "face across", .table = face_table, .key = face_key};
    static const std::array<EndTables, 3> tables{EndTables{keys, "x"}, EndTables{keys, "y"},
                                                 EndTables{keys, "z"}};
    return tables.at(axis).both();
}

Key axis_key(std::size_t axis)
{
    Key key = section_key(axis_table(axis),
                          "The faces across " + std::string{axis_words.at(axis)} +
                              ": a word for both (velocities are 0), or a map of lower and upper");
    key.choices = {face_words.begin(), face_words.begin() + 3};
    key.fallback = face_words.front();
    return key;
}

const Table& faces_table()
{
    static const Table table{.path = "faces", .keys = {axis_key(0), axis_key(1), axis_key(2)}};
    return table;
}

const Table& noise_table()
{
    static const Table table{
        .path = "initial.noise",
        .keys = {bound<FlowNoise>(&FlowNoise::amplitude,
                                  {.name = "amplitude",
                                   .summary = "The largest of the numbers, in length / time",
                                   .required = true,
                                   .reals = {.above = 0.0}}),
                 bound<FlowNoise>(&FlowNoise::seed, {.name = "seed",
                                                     .summary = "Another seed, other numbers",
                                                     .integers = {.least = 0}})}};
    return table;
}

Key component_key(std::string name)
{
    std::string summary =
        "Velocity " + name + " at the start: a number or an expression in x, y, z";
    return {.name = std::move(name),
            .summary = std::move(summary),
            .type = Type::expression,
            .fallback = "0",
            .variables = space};
}

const Table& initial_table()
{
    static const Table table{
        .path = "initial",
        .keys = {component_key("u"),
                 component_key("v"),
                 component_key("w"),
                 {.name = "file",
                  .summary = "A .vti, .vtr, .pvti or .pvtr file, relative to the case, with a "
                             "velocity at the centres of cells of the same box; in place of u, v, "
                             "w",
                  .pattern = fields_pattern()},
                 {.name = "field",
                  .summary = "Name of the array of vectors in the file",
                  .fallback = "velocity",
                  .only_with = "file"},
                 section_key(noise_table(), "Random numbers that are added to the velocity")},
        .exclusions = {
            {.keys = {"u", "v", "w"}, .others = {"file"}, .why = "the velocity has one source"}}};
    return table;
}

const Table& method_table()
{
    static const Table table{
        .path = "method",
        .keys = {bound<FlowCase>(&FlowCase::precision,
                                 {.name = "precision",
                                  .summary = "Floating-point numbers of all arrays",
                                  .choices = precision_words}),
                 bound<FlowCase>(&FlowCase::implicit_diffusion,
                                 {.name = "implicit_diffusion",
                                  .summary = "An axis whose cells do not limit the time step by "
                                             "viscosity and diffusivity, which are implicit along "
                                             "it",
                                  .choices = implicit_axis_words})}};
    return table;
}

const Table& run_table()
{
    static const Table table{
        .path = "run",
        .keys = {bound<FlowRun>(&FlowRun::until, {.name = "until",
                                                  .summary = "The time at which the run ends",
                                                  .reals = {.above = 0.0}}),
                 bound<FlowRun>(
                     &FlowRun::max_steps,
                     {.name = "max_steps",
                      .summary = "The most steps; with 'until' it is a limit (exit code 7 "
                                 "where it comes first), without it the end of the run",
                      .integers = {.least = 1, .most = 1'000'000'000'000}}),
                 bound<FlowRun>(
                     &FlowRun::cfl,
                     {.name = "cfl",
                      .summary = "The Courant number by which time steps are chosen; 1.73 is "
                                 "the limit of stability",
                      .reals = {.above = 0.0, .below = 1.7320508}}),
                 bound<FlowRun>(&FlowRun::time_step,
                                {.name = "time_step",
                                 .summary = "A fixed time step in place of cfl",
                                 .reals = {.above = 0.0}})},
        .exclusions = {
            {.keys = {"time_step"}, .others = {"cfl"}, .why = "a time step is given or chosen"}}};
    return table;
}

Key needed(Key key)
{
    key.required = true;
    return key;
}

std::vector<Key> more_output()
{
    return {
        bound<OutputSection>(&OutputSection::every,
                             {.name = "every",
                              .summary = "Time between fields of the series, from the start on; "
                                         "without it only the last ones are written",
                              .reals = {.above = 0.0}}),
        bound<OutputSection>(&OutputSection::history_every,
                             {.name = "history_every",
                              .summary = "Steps between rows of history.csv",
                              .integers = {.least = 1, .most = 1'000'000'000}}),
        bound<OutputSection>(
            &OutputSection::gradients_every,
            {.name = "gradients_every",
             .summary =
                 "Steps between rows of history.csv with dissipation, enstrophy and shear at "
                 "walls, a multiple of history_every; 0: none",
             .integers = {.least = 0, .most = 1'000'000'000'000}})};
}

}  // namespace

SolverKeys flow_keys()
{
    return {
        .keys = {needed(section_key(grid_table(), "Size and place of the grid")),
                 needed(section_key(fluid_table(), "The fluid, and what drives it")),
                 section_key(faces_table(), "The faces of the box; an axis left out is periodic"),
                 scalar_key(),
                 section_key(initial_table(), "The velocity at the start; 0 if it is left out"),
                 section_key(method_table(), "How it is computed"),
                 needed(section_key(run_table(), "How far it is computed, and by what steps")),
                 checkpoint_key(), statistics_key(), probes_key()},
        .fields = bound<OutputSection>(&OutputSection::fields,
                                       {.name = "fields",
                                        .summary = "Arrays to write, at centres of cells",
                                        .fallback = {"velocity", "p"},
                                        .choices = {"velocity", "p", "scalar"},
                                        .distinct = true}),
        .pictured = {"speed", "u", "v", "w", "p", "scalar"},
        .more_output = more_output()};
}

}  // namespace tobiuo::casefile
