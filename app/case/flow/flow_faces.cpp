// SPDX-License-Identifier: BSD-3-Clause
// The sections `faces` and `scalar` of a flow: what its faces are, and what it carries.
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/ends.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::casefile {
namespace {

using flow::FaceKind;
using flow::ScalarFaceKind;

const std::string& word_of(FaceKind kind)
{
    return face_words.at(static_cast<std::size_t>(kind));
}

FaceKind kind_of(const std::optional<std::string>& word, FaceKind otherwise)
{
    const auto found = std::ranges::find(face_words, word.value_or(word_of(otherwise)));
    return static_cast<FaceKind>(found - face_words.begin());
}

bool has_velocity(FaceKind kind)
{
    return kind == FaceKind::no_slip || kind == FaceKind::inflow;
}

/// The key of a table in time.
Key table_key(std::string summary, Lengths columns)
{
    Key key = section_key(
        {.path = "table",
         .keys = {bound(&TableSection::file,
                        {.name = "file",
                         .summary =
                             "A .csv, .txt or .dat file, relative to the case: a line of names, "
                             "among them t, and lines of numbers in the order of t",
                         .required = true,
                         .pattern = {.expression = ".*\\.(csv|txt|dat)",
                                     .words = "a path that ends in .csv, .txt or .dat"}}),
                  bound(&TableSection::columns,
                        {.name = "columns",
                         .summary = columns.most == 1
                                        ? "[NAME]: the column"
                                        : "Names of columns: one for all components, or three",
                         .required = true,
                         .lengths = columns}),
                  bound(&TableSection::outside,
                        {.name = "outside",
                         .summary = "Before the first row and behind the last one: an error, their "
                                    "values, or the table again and again",
                         .choices = table_ends_words}),
                  bound(&TableSection::interpolation,
                        {.name = "interpolation",
                         .summary = "Between rows: a cubic without new extremes, or a line",
                         .choices = table_curve_words})}},
        std::move(summary));
    key.name = "table";
    key.in_braces = true;
    return key;
}

Key planes_key()
{
    Key key = section_key(
        {.path = "planes",
         .keys = {bound(
                      &PlanesSection::file,
                      {.name = "file",
                       .summary = "The .pvd of a series of planes across the axis, relative to "
                                  "the case, as output.series of another flow writes it",
                       .required = true,
                       .pattern = {.expression = ".*\\.pvd", .words = "a path that ends in .pvd"}}),
                  bound(&PlanesSection::field,
                        {.name = "field", .summary = "Name of the array of vectors"}),
                  bound(&PlanesSection::outside,
                        {.name = "outside",
                         .summary = "Before the first plane and behind the last one: an error, "
                                    "what they have, or the series again and again",
                         .choices = table_ends_words}),
                  bound(&PlanesSection::start,
                        {.name = "start",
                         .summary = "The time of the run at which the first plane is; its own if "
                                    "left out"})}},
        "Of an inflow: its velocity at each time, in place of velocity");
    key.name = "planes";
    key.in_braces = true;
    return key;
}

Key turbulence_key()
{
    Key key = section_key(
        {.path = "turbulence",
         .keys = {bound(&TurbulenceSection::intensity,
                        {.name = "intensity",
                         .summary = "The root of the mean square of each component as a part of "
                                    "the velocity there: a number or an expression in x, y, z, "
                                    "such as 0.05",
                         .required = true,
                         .variables = space}),
                  bound(&TurbulenceSection::length,
                        {.name = "length",
                         .summary = "The integral length of the eddies, at least two cells",
                         .required = true,
                         .reals = {.above = 0.0}}),
                  bound(&TurbulenceSection::seed, {.name = "seed",
                                                   .summary = "Another seed, other eddies",
                                                   .integers = {.least = 0}}),
                  bound(&TurbulenceSection::speed,
                        {.name = "speed",
                         .summary = "At which they are carried in; the mean velocity of what "
                                    "flows in at time 0 if left out",
                         .reals = {.above = 0.0}})}},
        "Of an inflow: synthetic turbulence that is added to its velocity");
    key.name = "turbulence";
    key.in_braces = true;
    return key;
}

/// The keys of a face. A face without a velocity of its own is written as a word.
Table face_table()
{
    Key table = table_key("A table in time by which velocity and flow rate are multiplied",
                          {.least = 1, .most = 3});
    return {
        .path = {},
        .keys = {bound<FlowFace>(
                     [](const FlowFace& face) { return std::optional{word_of(face.kind)}; },
                     [](FlowFace& face, const std::string& word) {
                         face.kind = kind_of(word, FaceKind::no_slip);
                     },
                     {.name = "kind",
                      .summary = "What the face is",
                      .required = true,
                      .choices = {face_words.begin() + 1, face_words.end()}}),
                 bound(&FlowFace::velocity,
                       {.name = "velocity",
                        .summary = "[u, v, w] of the wall or of what flows in: numbers or "
                                   "expressions in x, y, z, t",
                        .variables = space_and_time}),
                 bound(&FlowFace::flow_rate,
                       {.name = "flow_rate",
                        .summary = "Of an inflow: what enters in a unit of time, velocity "
                                   "times area (in two dimensions times length), below 0 "
                                   "where it leaves; the velocity across the face is scaled "
                                   "to it"}),
                 bound(&FlowFace::roughness,
                       {.name = "roughness",
                        .summary = "Of a wall: its friction is that of the logarithmic law, "
                                   "with this roughness length z0; 0 of a smooth wall"}),
                 bound(&FlowFace::table, std::move(table)),
                 bound(&FlowFace::turbulence, turbulence_key()),
                 bound(&FlowFace::recycled_from,
                       {.name = "recycle",
                        .summary = "Of an inflow: the place along the axis of a plane inside, "
                                   "whose fluctuations about the mean along periodic axes "
                                   "are added to the velocity"}),
                 bound(&FlowFace::planes, planes_key())},
        .exclusions = {
            {.keys = {"planes"}, .others = {"velocity"}, .why = "the velocity has one source"}}};
}

/// Reports a velocity or a flow rate that a face of its kind has not, or lacks.
void check_face(const Section& section, const FlowFace& face)
{
    if (section.has("velocity") && !has_velocity(face.kind)) {
        section.report("velocity", "a face that is " + word_of(face.kind) +
                                       " has no velocity of its own: remove it");
    } else if (!section.has("velocity") && !face.planes && face.kind == FaceKind::inflow) {
        section.report_missing("velocity");
    }
    if (face.flow_rate && face.kind != FaceKind::inflow) {
        section.report("flow_rate", "a face that is " + word_of(face.kind) +
                                        " has no flow rate (only the velocity of an inflow is "
                                        "scaled): remove it, or make the face an inflow");
    }
    if (face.roughness && face.kind != FaceKind::no_slip) {
        section.report("roughness", "a face that is " + word_of(face.kind) +
                                        " has no friction of a wall: remove it, or make the face "
                                        "no-slip");
    }
    if (face.turbulence && face.kind != FaceKind::inflow) {
        section.report("turbulence", "a face that is " + word_of(face.kind) +
                                         " has no turbulence (it is added to what flows in): "
                                         "remove it, or make the face an inflow");
    }
    if (face.planes && face.kind != FaceKind::inflow) {
        section.report("planes", "a face that is " + word_of(face.kind) +
                                     " has no planes that flow in: remove it, or make the face "
                                     "an inflow");
    }
    if (face.table && !has_velocity(face.kind)) {
        section.report("table", "a face that is " + word_of(face.kind) +
                                    " has no velocity of its own: remove it");
    }
    if (face.recycled_from && face.kind != FaceKind::inflow) {
        section.report("recycle", "a face that is " + word_of(face.kind) +
                                      " recycles nothing (it is added to what flows in): remove "
                                      "it, or make the face an inflow");
    }
    if (face.recycled_from && face.turbulence) {
        section.report("recycle",
                       "the face has synthetic turbulence, too (fluctuations come from "
                       "one source): remove one of both");
    }
    if (face.table && face.table->columns.size() == 2) {
        section.report("table",
                       "expected one column for all components, or three (got 2): name "
                       "one for each of u, v and w");
    }
    if (face.table && face.flow_rate && face.table->columns.size() > 1) {
        section.report("table",
                       "the velocity is scaled to a flow rate (which one column gives): "
                       "name one column, or remove flow_rate");
    }
    if (face.table && face.roughness) {
        section.report("table",
                       "the wall has a roughness (its law has one velocity): remove one "
                       "of both");
    }
    if (face.roughness && *face.roughness < 0.0) {
        section.report("roughness", "expected 0 of a smooth wall or more (got " +
                                        shortest(*face.roughness) + ")");
    }
}

/// The face `name` of the axis with the name `across`.
FlowFace read_face(const Section& faces, std::string_view name, std::string_view across)
{
    FlowFace face{.kind = FaceKind::no_slip, .at = faces.position_of(name)};
    const Node* node = faces.node_of(name);
    if (node != nullptr && node->kind == NodeKind::scalar && node->text == face_words.front()) {
        faces.report(name, in_quotes(node->text) +
                               " is for both faces of an axis (they are the same place): write " +
                               std::string{across} + ": " + node->text +
                               ", or give this face a kind of its own");
    } else if (node != nullptr && node->kind == NodeKind::map) {
        static_cast<void>(Codec<FlowFace>::read(faces, faces.table().key(name), face));
        check_face(faces.section(name), face);
    } else {
        face.kind = kind_of(faces.given<std::string>(name), FaceKind::no_slip);
        if (face.kind == FaceKind::inflow) {
            faces.report(name,
                         "an inflow needs a velocity (nothing flows in without one): write { "
                         "kind: inflow, velocity: [1, 0, 0] }");
        }
    }
    return face;
}

void read_faces(const Section& root, const Key& key, FlowCase& flow)
{
    flow.faces_at = root.position_of(key.name);
    read_ends(
        root.section(key.name), flow.faces, [](std::size_t) { return std::string{}; },
        [](const Section& faces, std::string_view name) {
            return FlowFace{.kind = kind_of(faces.given<std::string>(name), FaceKind::periodic),
                            .at = faces.position_of(name)};
        },
        [](const Section& faces, std::string_view name, std::size_t axis) {
            return read_face(faces, name, axis_words.at(axis));
        });
}

std::string faces_yaml(const Key& key, const FlowCase& flow, const Context& context)
{
    return yaml_ends(key, context, [&](std::size_t axis, std::size_t end) {
        const FlowFace& face = flow.faces.at(axis).at(end);
        const Key& own = key.section->keys.at(axis).section->keys.at(end);
        return std::optional{has_velocity(face.kind) ? Codec<FlowFace>::yaml(own, face, context)
                                                     : word_of(face.kind)};
    });
}

/// The keys of a face of the scalar, of which one is given.
Key scalar_face_key(ScalarFaceKind kind, std::string name, std::string summary)
{
    using Face = ScalarFaceSection;
    return bound<Face>(
        [kind](const Face& face) {
            return face.kind == kind ? std::optional{face.number} : std::nullopt;
        },
        [kind](Face& face, FieldExpression number) {
            face.kind = kind;
            face.number = std::move(number);
        },
        {.name = std::move(name), .summary = std::move(summary), .variables = space_and_time});
}

std::string scalar_faces_yaml(const Key& key, const ScalarSection& scalar, const Context& context)
{
    return yaml_ends(key, context,
                     [&](std::size_t axis, std::size_t end) -> std::optional<std::string> {
                         const ScalarFaceSection& face = scalar.faces.at(axis).at(end);
                         if (face.across == FaceKind::periodic) {
                             return std::nullopt;
                         }
                         const Key& own = key.section->keys.at(axis).section->keys.at(end);
                         return face.across == FaceKind::outflow
                                    ? ""
                                    : Codec<ScalarFaceSection>::yaml(own, face, context);
                     });
}

Key scalar_faces_key(const std::string& path)
{
    const Key axis{.name = "AXIS",
                   .summary = "The faces across AXIS: insulated, or a map of lower and upper",
                   .fallback = "insulated",
                   .choices = {"insulated"}};
    const Key end{.name = "END",
                  .summary = "The END face across AXIS: insulated, or a map of value or flux",
                  .fallback = "insulated",
                  .choices = {"insulated"}};
    const Table table{
        .path = {},
        .keys = {scalar_face_key(ScalarFaceKind::value, "value",
                                 "The scalar on the face: a number or an expression in x, y, z, t"),
                 scalar_face_key(ScalarFaceKind::flux, "flux",
                                 "What diffuses into the box for each unit of area and time: a "
                                 "number or an expression in x, y, z, t"),
                 bound(&ScalarFaceSection::table,
                       table_key("A table in time by which value or flux are multiplied",
                                 {.least = 1, .most = 1}))},
        .alternatives = {"value", "flux"},
        .why_alternatives = "a face gives one of them"};
    return bound_by<ScalarSection>(
        nullptr, scalar_faces_yaml,
        ends_key(path + ".faces",
                 "The scalar on the faces; a face left out is insulated, those of a periodic axis "
                 "have none",
                 axis, end, table));
}

/// The scalar on the face `name`, through which a flow of the kind `across` goes.
ScalarFaceSection read_scalar_face(const Section& faces, std::string_view name, FaceKind across)
{
    ScalarFaceSection face;
    const Node* node = faces.node_of(name);
    if (node == nullptr || node->kind != NodeKind::map) {
        static_cast<void>(faces.given<std::string>(name));
        return face;
    }
    const bool has_value = node->find("value") != nullptr;
    face.kind = has_value ? ScalarFaceKind::value : ScalarFaceKind::flux;
    static_cast<void>(Codec<ScalarFaceSection>::read(faces, faces.table().key(name), face));
    if (across == FaceKind::outflow) {
        faces.section(name).report(
            has_value ? "value" : "flux",
            "the face is an outflow (what arrives leaves through it): remove it");
    }
    return face;
}

/// Reads the faces of the scalar, and reports inflows without a value: what flows in carries one.
void read_scalar_faces(const Section& section, bool flow_is_known, const FlowCase& flow,
                       ScalarSection& of)
{
    auto& scalar = of.faces;
    const auto across = [&](std::size_t axis, std::size_t end) {
        return flow_is_known ? flow.faces.at(axis).at(end).kind : FaceKind::no_slip;
    };
    read_ends(
        section.section("faces"), scalar,
        [&](std::size_t axis) {
            return across(axis, 0) == FaceKind::periodic
                       ? "the axis is periodic (its ends are the same place): remove it"
                       : std::string{};
        },
        [](const Section& faces, std::string_view name) {
            static_cast<void>(faces.given<std::string>(name));
            return ScalarFaceSection{};
        },
        [&](const Section& faces, std::string_view name, std::size_t axis) {
            return read_scalar_face(faces, name, across(axis, name == end_words[0] ? 0 : 1));
        });
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        for (std::size_t end = 0; end < end_words.size(); ++end) {
            ScalarFaceSection& face = scalar.at(axis).at(end);
            face.across = across(axis, end);
            if (face.across == FaceKind::inflow && face.kind != ScalarFaceKind::value) {
                section.report("faces", std::string{axis_words.at(axis)} + "." +
                                            std::string{end_words.at(end)} +
                                            " is an inflow (what flows in carries the scalar): "
                                            "give its value, as { value: 0 }");
            }
        }
    }
}

}  // namespace

Key faces_key()
{
    const Key axis{.name = "AXIS",
                   .summary =
                       "The faces across AXIS: a word for both (velocities are 0), or a map "
                       "of lower and upper",
                   .fallback = face_words.front(),
                   .choices = {face_words.begin(), face_words.begin() + 3}};
    // An axis is periodic at both faces or at neither.
    const Key end{.name = "END",
                  .summary =
                      "The END face across AXIS: a word (the velocity is 0), or a map of "
                      "kind, velocity, flow_rate, table, turbulence, recycle and planes",
                  .required = true,
                  .choices = {face_words.begin() + 1, face_words.end()}};
    return bound_by<FlowCase>(
        read_faces, faces_yaml,
        ends_key("faces", "The faces of the box; an axis left out is periodic", axis, end,
                 face_table()));
}

Key start_field_key(std::string path, const std::string& what)
{
    Key key = section_key(
        {.path = std::move(path),
         .keys = {bound(&FieldFile::path,
                        {.name = "file",
                         .summary = "A .npy file, relative to the case, whose axes are those of "
                                    "the case, z the slowest, with values at centres of cells, or "
                                    "of a velocity on all faces across its axis",
                         .required = true,
                         .pattern = array_pattern()},
                        &FieldFile::at)}},
        what + ": a number, an expression in x, y, z, or { file: array.npy }");
    key.variables = space;
    key.in_braces = true;
    return key;
}

namespace {

/// The keys of a scalar, in the section `path`.
std::vector<Key> scalar_keys(const std::string& path)
{
    using Scalar = ScalarSection;
    return {bound(&Scalar::diffusivity, {.name = "diffusivity",
                                         .summary = "Of the scalar, in length^2 / time; 0 or more",
                                         .required = true}),
            bound(&Scalar::buoyancy,
                  {.name = "buoyancy",
                   .summary = "[x, y, z]: the force for each unit of mass and of the scalar "
                              "above 'reference', in length / time^2"}),
            bound(&Scalar::reference,
                  {.name = "reference",
                   .summary = "The scalar without buoyancy: a number or an expression in x, y, z",
                   .fallback = "0",
                   .variables = space}),
            scalar_faces_key(path),
            bound(&Scalar::source,
                  {.name = "source",
                   .summary = "What the scalar gains in a unit of time: a number or an "
                              "expression in x, y, z, t",
                   .fallback = "0",
                   .variables = space_and_time}),
            bound(&Scalar::mean_gradient,
                  {.name = "mean_gradient",
                   .summary = "[x, y, z]: the gradient of a mean that the velocity carries, "
                              "too, and above which the scalar is counted"}),
            bound(&Scalar::advection,
                  {.name = "advection",
                   .summary = "How it goes through the faces of cells: by the mean of two, or "
                              "so that it stays between its least and largest values",
                   .choices = scalar_advection_words}),
            bound(&Scalar::initial, start_field_key(path + ".initial", "The scalar at the start"))};
}

/// What obstacles give one of several scalars.
Key scalar_obstacles_key()
{
    using OnObstacle = ObstacleScalarSection;
    Key key = section_key(
        {.path = "scalars.obstacles",
         .keys = {bound(&OnObstacle::value,
                        {.name = "value", .summary = "The scalar on the surface"}),
                  bound(
                      &OnObstacle::flux,
                      {.name = "flux",
                       .summary = "What diffuses out of the body for each unit of area and time"})},
         .alternatives = {"value", "flux"},
         .why_alternatives = "a surface has a value or a flux"},
        "What obstacles give it, by their names; others insulate");
    key.named = true;
    key.name = "obstacles";
    key.in_braces = true;
    return bound_by<ScalarSection>(
        nullptr,
        [](const Key& own, const ScalarSection& scalar, const Context& context) {
            std::string all;
            for (const OnObstacle& one : scalar.obstacles) {
                all += (all.empty() ? "{ " : ", ") + yaml_scalar(one.name) + ": " +
                       Codec<OnObstacle>::yaml(own, one, context);
            }
            return all.empty() ? all : all + " }";
        },
        std::move(key), true);
}

void check_scalar(const Section& section, bool flow_is_known, const FlowCase& flow,
                  ScalarSection& scalar)
{
    if (scalar.diffusivity < 0.0) {
        section.report("diffusivity", "expected a number of at least 0 (got " +
                                          shortest(scalar.diffusivity) +
                                          "; diffusion levels out differences)");
    }
    const auto flows_out = [](const std::array<FlowFace, 2>& ends) {
        return ends[0].kind == flow::FaceKind::outflow || ends[1].kind == flow::FaceKind::outflow;
    };
    if (!Expression{scalar.reference.text, space}.is_constant() && flow_is_known &&
        std::ranges::any_of(flow.faces, flows_out)) {
        section.report("reference",
                       "it is an expression, and a face is an outflow (along which the pressure "
                       "balances the buoyancy above a number): give a number");
    }
    if (scalar.advection == flow::ScalarAdvection::bounded &&
        flow.implicit_diffusion != ImplicitAxis::none) {
        section.report("advection",
                       "bounded advection and implicit diffusion do not go together (of the second "
                       "order in time no implicit diffusion keeps bounds in long steps): use "
                       "central, or set method.implicit_diffusion: none");
    }
    read_scalar_faces(section, flow_is_known, flow, scalar);
}

/// Why a scalar cannot have the name; empty if it can.
std::string name_objection(const std::string& name, bool is_first)
{
    constexpr std::array taken{
        "velocity",  "p",        "solid", "vorticity", "speed", "u",           "v",
        "w",         "x",        "y",     "z",         "t",     "q_criterion", "step",
        "time",      "probe",    "line",  "mode",      "along", "position",    "dissipation",
        "enstrophy", "stresses", "s",     "ss",        "us",    "vs",          "ws",
        "uu",        "vv",       "ww",    "uv",        "uw",    "vw",          "all"};
    if (std::isdigit(static_cast<unsigned char>(name.front())) != 0 || name.front() == '-') {
        return "a scalar cannot have the name '" + name +
               "' (that of an array in a file begins with a letter or _): give another one";
    }
    const bool is_taken = std::ranges::find(taken, name) != taken.end() ||
                          name.starts_with("mean_") || name.starts_with("rms_") ||
                          (name == "scalar" && !is_first);
    return !is_taken ? ""
                     : "a scalar cannot have the name '" + name +
                           "' (results have a quantity of this name): give another one";
}

}  // namespace

Key scalar_key()
{
    return bound<FlowCase>(
        [](const FlowCase& flow) {
            return flow.scalar && !flow.scalar->is_named ? flow.scalar : std::nullopt;
        },
        [](FlowCase& flow, ScalarSection scalar) { flow.scalar = std::move(scalar); },
        section_key({.path = "scalar", .keys = scalar_keys("scalar")},
                    "A scalar that the flow carries, such as temperature, and its buoyancy"));
}

Key scalars_key()
{
    std::vector<Key> keys = scalar_keys("scalars");
    for (Key& own : keys) {
        own.in_braces = own.in_braces || own.name == "faces";
    }
    keys.push_back(bound(&ScalarSection::sponge,
                         {.name = "sponge",
                          .summary = "What it tends to by the rate of the sponge: a number or an "
                                     "expression in x, y, z, t",
                          .variables = space_and_time}));
    keys.push_back(scalar_obstacles_key());
    Key key = section_key({.path = "scalars", .keys = std::move(keys)},
                          "Scalars that the flow carries, by their names, in place of 'scalar'");
    key.named = true;
    key.in_braces = true;
    key.name = "scalars";
    return bound_by<FlowCase>(
        nullptr,
        [](const Key& own, const FlowCase& flow, const Context& context) {
            std::vector<ScalarSection> all;
            if (flow.scalar && flow.scalar->is_named) {
                all = flow.further_scalars;
                all.insert(all.begin(), *flow.scalar);
            }
            return named_yaml(1, all, [&](const ScalarSection& one) {
                return Codec<ScalarSection>::yaml(own, one, context);
            });
        },
        std::move(key), true);
}

void read_scalars(const Section& root, bool flow_is_known, FlowCase& flow)
{
    if (flow.scalar) {
        flow.scalar_at = root.position_of("scalar");
        check_scalar(root.section("scalar"), flow_is_known, flow, *flow.scalar);
    }
    if (!root.has("scalars")) {
        return;
    }
    if (root.has("scalar")) {
        root.report("scalars", "the case has a key 'scalar', too: move that one here, with a name");
        return;
    }
    for (const auto& [name, section] : root.named_sections("scalars")) {
        section.finish();
        ScalarSection scalar;
        read_bound(section, scalar);
        scalar.name = name;
        scalar.is_named = true;
        const std::string objection = name_objection(name, !flow.scalar);
        if (!objection.empty()) {
            root.report_at(root.node_of("scalars")->find(name)->value.at, "scalars." + name,
                           objection);
        }
        check_scalar(section, flow_is_known, flow, scalar);
        if (section.has("obstacles")) {
            for (const auto& [body, on] : section.named_sections("obstacles")) {
                on.finish();
                ObstacleScalarSection& given = scalar.obstacles.emplace_back();
                read_bound(on, given);
                given.name = body;
            }
        }
        if (flow.scalar) {
            flow.further_scalars.push_back(std::move(scalar));
        } else {
            flow.scalar = std::move(scalar);
            flow.scalar_at = root.position_of("scalars");
        }
    }
}

void check_scalars(const Section& root, const FlowCase& flow)
{
    if (!root.has("scalars") || root.has("scalar") || root.problems().has_of("scalars")) {
        return;
    }
    if (scalar_count(flow) > most_scalars) {
        root.report("scalars", "there are " + std::to_string(scalar_count(flow)) +
                                   " of them: give " + std::to_string(most_scalars) + " at most");
    }
    if (scalar_count(flow) > 1 && flow.implicit_diffusion != ImplicitAxis::none) {
        root.report("scalars",
                    "several scalars and implicit diffusion do not go together (its systems are "
                    "made for one): set method.implicit_diffusion: none, or leave one scalar");
    }
    if (scalar_count(flow) > 1 &&
        std::ranges::any_of(flow.obstacles, &ObstacleSection::is_closed)) {
        root.report("scalars",
                    "several scalars and a closed body do not go together (through whose faces one "
                    "diffuses): use method: forcing for it, or leave one scalar");
    }
    int number = 0;
    for (const auto& [name, section] : root.named_sections("scalars")) {
        if (number >= scalar_count(flow)) {
            return;
        }
        const ScalarSection& scalar = scalar_of_number(flow, number++);
        if (scalar.sponge && !flow.sponge) {
            section.report("sponge",
                           "the case has no sponge (which has the rate): add the section 'sponge', "
                           "or remove the key");
        }
        if (scalar.sponge && number == 1 && flow.sponge && flow.sponge->scalar) {
            section.report("sponge", "sponge.scalar is given, too: remove one of both");
        }
        for (const ObstacleScalarSection& on : scalar.obstacles) {
            const auto body = std::ranges::find(flow.obstacles, on.name, &ObstacleSection::name);
            if (body == flow.obstacles.end()) {
                section.report("obstacles", "there is no obstacle '" + on.name +
                                                "': name one of the section 'obstacles'");
            } else if (number == 1) {
                section.report("obstacles",
                               "what obstacles give the first scalar is scalar_value "
                               "or scalar_flux of obstacles." +
                                   on.name + ": write it there");
            }
        }
    }
}

}  // namespace tobiuo::casefile
