// Writes the keys of `solver: flow`.

#include <cstddef>

#include "app/case/flow/flow_case.hpp"
#include "app/case/flow/flow_keys.hpp"
#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/sections/checkpoint_section.hpp"
#include "app/case/sections/sampling_sections.hpp"
#include "app/case/sections/scalar_section.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/bound_key.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

std::string face_yaml(const FlowFace& face)
{
    const std::string& kind = face_words.at(static_cast<std::size_t>(face.kind));
    if (face.kind != flow::FaceKind::no_slip && face.kind != flow::FaceKind::inflow) {
        return kind;
    }
    const auto& [u, v, w] = face.velocity;
    return "{ kind: " + kind + ", velocity: [" + yaml_scalar(u.text) + ", " + yaml_scalar(v.text) +
           ", " + yaml_scalar(w.text) + "]" +
           (face.flow_rate ? ", flow_rate: " + yaml_number(*face.flow_rate) : "") + " }";
}

std::string faces_yaml(const FlowCase& flow)
{
    std::string yaml = "faces:\n";
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(flow.box.dimensions); ++axis) {
        const auto& [lower, upper] = flow.faces.at(axis);
        yaml += "  " + std::string{axis_words.at(axis)} + ": ";
        yaml += lower.kind == flow::FaceKind::periodic
                    ? face_words.front() + "\n"
                    : "{ lower: " + face_yaml(lower) + ", upper: " + face_yaml(upper) + " }\n";
    }
    return yaml;
}

std::string initial_yaml(const FlowCase& flow, const std::filesystem::path& file)
{
    const auto& [u, v, w] = flow.initial;
    std::string yaml = "initial:\n";
    if (flow.initial_file) {
        yaml += "  file: " + yaml_scalar(relative_to_case(flow.initial_file->path, file)) +
                "\n  field: " + yaml_scalar(flow.initial_file->field) + "\n";
    } else {
        yaml += "  u: " + yaml_scalar(u.text) + "\n  v: " + yaml_scalar(v.text) +
                "\n  w: " + yaml_scalar(w.text) + "\n";
    }
    if (flow.noise.amplitude > 0.0) {
        yaml += "  noise: { " +
                list_of(bound_items(table_at("flow", "initial.noise"), flow.noise)) + " }\n";
    }
    return yaml;
}

/// cfl belongs to the case only where no time step is given.
std::string run_yaml(const FlowRun& run)
{
    std::string yaml = "run:\n";
    for (const std::string& item : bound_items(table_at("flow", "run"), run)) {
        if (!run.time_step || !item.starts_with("cfl:")) {
            yaml += "  " + item + "\n";
        }
    }
    return yaml;
}

}  // namespace

std::string flow_problem_yaml(const FlowCase& flow, const std::filesystem::path& file)
{
    const auto& [x, y, z] = flow.bulk_velocity.value_or(flow.force);
    return box_grid_yaml(flow.box) + "fluid:\n  viscosity: " + yaml_number(flow.viscosity) +
           (flow.bulk_velocity ? "\n  bulk_velocity: [" : "\n  force: [") + yaml_number(x) + ", " +
           yaml_number(y) + ", " + yaml_number(z) + "]\n" + faces_yaml(flow) +
           scalar_yaml(flow.scalar, face_kinds(flow), flow.box.dimensions) +
           initial_yaml(flow, file) + "method:\n" + bound_lines(table_at("flow", "method"), flow);
}

std::string flow_yaml(const FlowCase& flow, const std::filesystem::path& file)
{
    return flow_problem_yaml(flow, file) + run_yaml(flow.run) + checkpoint_yaml(flow.checkpoint) +
           statistics_yaml(flow.statistics, file) + probes_yaml(flow.probes, flow.box.dimensions);
}

}  // namespace tobiuo::casefile
