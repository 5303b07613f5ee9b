// SPDX-License-Identifier: BSD-3-Clause
// Reads the part of a case that belongs to `solver: flow`, and checks its keys against each other.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "app/case/flow/flow_case.hpp"
#include "app/case/flow/flow_sections.hpp"
#include "app/case/sections/series_section.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/solvers.hpp"
#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::casefile {
namespace {

bool is_zero(const FieldExpression& given,
             const std::vector<std::string>& variables = space_and_time)
{
    const Expression expression{given.text, variables};
    return expression.is_constant() && expression.at(0.0) == 0.0;
}

using flow::FaceKind;

void check_fluid(const Section& root, bool faces_are_known, const FlowCase& flow)
{
    const Section section = root.section("fluid");
    if (flow.viscosity < 0.0) {
        section.report("viscosity", "expected a number of at least 0 (got " +
                                        shortest(flow.viscosity) +
                                        "; friction takes energy from a flow)");
    }
    for (std::size_t axis = 0; axis < 3 && flow.bulk_velocity && faces_are_known; ++axis) {
        if (flow.bulk_velocity->at(axis) != 0.0 &&
            flow.faces.at(axis)[0].kind != FaceKind::periodic) {
            section.report_at(section.node_of("bulk_velocity")->items.at(axis).at, "bulk_velocity",
                              "the axis " + std::string{axis_words.at(axis)} +
                                  " is not periodic (its faces decide what flows along it): make "
                                  "it 0");
        }
    }
}

/// Reports a sponge that holds nothing, or a scalar that is not there.
void check_sponge(const Section& root, const FlowCase& flow)
{
    if (!flow.sponge) {
        return;
    }
    const Section section = root.section("sponge");
    bool any_is_held = flow.sponge->scalar.has_value();
    for (int number = 0; number < scalar_count(flow); ++number) {
        any_is_held = any_is_held || scalar_of_number(flow, number).sponge.has_value();
    }
    if (!flow.sponge->velocity && !any_is_held) {
        section.report_missing("velocity");
    }
    if (flow.sponge->scalar && !flow.scalar) {
        section.report("scalar",
                       "the flow carries no scalar: remove it, or give the case a "
                       "section 'scalar'");
    }
}

/// Reports eddies whose viscosity the method cannot have.
void check_eddies(const Section& root, const FlowCase& flow)
{
    const bool of_scalar = !is_zero(flow.viscosity_of_scalar, scalar_value);
    const bool by_formula = of_scalar || !is_zero(flow.more_viscosity);
    if (!by_formula && (!flow.eddies || flow.eddies->model == flow::EddyModel::none)) {
        return;
    }
    const Section section = root.section(by_formula ? "fluid" : "eddies");
    const std::string key = of_scalar    ? "viscosity_of_scalar"
                            : by_formula ? "more_viscosity"
                                         : "model";
    if (of_scalar && !flow.scalar) {
        section.report(
            key, "the flow carries no scalar: remove it, or give the case a section 'scalar'");
    }
    if (flow.eddies && flow.eddies->damping && flow.eddies->model != flow::EddyModel::smagorinsky) {
        root.section("eddies").report(
            "damping",
            "only the length of smagorinsky is damped (wale and vreman have little viscosity at "
            "walls of themselves): remove it");
    }
    if (flow.implicit_diffusion != ImplicitAxis::none) {
        section.report(
            key, "the viscosity varies and method.implicit_diffusion is along " +
                     implicit_axis_words.at(static_cast<std::size_t>(flow.implicit_diffusion)) +
                     " (whose systems have one viscosity): remove one of both");
    }
    if (std::ranges::any_of(flow.obstacles, &ObstacleSection::is_closed)) {
        section.report(key,
                       "the viscosity varies and an obstacle is closed (along whose faces friction "
                       "has one viscosity): use method: forcing for it");
    }
}

/// Reports a rotation that turns the mean velocity which a force is to hold.
void check_rotation(const Section& root, bool faces_are_known, const FlowCase& flow)
{
    const auto is_periodic = [&](std::size_t axis) {
        return flow.faces.at(axis)[0].kind == FaceKind::periodic;
    };
    for (std::size_t axis = 0; axis < 3 && flow.bulk_velocity && faces_are_known; ++axis) {
        if (flow.rotation.at(axis) != 0.0 && is_periodic((axis + 1) % 3) &&
            is_periodic((axis + 2) % 3)) {
            root.section("fluid").report(
                "rotation",
                "it turns the mean velocity that bulk_velocity is to hold (the force "
                "of a step comes too late for it): give a force in place of "
                "bulk_velocity");
            return;
        }
    }
}

void check_method(const Section& root, bool faces_are_known, const FlowCase& flow)
{
    if (flow.implicit_diffusion == ImplicitAxis::none) {
        return;
    }
    const Section section = root.section("method");
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

/// Reports what does not go with one projection a step.
void check_projections(const Section& root, const FlowCase& flow)
{
    if (flow.projections == Projections::three) {
        return;
    }
    if (flow.implicit_diffusion != ImplicitAxis::none) {
        root.section("method").report(
            "projections",
            "one projection and implicit diffusion do not go together (each stage corrects the "
            "pressure by what its projection finds): use three, or set method.implicit_diffusion: "
            "none");
    }
    const double stable = flow::stable_courant(without_velocities(flow));
    if (flow.run.cfl > stable) {
        root.section("run").report("cfl", "expected a number of at most " + shortest(stable) +
                                              " (got " + shortest(flow.run.cfl) +
                                              "; steps with one projection are not stable beyond): "
                                              "make it smaller, or use method.projections: three");
    }
}

void check_run(const Section& root, FlowCase& flow)
{
    const Section section = root.section("run");
    if (flow.run.wall_time && !flow.checkpoint) {
        section.report("wall_time",
                       "what it stops could not go on without a checkpoint: add "
                       "checkpoint: true");
    }
    flow.time_step_at = section.position_of("time_step");
    if (flow.run.until && flow.initial_time && *flow.initial_time >= *flow.run.until) {
        section.report("until", "is not behind initial.time = " + shortest(*flow.initial_time) +
                                    ", where the run starts: make it later");
    }
    std::error_code unknown;
    if (!flow.initial_scalar.empty() && flow.initial_file &&
        (flow.initial_file->path.extension() == ".state" ||
         std::filesystem::is_directory(flow.initial_file->path, unknown))) {
        root.section("initial").report(
            "scalar", "a checkpoint has the scalars of the flow by their names: remove it");
    }
    if (!flow.initial_scalar.empty() && !flow.scalar) {
        root.section("initial").report("scalar",
                                       "the flow carries no scalar (this case has no key "
                                       "'scalar'): add it, or remove the key");
    }
    if (section.is_map() && !section.has("until") && !section.has("max_steps")) {
        section.report_missing("until");
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

/// Reports fields of what the case has not.
void check_fields(const Section& root, const FlowCase& flow)
{
    if (root.has("output") && root.section("output").is_map()) {
        check_flow_fields(root.section("output"), flow);
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

FlowCase read_flow(const Section& root, const Case& common)
{
    FlowCase flow;
    read_bound(root, flow);
    const auto is_sound = [&](std::string_view key) { return !root.problems().has_of(key); };
    const bool faces_are_known = is_sound("faces");
    check_fluid(root, faces_are_known, flow);
    read_scalars(root, faces_are_known, flow);
    check_sponge(root, flow);
    check_eddies(root, flow);
    check_rotation(root, faces_are_known, flow);
    read_obstacles(root, flow);
    check_scalars(root, flow);
    check_method(root, faces_are_known, flow);
    check_projections(root, flow);
    constexpr std::array<std::string_view, 8> decisive{"grid",    "faces",  "fluid",  "scalar",
                                                       "scalars", "eddies", "sponge", "method"};
    if (has_cells(root) && std::ranges::all_of(decisive, is_sound)) {
        check_problem(root, flow);
    }
    check_run(root, flow);
    check_statistics(root, flow);
    check_means(root, flow);
    check_exact(root, flow);
    check_spectra(root, faces_are_known && has_cells(root) && is_sound("grid"), flow);
    read_points(root, flow);
    check_history(root, common.output);
    check_fields(root, flow);
    return flow;
}

}  // namespace tobiuo::casefile

namespace tobiuo {

namespace {

/// An expression as flow::Sources has it: empty for 0.
std::string source_text(const FieldExpression& given,
                        const std::vector<std::string>& variables = casefile::space_and_time)
{
    return casefile::is_zero(given, variables) ? std::string{} : given.text;
}

/// Fills in what acts inside the box: a force that is a number along each axis as such.
void put_sources(const FlowCase& flow, flow::Problem& problem)
{
    flow::Sources& sources = problem.sources;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Expression force{flow.force.at(axis).text, casefile::space_and_time};
        if (force.is_constant()) {
            problem.force.at(axis) = force.at(0.0);
        } else {
            sources.force.at(axis) = flow.force.at(axis).text;
        }
    }
    sources.rotation = flow.rotation;
    if (flow.scalar) {
        sources.scalar = source_text(flow.scalar->source);
        sources.scalar_gradient = flow.scalar->mean_gradient;
    }
    if (flow.sponge) {
        sources.sponge.rate = flow.sponge->rate.text;
        for (std::size_t axis = 0; axis < 3 && flow.sponge->velocity; ++axis) {
            sources.sponge.velocity.at(axis) = flow.sponge->velocity->at(axis).text;
        }
        sources.sponge.scalar = flow.sponge->scalar ? flow.sponge->scalar->text : "";
    }
    if (flow.scalar && flow.scalar->sponge) {
        sources.sponge.scalar = flow.scalar->sponge->text;
    }
}

/// The reference of a scalar in the middle of the box, which is all of one that is a number.
double middle_reference(const FlowCase& flow, const ScalarSection& section)
{
    const auto& [x, y, z] = flow.box.grid.axes;
    return Expression{section.reference.text, casefile::space}.at(
        0.5 * (x.lower + x.upper), 0.5 * (y.lower + y.upper), 0.5 * (z.lower + z.upper));
}

/// Adds to the force what the references of scalars that are expressions have beside a number.
void put_references(const FlowCase& flow, flow::Sources& sources)
{
    for (int number = 0; number < scalar_count(flow); ++number) {
        const ScalarSection& section = scalar_of_number(flow, number);
        if (Expression{section.reference.text, casefile::space}.is_constant()) {
            continue;
        }
        const std::string beside = "*((" + section.reference.text + ") - (" +
                                   shortest(middle_reference(flow, section)) + "))";
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (section.buoyancy.at(axis) != 0.0) {
                std::string& force = sources.force.at(axis);
                force = (force.empty() ? "" : "(" + force + ") + ") + "(" +
                        shortest(-section.buoyancy.at(axis)) + ")" + beside;
            }
        }
    }
}

flow::Scalar scalar_of(const FlowCase& flow, const ScalarSection& section)
{
    return {.diffusivity = section.diffusivity,
            .buoyancy = section.buoyancy,
            .reference = middle_reference(flow, section),
            .advection = section.advection,
            .name = section.name};
}

flow::Eddies eddies_of(const FlowCase& flow)
{
    flow::Eddies eddies{
        .more_viscosity = source_text(flow.more_viscosity),
        .viscosity_of_scalar = source_text(flow.viscosity_of_scalar, casefile::scalar_value)};
    if (flow.eddies) {
        eddies.model = flow.eddies->model;
        eddies.constant = flow.eddies->constant;
        eddies.damping = flow.eddies->damping;
        eddies.prandtl = flow.eddies->prandtl;
    }
    return eddies;
}

}  // namespace

bool FlowCase::moves_along_z() const
{
    const auto is_none = [](const FieldExpression& one) { return casefile::is_zero(one); };
    const bool is_absent =
        box.grid.axes[2].cells == 1 && faces[2][0].kind == flow::FaceKind::periodic;
    const auto* const w = std::get_if<FieldExpression>(&initial[2]);
    bool is_at_rest = !initial_file && w != nullptr && is_none(*w) && is_none(force[2]) &&
                      rotation[0] == 0.0 && rotation[1] == 0.0 &&
                      (!bulk_velocity || (*bulk_velocity)[2] == 0.0) &&
                      (!sponge || !sponge->velocity || is_none((*sponge->velocity)[2]));
    for (const auto& of_axis : faces) {
        for (const FlowFace& face : of_axis) {
            is_at_rest = is_at_rest && is_none(face.velocity[2]) && !face.planes;
        }
    }
    for (const ObstacleSection& obstacle : obstacles) {
        is_at_rest = is_at_rest && is_none(obstacle.velocity[2]);
    }
    for (int number = 0; number < scalar_count(*this); ++number) {
        is_at_rest = is_at_rest && scalar_of_number(*this, number).buoyancy[2] == 0.0;
    }
    return !is_absent || !is_at_rest;
}

int scalar_count(const FlowCase& flow)
{
    return flow.scalar ? 1 + static_cast<int>(flow.further_scalars.size()) : 0;
}

const ScalarSection& scalar_of_number(const FlowCase& flow, int number)
{
    return number == 0 ? flow.scalar.value()
                       : flow.further_scalars.at(static_cast<std::size_t>(number) - 1);
}

flow::Problem without_velocities(const FlowCase& flow)
{
    flow::Problem problem{
        .grid = flow.box.grid, .viscosity = flow.viscosity, .precision = flow.precision};
    put_sources(flow, problem);
    put_references(flow, problem.sources);
    problem.eddies = eddies_of(flow);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto& [lower, upper] = flow.faces.at(axis);
        problem.faces.at(axis) = {
            .lower = {.kind = lower.kind, .law = lower.law(), .recycling = lower.recycling()},
            .upper = {.kind = upper.kind, .law = upper.law(), .recycling = upper.recycling()}};
    }
    problem.closed_tolerance = flow.closed_tolerance.value_or(problem.closed_tolerance);
    if (flow.implicit_diffusion != ImplicitAxis::none) {
        problem.implicit_diffusion =
            static_cast<int>(flow.implicit_diffusion) - static_cast<int>(ImplicitAxis::x);
    }
    problem.projections = flow.projections == Projections::one ? 1 : 3;
    if (flow.scalar) {
        problem.scalar = scalar_of(flow, *flow.scalar);
    }
    for (const ScalarSection& one : flow.further_scalars) {
        flow::FurtherScalar& further = problem.further_scalars.emplace_back();
        further.scalar = scalar_of(flow, one);
        further.source = source_text(one.source);
        further.gradient = one.mean_gradient;
        further.sponge = one.sponge ? one.sponge->text : "";
    }
    return problem;
}

}  // namespace tobiuo
