// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_checkpoint.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/case/solvers.hpp"
#include "app/errors.hpp"
#include "app/machine/version.hpp"
#include "app/output/staging.hpp"
#include "app/pattern.hpp"
#include "app/run/case_changes.hpp"
#include "app/run/flow/flow_pieces.hpp"
#include "app/run/flow/flow_start.hpp"
#include "app/run/flow/output/flow_statistics.hpp"
#include "app/run/input_files.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

/// The version of what checkpoint_record() gives and record_of() reads.
constexpr std::string_view record_version = "9";

/// Numbers are written with as many digits as it takes to read the same bits.
Json json_of(const FlowMoments& moments)
{
    return {{"axis", moments.axis},
            {"from", moments.from},
            {"last", moments.last},
            {"samples", moments.samples},
            {"sums", moments.sums}};
}

/// More ranks than any machine has.
constexpr std::int64_t most_pieces = 1 << 20;

/// A count: a whole number from 0 on.
std::int64_t count_at(const Json& json, const char* key)
{
    const Json& count = json.at(key);
    if (!count.is_number_integer() || count.get<std::int64_t>() < 0) {
        throw DamagedCheckpoint{"it counts what cannot be counted"};
    }
    return count;
}

FlowMoments moments_of(const Json& json)
{
    const std::int64_t axis = count_at(json, "axis");
    if (axis > 2) {
        throw DamagedCheckpoint{"it has statistics along an axis that there is not"};
    }
    return {.axis = static_cast<int>(axis),
            .from = json.at("from"),
            .last = json.at("last"),
            .samples = count_at(json, "samples"),
            .sums = json.at("sums").get<std::vector<double>>()};
}

/// The means themselves are behind the state.
Json json_of(const FlowMeans& means)
{
    const flow::MeanForm& form = means.form;
    return {{"velocity", form.velocity}, {"stresses", form.stresses}, {"pressure", form.pressure},
            {"scalars", form.scalars},   {"cells", means.cells},      {"from", means.from},
            {"last", means.last},        {"samples", means.samples}};
}

FlowMeans means_of(const Json& json)
{
    const std::int64_t scalars = count_at(json, "scalars");
    if (scalars >= flow::most_centred) {
        throw DamagedCheckpoint{"it has means of more than a flow has"};
    }
    return {.form = {.velocity = json.at("velocity"),
                     .stresses = json.at("stresses"),
                     .pressure = json.at("pressure"),
                     .scalars = static_cast<int>(scalars)},
            .cells = count_at(json, "cells"),
            .from = json.at("from"),
            .last = json.at("last"),
            .samples = count_at(json, "samples")};
}

Json json_of(const BulkForce& last)
{
    return {{"force", last.force},
            {"mean", last.mean},
            {"drag", last.drag},
            {"time_step", last.time_step}};
}

BulkForce bulk_force_of(const Json& json)
{
    return {.force = json.at("force").get<std::array<double, 3>>(),
            .mean = json.at("mean").get<std::array<double, 3>>(),
            .drag = json.at("drag").get<std::array<double, 3>>(),
            .time_step = json.at("time_step")};
}

Json json_of(const FlowSeriesFiles& series)
{
    Json json = Json::object();
    for (const auto& [name, written] : series) {
        Json files = Json::array();
        for (const TimedFile& one : written.files) {
            files.push_back(one.pieces == 0 ? Json{one.file, one.time}
                                            : Json{one.file, one.time, one.pieces});
        }
        json[name] = {{"count", written.count}, {"files", files}};
    }
    return json;
}

FlowSeriesFiles series_in(const Json& json)
{
    FlowSeriesFiles series;
    for (const auto& [name, written] : json.items()) {
        if (!matches(name, "[A-Za-z0-9_-]{0,64}")) {
            throw DamagedCheckpoint{"it has a series with a name that none has"};
        }
        SeriesFiles& one = series[name];
        one.count = count_at(written, "count");
        for (const Json& file : written.at("files")) {
            const std::int64_t pieces = file.size() > 2 ? file.at(2).get<std::int64_t>() : 0;
            one.files.push_back(
                {.file = file.at(0),
                 .time = file.at(1),
                 .pieces = static_cast<int>(std::clamp<std::int64_t>(pieces, 0, most_pieces))});
            if (!matches(one.files.back().file,
                         "flow_([A-Za-z0-9_-]{1,64}_)?[0-9]{5,}[.]p?vt[ir]")) {
                throw DamagedCheckpoint{"it names a file that is none of a series"};
            }
        }
    }
    return series;
}

Json json_of(const FlowChange& change)
{
    const auto or_null = [](const std::optional<double>& rate) {
        return rate ? Json(*rate) : Json(nullptr);
    };
    return {{"largest", {change.largest_velocity, change.largest_scalar}},
            {"rates", {or_null(change.last), or_null(change.before_last)}}};
}

FlowChange change_of(const Json& json)
{
    const auto rate = [&](std::size_t which) {
        const Json& one = json.at("rates").at(which);
        return one.is_null() ? std::nullopt : std::optional{one.get<double>()};
    };
    return {.largest_velocity = json.at("largest").at(0),
            .largest_scalar = json.at("largest").at(1),
            .last = rate(0),
            .before_last = rate(1)};
}

FlowRecord record_of(const Json& json)
{
    FlowRecord record{.now = {.step = count_at(json, "step"),
                              .time = json.at("time"),
                              .time_step = json.at("time_step"),
                              .chosen = json.at("chosen")},
                      .rate = json.at("rate"),
                      .friction = json.value("friction", 0.0),
                      .buoyancy_rate = json.at("buoyancy_rate"),
                      .history = json.at("history"),
                      .series = series_in(json.at("series")),
                      .moments = moments_of(json.at("moments")),
                      .probes = json.at("probes"),
                      .bulk_force = bulk_force_of(json.at("drive"))};
    for (const Json& one : json.at("obstacle_forces")) {
        record.obstacle_forces.push_back(
            {.force = one.at(0), .torque = one.at(1), .scalar = one.at(2)});
        if (one.size() > 3) {  // those of older programs have no pressure
            record.obstacle_forces.back().pressure = one.at(3);
        }
    }
    if (json.contains("closing")) {
        record.closing = {.projections = json["closing"].at(0), .residual = json["closing"].at(1)};
    }
    record.lines = json.value("lines", "");  // those of older programs have none
    record.spectra = json.value("spectra", "");
    if (json.contains("means")) {
        record.means = means_of(json["means"]);
    }
    if (json.contains("change")) {
        record.change = change_of(json["change"]);
    }
    return record;
}

}  // namespace

CheckpointIdentity flow_identity(const Case& the_case, const FlowCase& flow,
                                 const flow::Problem& problem, Backend backend)
{
    std::vector<StateBlocks> blocks = state_blocks(problem);
    if (flow.means) {
        const std::int64_t planes = problem.grid.axes[2].cells;
        blocks.push_back(
            {.count = mean_form(*flow.means).values() * planes,
             .bytes = flow::points(problem) / planes * static_cast<std::int64_t>(sizeof(double))});
    }
    return {.solver = "flow",
            .version = record_version,
            .program = version().number,
            .problem = casefile::problem_yaml(flow, the_case.file),
            .precision = flow.precision,
            .backend = backend,
            .blocks = std::move(blocks),
            .whole_case = whole_case_of(the_case),
            .may_differ = true};
}

Json checkpoint_record(const FlowRecord& record)
{
    Json obstacle_forces = Json::array();
    for (const flow::ObstacleForce& one : record.obstacle_forces) {
        obstacle_forces.push_back(Json::array({one.force, one.torque, one.scalar, one.pressure}));
    }
    return {{"step", record.now.step},
            {"time", record.now.time},
            {"time_step", record.now.time_step},
            {"chosen", record.now.chosen},
            {"rate", record.rate},
            {"friction", record.friction},
            {"buoyancy_rate", record.buoyancy_rate},
            {"history", record.history},
            {"series", json_of(record.series)},
            {"moments", json_of(record.moments)},
            {"probes", record.probes},
            {"lines", record.lines},
            {"spectra", record.spectra},
            {"means", json_of(record.means)},
            {"drive", json_of(record.bulk_force)},
            {"obstacle_forces", obstacle_forces},
            {"closing", Json::array({record.closing.projections, record.closing.residual})},
            {"change", json_of(record.change)}};
}

namespace {

/// Whether a key has a part in what a state is: other values go on from the same one.
bool makes_another_state(const std::string& key)
{
    return !matches(key,
                    "(fluid|sponge|initial|eddies)([.].*)?|method[.]closed_tolerance|"
                    "(scalar|scalars[.][^.]*)[.](advection|diffusivity|buoyancy|reference|source|"
                    "mean_gradient|faces|initial|sponge|obstacles).*");
}

std::vector<std::string> names_of_scalars(const FlowCase& flow)
{
    std::vector<std::string> names;
    for (int number = 0; number < scalar_count(flow); ++number) {
        names.push_back(scalar_of_number(flow, number).name);
    }
    return names;
}

/// The values of a state that are behind it: the means of its cells. Throws DamagedCheckpoint.
void set_means_apart(FlowSnapshot& snapshot)
{
    const std::uintmax_t cells = static_cast<std::uintmax_t>(snapshot.record.means.cells);
    const auto values = static_cast<std::uintmax_t>(snapshot.record.means.form.values());
    if (values > 0 && cells > snapshot.file.state_bytes / sizeof(double) / values) {
        throw DamagedCheckpoint{"it has not as many means as it says"};
    }
    snapshot.file.state_bytes -= cells * values * sizeof(double);
}

/// Finds out what the change from the case of a checkpoint to this one is to its state.
void note_changes(const CheckpointIdentity& identity, const FlowCase& flow,
                  const flow::Problem& problem, FlowSnapshot& snapshot)
{
    const std::vector<CaseChange> changes =
        changes_between(snapshot.file.problem, identity.problem);
    FlowCase before;
    std::string objection;
    try {
        set_means_apart(snapshot);
        if (changes.empty()) {
            return;
        }
        before = case_of_checkpoint(snapshot.file.problem, flow.box.at.source);
        objection = objection_to_state(snapshot.file, before, problem);
    } catch (const DamagedCheckpoint& damage) {
        throw InputError{{.source = snapshot.file.path.string(), .line = 0, .column = 0},
                         std::string{"the run cannot go on from this checkpoint: "} +
                             damage.what() + "; begin anew without --restart"};
    }
    if (!objection.empty()) {
        throw InputError{{.source = snapshot.file.path.string(), .line = 0, .column = 0},
                         "the run cannot go on from this checkpoint, which " + objection +
                             ", or begin anew without --restart"};
    }
    snapshot.has_changed = true;
    if (names_of_scalars(before) != names_of_scalars(flow) ||
        std::ranges::any_of(changes, makes_another_state, &CaseChange::key)) {
        snapshot.before = std::move(before);
    }
}

}  // namespace

FlowSnapshot read_flow_checkpoint(const std::filesystem::path& path)
{
    FlowSnapshot snapshot;
    snapshot.file = read_checkpoint(path, "flow", record_version, [&](const Json& record) {
        snapshot.record = record_of(record);
    });
    set_means_apart(snapshot);
    return snapshot;
}

std::optional<FlowSnapshot> newest_flow_checkpoint(const std::filesystem::path& folder,
                                                   const CheckpointIdentity& identity,
                                                   Restart restart, const FlowCase& flow,
                                                   const flow::Problem& problem)
{
    // Where a restart is demanded and all is written, the job says what to change.
    const bool may_be_of_the_end = restart == Restart::demanded && results_are_whole(folder);
    FlowSnapshot snapshot;
    auto read = newest_checkpoint(folder, identity, restart, [&](const Json& record) {
        snapshot.record = record_of(record);
        if (!may_be_of_the_end && is_end_of(flow.run, snapshot.record)) {
            throw SpentCheckpoint{"the case ends there, and its pressure is that of the last step"};
        }
    });
    if (!read) {
        return std::nullopt;
    }
    snapshot.file = std::move(*read);
    note_changes(identity, flow, problem, snapshot);
    return snapshot;
}

bool is_end_of(const FlowRun& run, const FlowRecord& record)
{
    const FlowTime& at = record.now;
    return (run.max_steps && at.step >= *run.max_steps) || (run.until && at.time >= *run.until) ||
           is_steady(run, record.change);
}

}  // namespace tobiuo
