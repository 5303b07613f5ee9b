// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_start.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>
#include <variant>

#include "app/case/case.hpp"
#include "app/case/case_document.hpp"
#include "app/errors.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/staging.hpp"
#include "app/run/flow/flow_checkpoint.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_pieces.hpp"
#include "app/run/flow/flow_start_file.hpp"
#include "app/run/flow/grid_change.hpp"
#include "app/run/flow/output/flow_fields.hpp"
#include "app/wording.hpp"
#include "solvers/flow/state_layers.hpp"
#include "solvers/flow/value_count.hpp"

namespace tobiuo {
namespace {

bool repeats_along(const flow::Problem& problem, std::size_t axis)
{
    return problem.faces.at(axis).lower.kind == flow::FaceKind::periodic;
}

poisson::Planes all_planes(const flow::Problem& problem)
{
    return {.first = 0, .count = problem.grid.axes[2].cells};
}

/// A scalar as its `initial` says.
std::vector<double> scalar_at_start(const FlowCase& flow, const flow::Problem& problem, int number)
{
    const ScalarSection& scalar = scalar_of_number(flow, number);
    const auto* file = std::get_if<FieldFile>(&scalar.initial);
    return file == nullptr ? initial_scalar<double>(flow, problem, all_planes(problem), number)
                           : values_of_array(*file, scalar.key() + ".initial", problem,
                                             flow.box.dimensions, no_component);
}

std::vector<std::vector<double>> scalars_at_start(const FlowCase& flow,
                                                  const flow::Problem& problem)
{
    std::vector<std::vector<double>> scalars;
    for (int number = 0; number < scalar_count(flow); ++number) {
        scalars.push_back(scalar_at_start(flow, problem, number));
    }
    return scalars;
}

/// What makes the values of a component on other cells; `component` is no_component for the scalar.
std::array<Shares, 3> shares_between(const flow::Problem& before, const flow::Problem& now,
                                     int component)
{
    std::array<Shares, 3> shares;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Axis& from = before.grid.axes.at(axis);
        const Axis& to = now.grid.axes.at(axis);
        shares.at(axis) = static_cast<int>(axis) == component
                              ? shares_of_nodes(from, to)
                              : shares_of_cells(from, to, repeats_along(before, axis));
    }
    return shares;
}

/// A component with the values on lower faces across it.
template <typename Real>
std::vector<double> with_lower_faces(const flow::StateLayers<Real>& layers, int component)
{
    const auto& cells = layers.box().counts;
    const auto first = [&](int axis) { return axis == component ? -1LL : 0LL; };
    std::vector<double> values;
    std::vector<double> layer(layers.layer_values());
    for (long long k = first(2); k < cells[2]; ++k) {
        layers.read(component, k, layer);
        for (long long j = first(1); j < cells[1]; ++j) {
            for (long long i = first(0); i < cells[0]; ++i) {
                values.push_back(layer[static_cast<std::size_t>(layers.place(i, j))]);
            }
        }
    }
    return values;
}

template <typename Real>
FlowStart start_of(const Checkpoint& file, const flow::Problem& before,
                   const flow::Problem& problem)
{
    std::vector<Real> state(static_cast<std::size_t>(flow::state_values(before)));
    read_state(file, 0, std::as_writable_bytes(std::span{state}));
    const flow::StateLayers<Real> layers{before, state};
    std::array<std::size_t, 3> cells{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cells.at(axis) = static_cast<std::size_t>(before.grid.axes.at(axis).cells);
    }
    FlowStart start;
    for (std::size_t c = 0; c < 3; ++c) {
        const int component = static_cast<int>(c);
        std::array<std::size_t, 3> counts = cells;
        ++counts.at(c);
        start.velocity.at(c) = on_other_cells(with_lower_faces(layers, component), counts,
                                              shares_between(before, problem, component));
    }
    const std::vector<std::string> names = scalar_names(before);
    for (const std::string& name : scalar_names(problem)) {
        const auto number = std::ranges::find(names, name) - names.begin();
        std::vector<double>& values = start.scalars.emplace_back();
        if (number < std::ssize(names)) {
            const auto scalar =
                flow::scalar_of_state(before, std::span<const Real>{state},
                                      before.grid.axes[2].cells, static_cast<int>(number));
            values = on_other_cells({scalar.begin(), scalar.end()}, cells,
                                    shares_between(before, problem, no_component));
        }
    }
    return start;
}

}  // namespace

FlowCase case_of_checkpoint(const std::string& problem, const std::filesystem::path& beside)
{
    const std::string file = (beside.parent_path() / "checkpoint.yaml").string();
    try {
        casefile::Problems problems;
        const casefile::Node document = casefile::parse_document(
            "name: t\nsolver: flow\n" + problem + "run: { max_steps: 1 }\n", file, problems);
        Case the_case = casefile::read_case_of(
            document, file, {.set = {}, .output = {}, .allow_outside = true}, problems);
        problems.throw_if_any();
        return std::get<FlowCase>(std::move(the_case.solver));
    } catch (const InputError&) {
        throw DamagedCheckpoint{"its case cannot be read"};
    }
}

namespace {

/// Gives the problem a closed obstacle if the case has one: a state then has the pressure.
void note_closed_obstacles(const FlowCase& flow, flow::Problem& problem)
{
    if (std::ranges::any_of(flow.obstacles, &ObstacleSection::is_closed)) {
        problem.obstacles.push_back({.inside = nullptr, .method = flow::ObstacleMethod::closed});
    }
}

}  // namespace

std::string objection_to_state(const Checkpoint& file, const FlowCase& before,
                               const flow::Problem& problem)
{
    flow::Problem old = without_velocities(before);
    note_closed_obstacles(before, old);
    std::uintmax_t bytes = 0;
    for (const auto& [count, each] : state_blocks(old)) {
        bytes += static_cast<std::uintmax_t>(count * each);
    }
    if (file.state_bytes != bytes) {
        throw DamagedCheckpoint{"it has not as many values as its case"};
    }
    return box_objection(old.grid, problem);
}

FlowStart start_of_checkpoint(const Checkpoint& file, const FlowCase& before, double time,
                              const FlowCase& flow, const flow::Problem& problem)
{
    FlowCase alone = before;
    alone.obstacles.clear();  // whose shapes a state does not depend on
    flow::Problem old = flow_problem(alone);
    FlowFaces faces{alone, old};
    if (faces.change()) {
        faces.take(faces.at(time));
    }
    note_closed_obstacles(before, old);
    FlowStart start = old.precision == Precision::fp32 ? start_of<float>(file, old, problem)
                                                       : start_of<double>(file, old, problem);
    for (std::size_t number = 0; number < start.scalars.size(); ++number) {
        if (start.scalars[number].empty()) {
            start.scalars[number] = scalar_at_start(flow, problem, static_cast<int>(number));
        }
    }
    return start;
}

namespace {

/// Whether it is one, or on other ranks than the first still the folder of a run.
bool is_checkpoint(const FieldFile& file)
{
    std::error_code unknown;
    return file.path.extension() == ".state" || std::filesystem::is_directory(file.path, unknown);
}

/// The checkpoint that a case starts from, with its case.
FlowSnapshot snapshot_of(const FieldFile& file, const flow::Problem& problem)
{
    const auto refuse = [&](const std::string& reason) -> InputError {
        return {file.at,
                fmt::format("initial.file: '{}' {}", file.path.filename().string(), reason)};
    };
    try {
        FlowSnapshot snapshot = read_flow_checkpoint(file.path);
        snapshot.before = case_of_checkpoint(snapshot.file.problem, file.at.source);
        const std::string objection = objection_to_state(snapshot.file, *snapshot.before, problem);
        if (!objection.empty()) {
            throw refuse(objection);
        }
        return snapshot;
    } catch (const DamagedCheckpoint& damage) {
        throw refuse(
            fmt::format("is no good checkpoint of a flow ({}): name another file", damage.what()));
    }
}

}  // namespace

double start_time(const FlowCase& flow, const flow::Problem& problem)
{
    if (!flow.initial_file || !is_checkpoint(*flow.initial_file)) {
        return flow.initial_time.value_or(0.0);
    }
    const double own = snapshot_of(*flow.initial_file, problem).record.now.time;
    const double time = flow.initial_time.value_or(own);
    if (flow.run.until && time >= *flow.run.until) {
        throw InputError{flow.initial_file->at,
                         fmt::format("initial.file: '{}' is of time {}, and the run ends at "
                                     "run.until = {}: make that later, or give initial.time",
                                     flow.initial_file->path.filename().string(), shortest(time),
                                     shortest(*flow.run.until))};
    }
    return time;
}

std::int64_t start_file_bytes(const FlowCase& flow, const flow::Problem& problem)
{
    if (!flow.initial_file) {
        return flow::points(problem) * static_cast<std::int64_t>(sizeof(double));
    }
    if (!is_checkpoint(*flow.initial_file)) {
        return velocity_file_bytes(*flow.initial_file);
    }
    std::error_code unknown;
    const auto bytes = std::filesystem::file_size(flow.initial_file->path, unknown);
    constexpr std::int64_t copies = 3;  // as it is, and in doubles, if it is in single precision
    return unknown ? 0 : copies * static_cast<std::int64_t>(bytes);
}

bool starts_from_files(const FlowCase& flow)
{
    const auto is_file = [](const FieldSource& given) {
        return std::holds_alternative<FieldFile>(given);
    };
    bool starts = flow.initial_file || std::ranges::any_of(flow.initial, is_file);
    for (int number = 0; number < scalar_count(flow); ++number) {
        starts = starts || is_file(scalar_of_number(flow, number).initial);
    }
    return starts;
}

void find_start_in_folder(FlowCase& flow, const std::filesystem::path& own)
{
    std::error_code error;
    if (!flow.initial_file || !std::filesystem::is_directory(flow.initial_file->path, error)) {
        return;
    }
    FieldFile& given = *flow.initial_file;
    const auto refuse = [&](const char* reason) -> InputError {
        return {given.at,
                fmt::format("initial.file: the folder '{}' {}", given.path.string(), reason)};
    };
    if (std::filesystem::equivalent(given.path, own, error)) {
        throw refuse(
            "is that of this run, which begins anew there: give the run another name, or "
            "go on by --restart");
    }
    for (const std::filesystem::path& one : checkpoints_in(given.path)) {
        try {
            static_cast<void>(read_flow_checkpoint(one));
            given.path = one;
            spdlog::info("starting from {}", one.string());
            return;
        } catch (const DamagedCheckpoint& damage) {
            spdlog::warn("the checkpoint '{}' is damaged ({}): passing over it", one.string(),
                         damage.what());
        }
    }
    throw refuse(
        "has no good checkpoint of a flow (a run writes them where its case has the key "
        "checkpoint): name one of its files of fields, or run it with checkpoint: true");
}

namespace {

/// The velocity as initial.u, .v and .w say, some of which are arrays of files.
FlowStart start_of_arrays(const FlowCase& flow, const flow::Problem& problem)
{
    constexpr std::array names{"initial.u", "initial.v", "initial.w"};
    FlowStart start{.scalars = scalars_at_start(flow, problem)};
    for (std::size_t c = 0; c < 3; ++c) {
        const int component = static_cast<int>(c);
        const auto* file = std::get_if<FieldFile>(&flow.initial.at(c));
        start.velocity.at(c) =
            file != nullptr
                ? values_of_array(*file, names.at(c), problem, flow.box.dimensions, component)
                : sampled(std::get<FieldExpression>(flow.initial.at(c)), names.at(c),
                          points_of(problem, component));
    }
    return start;
}

}  // namespace

FlowStart start_of_files(const FlowCase& flow, const flow::Problem& problem)
{
    const TimedPart fill{TimePart::fill};
    FlowStart start;
    if (!flow.initial_file) {
        start = start_of_arrays(flow, problem);
    } else if (is_checkpoint(*flow.initial_file)) {
        const FlowSnapshot snapshot = snapshot_of(*flow.initial_file, problem);
        start = start_of_checkpoint(snapshot.file, *snapshot.before, snapshot.record.now.time, flow,
                                    problem);
    } else {
        const FieldFile& file = *flow.initial_file;
        start.velocity = velocity_of_file(file, problem);
        start.scalars = scalars_at_start(flow, problem);
        if (!flow.initial_scalar.empty()) {
            start.scalars.front() = scalar_of_file(
                {.path = file.path, .field = flow.initial_scalar, .at = file.at}, problem);
        }
    }
    for (std::size_t c = 0; c < 3; ++c) {
        add_noise(flow.noise, problem, static_cast<int>(c), all_planes(problem),
                  start.velocity.at(c));
    }
    return start;
}

}  // namespace tobiuo
