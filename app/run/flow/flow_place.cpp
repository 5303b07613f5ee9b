// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_place.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/flow/solver.hpp>

#include "app/case/yaml/keys.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/field/encoding.hpp"
#include "app/ranks/planned_rank.hpp"
#include "app/run/backend.hpp"
#include "app/run/bodies/body_cells.hpp"
#include "app/run/bodies/body_faces.hpp"
#include "app/run/flow/flow_engine.hpp"
#include "app/run/flow/flow_obstacles.hpp"
#include "app/run/flow/flow_start.hpp"
#include "app/run/flow/output/flow_series.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "app/run/poisson/poisson_needs.hpp"
#include "solvers/flow/field_means.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/sources.hpp"
#include "solvers/flow/spectra.hpp"
#include "solvers/flow/state_observer.hpp"
#include "solvers/flow/value_count.hpp"
#include "solvers/poisson/bodies/find_bodies.hpp"

namespace tobiuo {
namespace {

/// How many files a series has at most, and how many bytes each.
struct SeriesSize {
    std::int64_t files{};
    std::int64_t one_file{};
};

SeriesSize size_of(const FlowSeries& series, const Case& the_case, const FlowCase& flow)
{
    SeriesSize size{.files = 1};
    if (series.every && flow.run.until) {
        size.files +=
            static_cast<std::int64_t>(std::ceil(*flow.run.until / *series.every * (1.0 - 1e-9)));
    }
    const std::int64_t array = series.cells.cells() * bytes_per_value(written_precision(the_case));
    for (const std::string& field : series.fields) {
        size.one_file += most_encoded_bytes(components_of(field, is_flat(flow)) * array,
                                            the_case.output.encoding);
    }
    return size;
}

/// What a forced value takes where the steps are, and on the host while such values are found.
constexpr std::int64_t bytes_of_forced = 64;
constexpr std::int64_t bytes_of_finding = 136;
/// What a cell of a body takes in SolidCells at most.
constexpr std::int64_t bytes_of_solid = 16;

/// What closed obstacles take where the steps are, beside what is forced: cells beside them with the
/// vectors of the projection, and what solves in the planes of bodies.
std::int64_t closed_bytes(const FlowCase& flow, const flow::Problem& problem)
{
    return flow::has_closed_obstacles(problem)
               ? poisson::surface_bytes(flow::projection_of(problem), flow.cells_beside_obstacles)
               : 0;
}

/// What obstacles take on the host of each process, beside what the steps own. Parts of the fluid
/// are found before and take less: 16 bytes for each run of cells, of which there is one for each row
/// and one for each solid cell at most.
std::int64_t obstacle_bytes(const FlowCase& flow, const flow::Problem& problem)
{
    std::int64_t solid = 0;
    std::int64_t shapes = 0;
    for (const ObstacleSection& section : flow.obstacles) {
        solid += section.cells;
        shapes += shape_bytes(section);
    }
    return flow.obstacles.empty()
               ? 0
               : shapes + forced_values(flow) * bytes_of_finding + solid * bytes_of_solid +
                     2 * closed_bytes(flow, problem) +
                     flow::points(problem) * static_cast<std::int64_t>(sizeof(int));
}

/// The bytes that tell of each cell whether it is solid, where statistics leave these out.
std::int64_t solid_cells_bytes(const flow::Problem& problem, const FlowCase& flow)
{
    return flow.statistics && !flow.obstacles.empty() ? flow::points(problem) : 0;
}

/// What looks at a state takes.
std::int64_t observer_bytes(const flow::Problem& problem, const Case& the_case,
                            const FlowCase& flow)
{
    const std::optional<int> means_across =
        flow.statistics ? std::optional{flow.statistics->axis} : std::nullopt;
    const bool gradients = the_case.output.gradients_every != 0;
    return problem.precision == Precision::fp32
               ? flow::StateObserver<float>::bytes(problem, gradients, means_across)
               : flow::StateObserver<double>::bytes(problem, gradients, means_across);
}

/// The numbers of a file of all cells.
std::int64_t written_values(const flow::Problem& problem, const Case& the_case)
{
    return fields_of(the_case.output.fields, is_flat(problem)).of_cell() * flow::points(problem);
}

/// What the means of each cell take where the steps are.
std::int64_t mean_bytes(const FlowCase& flow, const flow::Problem& problem)
{
    return flow.means
               ? flow::FieldMeans<double>::bytes(mean_form(*flow.means), flow::points(problem))
               : 0;
}

/// What spectra take there.
std::int64_t spectrum_bytes(const FlowCase& flow, const flow::Problem& problem)
{
    if (!flow.spectra) {
        return 0;
    }
    std::vector<int> axes;
    for (const std::string& name : flow.spectra->axes) {
        axes.push_back(static_cast<int>(std::ranges::find(casefile::axis_words, name) -
                                        casefile::axis_words.begin()));
    }
    return flow::Spectra<double>::bytes(problem, axes, flow.spectra->shells);
}

/// What they take on the host: copies of the means for checkpoints, and the arrays of their file.
std::int64_t mean_copies_bytes(const Case& the_case, const FlowCase& flow,
                               const flow::Problem& problem)
{
    const std::int64_t copies = flow.checkpoint ? 2 : 0;
    const std::int64_t written = bytes_per_value(written_precision(the_case));
    return mean_bytes(flow, problem) * copies +
           mean_bytes(flow, problem) / static_cast<std::int64_t>(sizeof(double)) * written;
}

/// The state before a step, of a case that asks how it changes.
std::int64_t kept_values(const FlowCase& flow, const flow::Problem& problem)
{
    return flow.run.steady ? flow::state_values(problem) : 0;
}

/// What a run takes of a device besides the steps: a copy of the state, with statistics, probes or
/// parts of the grid that are written one of the pressure, the largest of these, and what looks at them.
std::int64_t observed_bytes(const flow::Problem& problem, const Case& the_case,
                            const FlowCase& flow)
{
    std::int64_t largest_part = 0;
    for (const FlowSeries& series : series_of(the_case, flow)) {
        largest_part = std::max(largest_part, series.name.empty() ? 0 : values_of(series));
    }
    const std::int64_t values = flow::state_values(problem) + largest_part +
                                (flow.statistics || flow.probes || flow.means ||
                                         !the_case.output.lines.empty() || largest_part > 0
                                     ? flow::points(problem)
                                     : 0);
    return values * bytes_per_value(problem.precision) + observer_bytes(problem, the_case, flow);
}

/// What a run takes in one place: what its steps own, what the projection takes, and on a device
/// what it observes.
DeviceNeeds needs_of(const flow::Problem& problem, const Place& place, const Case& the_case,
                     const FlowCase& flow)
{
    DeviceNeeds needs =
        poisson_device_needs(flow::projection_of(problem), place.backend, place.device);
    needs.bytes += flow::step_values(problem) * bytes_per_value(problem.precision) +
                   flow::source_bytes(problem, flow::points(problem)) +
                   kept_values(flow, problem) * bytes_per_value(problem.precision) +
                   forced_values(flow) * bytes_of_forced + closed_bytes(flow, problem) +
                   mean_bytes(flow, problem) + spectrum_bytes(flow, problem);
    if (!place.is_cpu()) {
        needs.bytes += observed_bytes(problem, the_case, flow);
    }
    return needs;
}

/// Values on the host without the solver: copies of the state and the pressure, two of each where
/// later steps are copied while earlier ones are written; before the first step the velocity at the
/// start, and while fields are written that at centres, in one place; all fields in single precision
/// take less.
std::int64_t copied_values(const flow::Problem& problem, std::int64_t copies)
{
    const std::int64_t points = flow::points(problem);
    return copies * (flow::state_values(problem) + points) + 3 * points;
}

std::string steps_fact(const FlowCase& flow)
{
    const FlowRun& run = flow.run;
    std::string text = run.until ? fmt::format("to time {:.6g}", *run.until) : "";
    if (run.max_steps) {
        text += fmt::format("{}at most {}", run.until ? ", " : "", *run.max_steps);
    }
    return text + (run.time_step ? fmt::format(", of {:.4g}", *run.time_step)
                                 : fmt::format(", of Courant number {:.4g}", run.cfl));
}

std::string files_fact(const SeriesSize& series)
{
    const auto [files, one_file] = series;
    const std::string size = bytes_text(static_cast<double>(one_file));
    return files == 1 ? fmt::format("1 file of {} at most", size)
                      : fmt::format("{} files of {} each at most", files, size);
}

/// What a rank of several takes on its device: the arrays of its planes, a copy of the state and the
/// pressure, what looks at these, and room for cells on their way to files.
DeviceNeeds needs_of_rank(const flow::Problem& problem, const Place& place, const World& world,
                          const Case& the_case, const FlowCase& flow)
{
    DeviceNeeds needs = poisson_rank_needs(flow::projection_of(problem), place,
                                           PlannedRank{world.rank(), world.size()});
    constexpr std::int64_t beyond = 3;  // planes of neighbours
    const std::int64_t planes =
        flow::planes_of_rank(problem, world.rank(), world.size()).count + beyond;
    const std::int64_t all = problem.grid.axes[2].cells;
    const std::int64_t values = flow::step_values(problem) + flow::state_values(problem) +
                                flow::points(problem) + kept_values(flow, problem);
    needs.bytes +=
        (values / all * planes + flow::end_values(problem)) * bytes_per_value(problem.precision) +
        flow::source_bytes(problem, flow::points(problem) / all * planes) +
        forced_values(flow) * bytes_of_forced +  // a rank may have a whole body
        closed_bytes(flow, problem) + observer_bytes(problem, the_case, flow) +
        (mean_bytes(flow, problem) + spectrum_bytes(flow, problem)) / all * planes -
        solid_cells_bytes(problem, flow) / all * (all - std::min(planes, all));
    if (!place.is_cpu()) {
        const std::int64_t written =
            written_values(problem, the_case) * bytes_per_value(problem.precision);
        needs.bytes += std::min(written, std::max(most_cell_bytes, written / all));
    }
    return needs;
}

Place place_of_rank(Case the_case, const FlowCase& flow, const flow::Problem& problem,
                    DeviceSolver solver, const World& world)
{
    refuse_flow_on_ranks(flow, problem, world.size());
    if (the_case.backend != BackendChoice::cpu) {
        the_case.device = device_of_rank(the_case, world);
    }
    solver.unsupported_reason = [&problem, &world](const Place& place) {
        return flow::distributed_unsupported_reason(problem, place.backend, world.size());
    };
    solver.needs = [&](const Place& place) {
        return needs_of_rank(problem, place, world, the_case, flow);
    };
    MachineFacts machine;
    machine.free_bytes = [&world](int device) { return free_device_bytes_of_rank(world, device); };
    return decide_place(the_case, solver, machine);
}

}  // namespace

void refuse_flow_on_ranks(const FlowCase& flow, const flow::Problem& problem, int ranks)
{
    if (const auto reason = flow::distributed_unsupported_reason(problem, Backend::cpu, ranks)) {
        throw InputError{flow.box.at, "grid: " + *reason};
    }
}

Place decide_flow_place(const Case& the_case, const FlowCase& flow, const flow::Problem& problem,
                        const FlowFaces& faces, const World* world)
{
    if (the_case.backend == BackendChoice::opencl) {
        throw InputError{{.source = the_case.file.string(), .line = 0, .column = 0},
                         "backend: a flow does not run with OpenCL (its steps have no such "
                         "kernels): use auto, cuda or cpu"};
    }
    DeviceSolver solver;
    solver.verb = "compute";
    solver.runs_by_opencl = false;
    solver.unsupported_reason = [&problem](const Place& place) {
        return poisson_unsupported_reason(flow::projection_of(problem), place.backend,
                                          place.device);
    };
    solver.needs = [&](const Place& place) {
        DeviceNeeds needs = needs_of(problem, place, the_case, flow);
        needs.bytes += place.is_cpu() ? 0 : faces.device_bytes();
        return needs;
    };
    if (world == nullptr || world->is_alone()) {
        return decide_place(the_case, solver, {});
    }
    std::optional<Place> mine;
    world->together([&] { mine = place_of_rank(the_case, flow, problem, solver, *world); });
    Place place = agreed_place(*world, std::move(*mine));
    place.world = world;
    return place;
}

Estimate flow_estimate(const Case& the_case, const FlowCase& flow, const flow::Problem& problem,
                       const Place& place, const FlowOutlook& outlook)
{
    const std::int64_t real = bytes_per_value(problem.precision);
    const std::int64_t copies = the_case.output.every || flow.checkpoint ? 2 : 1;
    std::int64_t in_parts = 0;  // of each two copies
    std::int64_t files_bytes = 0;
    std::vector<std::pair<std::string, std::string>> fields;
    for (const FlowSeries& series : series_of(the_case, flow)) {
        const SeriesSize size = size_of(series, the_case, flow);
        files_bytes += size.files * size.one_file;
        in_parts += series.name.empty() ? 0 : 2 * values_of(series);
        fields.emplace_back(series.name.empty() ? "fields" : "series " + series.name,
                            files_fact(size));
    }
    const std::int64_t state = flow::state_values(problem) * real;
    // What a rank of several has, and what one has for all cells.
    const auto bytes_of_rank = [&] {
        const int ranks = place.world->size();
        const std::int64_t planes = problem.grid.axes[2].cells;
        const std::int64_t most_planes = (planes + ranks - 1) / ranks;
        // Copies for files and one in their precision, the state and copies for checkpoints, or
        // before the first step the velocity and a component of it in doubles.
        const std::int64_t later = (copies * real + bytes_per_value(written_precision(the_case))) *
                                       written_values(problem, the_case) +
                                   (flow.checkpoint ? 3 : 1) * state;
        const std::int64_t begun =
            state + flow::points(problem) * (3 * real + static_cast<std::int64_t>(sizeof(double)));
        const std::int64_t means = flow.checkpoint ? 2 * mean_bytes(flow, problem) : 0;
        return (std::max(later, begun) + means) / planes * most_planes +
               obstacle_bytes(flow, problem) +
               (place.is_cpu() ? needs_of_rank(problem, place, *place.world, the_case, flow).bytes
                               : 0);
    };
    const auto bytes_alone = [&] {
        return copied_values(problem, copies) * real + obstacle_bytes(flow, problem) +
               mean_copies_bytes(the_case, flow, problem) +
               (place.is_cpu() ? solid_cells_bytes(problem, flow) : 0) +
               (place.is_cpu() ? needs_of(problem, place, the_case, flow).bytes : 0);
    };
    const std::int64_t held =
        in_parts * real + (place.world != nullptr ? bytes_of_rank() : bytes_alone());
    const std::int64_t started =
        starts_from_files(flow)
            ? start_file_bytes(flow, problem) +
                  3 * flow::points(problem) * static_cast<std::int64_t>(sizeof(double))
            : 0;
    const std::int64_t written =
        flow::points(problem) * bytes_per_value(written_precision(the_case));
    Estimate estimate = estimate_at(place, the_case, flow.box.at);
    if (place.world != nullptr && !place.world->is_first()) {
        // Rank 0 has parts of the grid, too, and reads a file to start from.
        estimate.host_bytes = program_bytes + bytes_of_rank();
        estimate.writing_bytes =
            estimate.host_bytes + writer_bytes(3 * written / place.world->size());
        estimate.device_bytes = place.needs ? place.needs->bytes : 0;
        return estimate;
    }
    // Each rank of a machine is compared with its part of what is free there: rank 0 with its part
    // of what all take.
    const std::int64_t ranks = place.world != nullptr ? place.world->ranks_on_machine() : 1;
    const std::int64_t others = ranks > 1 ? (ranks - 1) * (program_bytes + bytes_of_rank()) : 0;
    const std::int64_t encoded = place.world != nullptr
                                     ? ranks * writer_bytes(3 * written / place.world->size())
                                     : writer_bytes(3 * written);
    estimate.host_bytes = (program_bytes + held + started + others) / ranks;
    estimate.writing_bytes =
        (program_bytes + held + encoded + others + surfaces_bytes(flow.cells_beside_obstacles)) /
        ranks;
    estimate.device_bytes = place.needs ? place.needs->bytes : 0;
    if (flow.means) {
        // The squares of velocities are in two arrays where stresses are wanted.
        const flow::MeanForm form = mean_form(*flow.means);
        const std::int64_t file = most_encoded_bytes(
            (form.values() + (form.stresses ? 3 : 0)) * written, the_case.output.encoding);
        files_bytes += file;
        fields.emplace_back("means",
                            fmt::format("{} where the steps are; {}",
                                        bytes_text(static_cast<double>(mean_bytes(flow, problem))),
                                        files_fact({.files = 1, .one_file = file})));
    }
    estimate.output_bytes =
        files_bytes +
        (flow.checkpoint ? (flow.checkpoint->keep + 1) * (state + mean_bytes(flow, problem)) : 0);
    estimate.facts = {{"points", std::to_string(flow::points(problem))},
                      {"steps", steps_fact(flow)},
                      {"expected", outlook_text(outlook)}};
    estimate.facts.insert(estimate.facts.end(), fields.begin(), fields.end());
    estimate.facts.emplace_back("results", results_folder(the_case).string());
    return estimate;
}

}  // namespace tobiuo
