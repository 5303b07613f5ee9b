// Reads the part of a case that belongs to `solver: flow`, and checks its keys against each other.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/flow/flow_case.hpp"
#include "app/case/flow/flow_keys.hpp"
#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/sections/sampling_sections.hpp"
#include "app/case/sections/scalar_section.hpp"
#include "app/case/values/expression_reader.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

using flow::FaceKind;

constexpr std::array<std::string_view, 3> component_words{"u", "v", "w"};

FaceKind kind_of(const std::optional<std::string>& word)
{
    const auto found = std::ranges::find(face_words, word.value_or(face_words.front()));
    return static_cast<FaceKind>(found - face_words.begin());
}

void read_velocity(const Section& face, int dimensions, FlowFace& read)
{
    const auto texts = face.given<std::vector<std::string>>("velocity");
    if (!texts) {
        return;
    }
    for (std::size_t component = 0; component < texts->size(); ++component) {
        read.velocity.at(component) = {.text = texts->at(component),
                                       .at = face.node_of("velocity")->items.at(component).at};
        check_variables(face, "velocity", read.velocity.at(component), dimensions);
    }
}

/// The face `name` of the axis with the name `across`.
FlowFace read_face(const Section& axis, std::string_view name, std::string_view across,
                   int dimensions)
{
    FlowFace face{.kind = FaceKind::no_slip, .at = axis.position_of(name)};
    const Node* node = axis.node_of(name);
    if (node != nullptr && node->kind == NodeKind::scalar && node->text == face_words.front()) {
        axis.report(name, in_quotes(node->text) +
                              " is for both faces of an axis (they are the same place): write " +
                              std::string{across} + ": " + node->text +
                              ", or give this face a kind of its own");
        return face;
    }
    if (node == nullptr || node->kind != NodeKind::map) {
        face.kind = kind_of(axis.given<std::string>(name).value_or("no-slip"));
        if (face.kind == FaceKind::inflow) {
            axis.report(name,
                        "an inflow needs a velocity (nothing flows in without one): write { "
                        "kind: inflow, velocity: [1, 0, 0] }");
        }
        return face;
    }
    const Section section = axis.section(name);
    section.finish();
    face.kind = kind_of(section.given<std::string>("kind").value_or("no-slip"));
    const bool moves = face.kind == FaceKind::no_slip || face.kind == FaceKind::inflow;
    if (section.has("velocity") && !moves) {
        section.report("velocity", "a face that is " +
                                       face_words.at(static_cast<std::size_t>(face.kind)) +
                                       " has no velocity of its own: remove it");
    } else if (!section.has("velocity") && face.kind == FaceKind::inflow) {
        section.report_missing("velocity");
    }
    read_velocity(section, dimensions, face);
    face.flow_rate = section.given<double>("flow_rate");
    if (face.flow_rate && face.kind != FaceKind::inflow) {
        section.report("flow_rate", "a face that is " +
                                        face_words.at(static_cast<std::size_t>(face.kind)) +
                                        " has no flow rate (only the velocity of an inflow is "
                                        "scaled): remove it, or make the face an inflow");
    }
    return face;
}

/// Both faces across the axis `name`, given by one word or separately.
std::array<FlowFace, 2> read_axis(const Section& faces, std::string_view name, int dimensions)
{
    if (faces.node_of(name)->kind != NodeKind::map) {
        const FlowFace both{.kind = kind_of(faces.given<std::string>(name)),
                            .at = faces.position_of(name)};
        return {both, both};
    }
    const Section axis = faces.section(name);
    axis.finish();
    return {read_face(axis, "lower", name, dimensions), read_face(axis, "upper", name, dimensions)};
}

void read_faces(const Section& root, FlowCase& flow)
{
    const Section faces = root.section("faces");
    faces.finish();
    flow.faces_at = root.position_of("faces");
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        const std::string_view name = axis_words.at(axis);
        if (!faces.has(name)) {
            continue;
        }
        if (axis >= static_cast<std::size_t>(flow.box.dimensions)) {
            faces.report(name, absent_sentence(name, flow.box.dimensions));
            continue;
        }
        flow.faces.at(axis) = read_axis(faces, name, flow.box.dimensions);
    }
}

/// The faces have been read, without a problem if `faces_are_known`.
void read_bulk_velocity(const Section& fluid, bool faces_are_known, FlowCase& flow)
{
    const auto given = fluid.given<std::vector<double>>("bulk_velocity");
    if (!given) {
        return;
    }
    for (std::size_t axis = 0; axis < given->size(); ++axis) {
        if (faces_are_known && given->at(axis) != 0.0 &&
            flow.faces.at(axis)[0].kind != FaceKind::periodic) {
            fluid.report_at(fluid.node_of("bulk_velocity")->items.at(axis).at, "bulk_velocity",
                            "the axis " + std::string{axis_words.at(axis)} +
                                " is not periodic (its faces decide what flows along it): make it "
                                "0");
        }
    }
    std::ranges::copy(*given, flow.bulk_velocity.emplace().begin());
}

void read_fluid(const Section& root, bool faces_are_known, FlowCase& flow)
{
    const Section section = root.section("fluid");
    section.finish();
    flow.viscosity = section.value<double>("viscosity");
    if (flow.viscosity < 0.0) {
        section.report("viscosity", "expected a number of at least 0 (got " +
                                        shortest(flow.viscosity) +
                                        "; friction takes energy from a flow)");
    }
    if (const auto force = section.given<std::vector<double>>("force")) {
        std::ranges::copy(*force, flow.force.begin());
    }
    read_bulk_velocity(section, faces_are_known, flow);
}

void read_initial_file(const Section& section, const CaseFolder& folder, FlowCase& flow)
{
    if (!section.has("file")) {
        return;
    }
    flow.initial_file = FieldFile{.path = folder.given_file(section, "file").value_or(""),
                                  .field = section.value<std::string>("field"),
                                  .at = section.position_of("file")};
}

void read_initial(const Section& root, const CaseFolder& folder, FlowCase& flow)
{
    const Section section = root.section("initial");
    section.finish();
    read_initial_file(section, folder, flow);
    for (std::size_t component = 0; component < component_words.size(); ++component) {
        flow.initial.at(component) =
            read_expression(section, component_words.at(component), flow.box.dimensions);
    }
    const Section noise = section.section("noise");
    noise.finish();
    read_bound(noise, flow.noise);
}

/// The grid and the faces have been read.
void read_method(const Section& root, bool faces_are_known, FlowCase& flow)
{
    const Section section = root.section("method");
    section.finish();
    read_bound(section, flow);
    if (flow.implicit_diffusion == ImplicitAxis::none) {
        return;
    }
    const auto axis = static_cast<std::size_t>(flow.implicit_diffusion) -
                      static_cast<std::size_t>(ImplicitAxis::x);
    const std::string_view name = axis_words.at(axis);
    if (axis >= static_cast<std::size_t>(flow.box.dimensions)) {
        section.report("implicit_diffusion", absent_sentence(name, flow.box.dimensions));
    } else if (faces_are_known && flow.box.grid.axes.at(axis).cells == 1 &&
               flow.faces.at(axis)[0].kind == FaceKind::periodic) {
        section.report("implicit_diffusion",
                       "nothing changes along the axis " + std::string{name} +
                           " (it is one periodic cell): give another axis, or none");
    }
}

void read_run(const Section& root, FlowCase& flow)
{
    const Section section = root.section("run");
    section.finish();
    read_bound(section, flow.run);
    flow.time_step_at = section.position_of("time_step");
    if (!section.is_map()) {
        return;
    }
    if (!section.has("until") && !section.has("max_steps")) {
        section.report_missing("until");
    }
}

/// Reports more files of a series than its names have numbers for.
void check_series(const Section& root, const FlowCase& flow, const OutputSection& output)
{
    constexpr double most_files = 99'999.0;
    const double count = output.every ? flow.run.until.value_or(0.0) / *output.every : 0.0;
    if (count > most_files) {
        root.section("output").report("every", "makes " + shortest(std::floor(count)) +
                                                   " files until the end of the run (at most " +
                                                   shortest(most_files) +
                                                   " are numbered): make it "
                                                   "longer");
    }
}

/// Reports gradients for rows of the history that are not there.
void check_history(const Section& root, const OutputSection& output)
{
    if (output.gradients_every.value_or(0) % output.history_every != 0) {
        root.section("output").report(
            "gradients_every", "expected a multiple of output.history_every = " +
                                   std::to_string(output.history_every) + " (got " +
                                   std::to_string(*output.gradients_every) +
                                   "; only rows of the history have gradients): make one fit");
    }
}

/// Reports a field of the scalar if the case has none.
void check_fields(const Section& root)
{
    if (root.has("scalar") || !root.has("output")) {
        return;
    }
    const Section output = root.section("output");
    if (!output.is_map() || output.node_of("fields") == nullptr) {
        return;
    }
    for (const Node& field : output.node_of("fields")->items) {
        if (field.text == "scalar") {
            output.report_at(field.at, "fields",
                             "the flow carries no scalar (this case has no key 'scalar'): add it, "
                             "or remove the field");
        }
    }
}

/// Reports why the flow cannot be computed, whatever its velocities are.
void check_problem(const Section& root, const FlowCase& flow)
{
    if (const auto reason = flow::unsupported_reason(without_velocities(flow), Backend::cpu)) {
        root.report(root.has("faces") ? "faces" : "grid", *reason);
    }
}

}  // namespace

FlowCase read_flow(const Section& root, const CaseFolder& folder, const Case& common)
{
    FlowCase flow;
    const std::size_t before = root.problems();
    const bool sized = read_box_grid(root, flow.box);
    const std::size_t before_faces = root.problems();
    read_faces(root, flow);
    const bool faces_are_known = root.problems() == before_faces;
    read_fluid(root, faces_are_known, flow);
    flow.scalar = read_scalar(root, flow.box.dimensions,
                              faces_are_known ? std::optional{face_kinds(flow)} : std::nullopt);
    flow.scalar_at = root.position_of("scalar");
    read_method(root, faces_are_known, flow);
    if (sized && root.problems() == before) {
        check_problem(root, flow);
    }
    read_initial(root, folder, flow);
    read_run(root, flow);
    flow.checkpoint = read_checkpoint(root);
    flow.statistics = read_statistics(root, folder, flow.box.dimensions);
    flow.probes = read_probes(root, flow.box);
    check_series(root, flow, common.output);
    check_history(root, common.output);
    check_fields(root);
    return flow;
}

}  // namespace tobiuo::casefile
