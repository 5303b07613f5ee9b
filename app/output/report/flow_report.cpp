// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/report/flow_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "app/case/values/value_codecs.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/json_text.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/report/record.hpp"
#include "app/output/report/result_files.hpp"
#include "app/output/views.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo {
namespace {

Record grid_json(const FlowCase& flow)
{
    Record json{{"stretched", nullptr}};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(flow.box.dimensions); ++axis) {
        if (flow.box.grid.axes.at(axis).stretched()) {
            json["stretched"] = casefile::axis_words.at(axis);
        }
    }
    add_axes(json, flow.box.grid, flow.box.dimensions);
    return json;
}

Record face_json(const FlowFace& face)
{
    Record json{{"kind", casefile::face_words.at(static_cast<std::size_t>(face.kind))},
                {"velocity", nullptr},
                {"roughness", or_null(face.roughness)},
                {"recycle", or_null(face.recycled_from)}};
    if (face.kind == flow::FaceKind::no_slip || face.kind == flow::FaceKind::inflow) {
        json["velocity"] = {face.velocity[0].text, face.velocity[1].text, face.velocity[2].text};
    }
    json["table"] = nullptr;
    if (face.table) {
        json["table"] = face.table->file.path.filename().string();
    }
    json["planes"] = nullptr;
    if (face.planes) {
        json["planes"] = face.planes->file.path.filename().string();
    }
    json["turbulence"] = nullptr;
    if (face.turbulence) {
        json["turbulence"] = {{"intensity", face.turbulence->intensity.text},
                              {"length", face.turbulence->length},
                              {"seed", face.turbulence->seed}};
    }
    return json;
}

Record faces_json(const FlowCase& flow)
{
    Record json;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(flow.box.dimensions); ++axis) {
        json[std::string{casefile::axis_words.at(axis)}] = {
            {"lower", face_json(flow.faces.at(axis)[0])},
            {"upper", face_json(flow.faces.at(axis)[1])}};
    }
    return json;
}

Record initial_json(const FlowCase& flow)
{
    const auto text_of = [](const FieldSource& given) {
        const auto* file = std::get_if<FieldFile>(&given);
        return file != nullptr ? file->path.filename().string()
                               : std::get<FieldExpression>(given).text;
    };
    Record json{{"u", text_of(flow.initial[0])},
                {"v", text_of(flow.initial[1])},
                {"w", text_of(flow.initial[2])},
                {"noise", nullptr}};
    if (flow.noise.amplitude > 0.0) {
        json["noise"] = {{"amplitude", flow.noise.amplitude}, {"seed", flow.noise.seed}};
    }
    return json;
}

/// The mean and the fluxes of the scalar in front.
Record scalar_json(const flow::Problem& problem, const flow::ScalarMeans& means)
{
    Record faces = Record::array();
    for (const int face : flow::faces_with_scalar(problem)) {
        const double flux = means.flux.at(static_cast<std::size_t>(face));
        faces.push_back({{"axis", casefile::axis_words.at(static_cast<std::size_t>(face / 2))},
                         {"end", face % 2 == 0 ? "lower" : "upper"},
                         {"flux", flux},
                         {"nusselt", or_null(flow::nusselt_number(problem, face, flux))}});
    }
    return {{"mean", means.mean}, {"faces", faces}};
}

/// The same figures of the scalars behind the first one, by their names.
Record further_scalars_json(const FlowReport& report)
{
    Record json = Record::object();
    for (std::size_t at = 0; at < report.further_scalars.size(); ++at) {
        const flow::Problem own =
            flow::with_scalar_in_front(report.problem, static_cast<int>(at) + 1);
        json[own.scalar->name] = scalar_json(own, report.further_scalars[at]);
    }
    return json;
}

/// The columns of a reference by their names; null without one.
Record reference_json(const FlowProfiles& reference)
{
    if (reference.position.empty()) {
        return nullptr;
    }
    Record json{{"position", reference.position}};
    for (std::size_t column = 0; column < profile_names.size(); ++column) {
        if (!reference.columns.at(column).empty()) {
            json[std::string{profile_names.at(column)}] = reference.columns.at(column);
        }
    }
    return json;
}

Record statistics_json(const FlowReport& report)
{
    const auto& statistics = report.flow.statistics;
    if (!statistics) {
        return nullptr;
    }
    return {{"axis", casefile::axis_words.at(static_cast<std::size_t>(statistics->axis))},
            {"from", statistics->from},
            {"every", statistics->every},
            {"samples", report.samples},
            {"reference", reference_json(report.reference)}};
}

Record files_json(const std::vector<TimedFile>& files)
{
    Record json = Record::array();
    for (const TimedFile& one : files) {
        json.push_back({{"file", one.file}, {"time", one.time}});
    }
    return json;
}

/// The series that have names.
Record named_series_json(const FlowSeriesFiles& series)
{
    Record json = Record::array();
    for (const auto& [name, written] : series) {
        if (!name.empty()) {
            json.push_back({{"name", name}, {"files", files_json(written.files)}});
        }
    }
    return json;
}

/// "2 times in results.pvd, 5 in flow_wake.pvd".
std::string series_words(const FlowSeriesFiles& series)
{
    std::string text;
    for (const auto& [name, written] : series) {
        const std::size_t count = written.files.size();
        text += text.empty() ? fmt::format("{} time{}", count, count == 1 ? "" : "s")
                             : fmt::format(", {}", count);
        text += " in " + flow_index_name(name);
    }
    return text;
}

/// The mean, and the Nusselt number or else the flux of each face with a value.
std::string scalar_words(const flow::Problem& problem, const flow::ScalarMeans& means)
{
    std::string text = fmt::format("mean {:.6g}", means.mean);
    for (const int face : flow::faces_with_scalar(problem)) {
        const double flux = means.flux.at(static_cast<std::size_t>(face));
        const auto nusselt = flow::nusselt_number(problem, face, flux);
        text +=
            fmt::format(", {} {:.6g} ({} {})", nusselt ? "Nusselt number" : "flux",
                        nusselt.value_or(flux), "xyz"[face / 2], face % 2 == 0 ? "lower" : "upper");
    }
    return text;
}

/// The words of all scalars, with the names of several.
std::string all_scalar_words(const FlowReport& report)
{
    std::string text = scalar_words(report.problem, *report.scalar);
    if (report.further_scalars.empty()) {
        return text;
    }
    text = report.problem.scalar->name + ": " + text;
    for (std::size_t at = 0; at < report.further_scalars.size(); ++at) {
        const flow::Problem own =
            flow::with_scalar_in_front(report.problem, static_cast<int>(at) + 1);
        text += "; " + own.scalar->name + ": " + scalar_words(own, report.further_scalars[at]);
    }
    return text;
}

/// The mean velocity along the axes of the case; what is 0 but for rounding is 0.
std::string mean_words(const FlowReport& report)
{
    constexpr double rounding = 1e-14;  // of the root of the mean square
    const double least = rounding * std::sqrt(2.0 * report.last.kinetic_energy);
    std::string words;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(report.flow.box.dimensions);
         ++axis) {
        const double mean = report.last.mean_velocity.at(axis);
        words +=
            fmt::format("{}{:.6g}", axis == 0 ? "" : ", ", std::abs(mean) > least ? mean : 0.0);
    }
    return words;
}

/// A number for each axis, or the text of an expression.
Record force_json(const FlowCase& flow, const flow::Problem& problem)
{
    Record json = Record::array();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string& text = flow.force.at(axis).text;
        const bool is_number = Expression{text, casefile::space_and_time}.is_constant();
        json.push_back(is_number ? Record(problem.force.at(axis)) : Record(text));
    }
    return json;
}

/// The model of the eddies and its numbers; null without one.
Record eddies_json(const flow::Eddies& eddies)
{
    if (eddies.model == flow::EddyModel::none) {
        return nullptr;
    }
    return {{"model", casefile::eddy_words.at(static_cast<std::size_t>(eddies.model))},
            {"constant", eddies.constant.value_or(flow::default_eddy_constant(eddies.model))},
            {"damping", eddies.damping},
            {"prandtl", eddies.prandtl}};
}

Record means_json(const FlowReport& report)
{
    const auto& means = report.flow.means;
    if (!means) {
        return nullptr;
    }
    return {{"from", means->from},
            {"to", or_null(means->to)},
            {"every", means->every},
            {"fields", means->fields},
            {"stresses", means->stresses},
            {"samples", report.means},
            {"file", report.means > 0 && report.status != FlowStatus::diverged
                         ? Record(means_file_name(report.flow.box.grid))
                         : Record(nullptr)}};
}

/// The order that theory expects of finer cells, of a case with an exact solution.
constexpr const char* order_in_space = "2";

/// That of the velocity, or of the scalar alone where the case has no exact velocity.
Record error_json(const FlowError& error)
{
    const auto& first = error.velocity ? error.velocity : error.scalar;
    if (!first) {
        return nullptr;
    }
    const auto or_none = [&](double FlowErrorNorms::*norm) {
        return error.scalar ? Record((*error.scalar).*norm) : Record(nullptr);
    };
    return {{"of", error.velocity ? "velocity" : "scalar"},
            {"l2", first->l2},
            {"max", first->largest},
            {"relative_l2",
             first->exact_l2 > 0.0 ? Record(first->l2 / first->exact_l2) : Record(nullptr)},
            {"scalar_l2", or_none(&FlowErrorNorms::l2)},
            {"scalar_max", or_none(&FlowErrorNorms::largest)}};
}

Record exact_json(const FlowCase& flow)
{
    if (!flow.exact) {
        return nullptr;
    }
    Record json = Record::object();
    for (const auto& [name, given] : flow.exact->all()) {
        json[name] = given ? Record(given->text) : Record(nullptr);
    }
    return json;
}

Record spectra_json(const FlowReport& report)
{
    const auto& spectra = report.flow.spectra;
    if (!spectra) {
        return nullptr;
    }
    return {{"axes", spectra->axes}, {"shells", spectra->shells}, {"every", spectra->every}};
}

Record record_of(const FlowReport& report)
{
    const FlowCase& flow = report.flow;
    const FlowRun& run = flow.run;
    Record json = begun_record(report.the_case, "flow", status_text(report.status),
                               report.exit_code, report.started);
    json["grid"] = grid_json(flow);
    json["fluid"] = {
        {"viscosity", flow.viscosity},
        {"force", flow.bulk_velocity ? Record(report.force) : force_json(flow, report.problem)},
        {"rotation", flow.rotation},
        {"bulk_velocity", or_null(flow.bulk_velocity)}};
    json["fluid"]["more_viscosity"] = flow.more_viscosity.text;
    json["fluid"]["viscosity_of_scalar"] = flow.viscosity_of_scalar.text;
    json["fluid"]["eddies"] = eddies_json(report.problem.eddies);
    json["faces"] = faces_json(flow);
    json["initial"] = initial_json(flow);
    json["precision"] = word_of(flow.precision);
    json["backend"] = word_of(report.backend);
    json["device"] = report.where;
    json["backend_reason"] = report.reason;
    json["memory_bytes"] = report.memory_bytes;
    json["plan"] = report.plan;
    json["ranks"] = ranks_json(report.ranks);
    json["time"] = time_json(report.run_time);
    json["run"] = {{"until", or_null(run.until)},
                   {"max_steps", or_null(run.max_steps)},
                   {"cfl", run.time_step ? Record(nullptr) : Record(run.cfl)},
                   {"time_step", or_null(run.time_step)},
                   {"wall_time", run.wall_time ? Record(run.wall_time->text) : Record(nullptr)},
                   {"steady", or_null(run.steady)},
                   {"steps", report.steps},
                   {"time", report.time},
                   {"steady_at", or_null(report.steady_at)},
                   {"change", or_null(report.change)},
                   {"first_step", report.first_step},
                   {"restarted_from", or_null(report.restarted_from)},
                   {"changes", report.changes},
                   {"least_step", report.least_step},
                   {"largest_step", report.largest_step},
                   {"seconds", report.seconds},
                   {"ns_per_point", nanoseconds_a_point(report)}};
    json["flow"] = {{"kinetic_energy", report.last.kinetic_energy},
                    {"mean_velocity", report.last.mean_velocity},
                    {"largest_divergence", report.last.largest_divergence},
                    {"courant", report.courant}};
    json["scalar"] = report.scalar ? scalar_json(report.problem, *report.scalar) : Record(nullptr);
    json["further_scalars"] = further_scalars_json(report);
    json["obstacles"] = obstacles_json(report.obstacles);
    json["exact"] = exact_json(flow);
    json["error"] = error_json(report.error);
    json["order"] = flow.exact ? Record{{"expected", order_in_space}} : Record(nullptr);
    json["trouble"] = report.trouble.empty() ? Record(nullptr) : Record(report.trouble);
    const auto whole = report.series.find("");
    json["series"] =
        files_json(whole == report.series.end() ? std::vector<TimedFile>{} : whole->second.files);
    json["named_series"] = named_series_json(report.series);
    json["statistics"] = statistics_json(report);
    json["means"] = means_json(report);
    json["spectra"] = spectra_json(report);
    return json;
}

void add_pictures(RunFolder& folder, const FlowReport& report, const QuantityReader& reader_of)
{
    if (!reader_of) {
        return;
    }
    const OutputSection& output = report.the_case.output;
    const auto draw = [&](const PictureSection& picture, const std::string& file) {
        if (is_mean(picture.field) && report.means == 0) {
            return;  // of no samples
        }
        add_picture(
            folder, report.the_case, picture,
            {.grid = report.flow.box.grid,
             .read = reader_of(picture.field),
             .solid = report.flow.obstacles.empty() ? LayerReader{} : reader_of("solid"),
             .quantity = picture.field,
             .details = fmt::format("time {:.4g}, {}", report.time,
                                    cells_text(report.flow.box.grid, report.flow.box.dimensions)),
             .preferred = flow_picture_axis,
             .file = file});
    };
    if (output.picture) {
        draw(*output.picture, "flow.png");
    }
    for (const NamedPicture& one : output.pictures) {
        draw(one.picture, "flow_" + one.name + ".png");
    }
}

}  // namespace

std::string profiles_csv(const FlowProfiles& profiles)
{
    std::string text = "position";
    for (std::size_t column = 0; column < profile_names.size(); ++column) {
        if (!profiles.columns.at(column).empty()) {
            text += fmt::format(",{}", profile_names.at(column));
        }
    }
    for (const FlowProfiles::Column& column : profiles.further) {
        text += "," + column.name;
    }
    text += "\n";
    for (std::size_t at = 0; at < profiles.position.size(); ++at) {
        text += fmt::format("{}", profiles.position[at]);
        for (const std::vector<double>& column : profiles.columns) {
            if (!column.empty()) {
                text += std::isfinite(column[at]) ? fmt::format(",{}", column[at]) : ",";
            }
        }
        for (const FlowProfiles::Column& column : profiles.further) {
            text += fmt::format(",{}", column.values.at(at));
        }
        text += "\n";
    }
    return text;
}

double nanoseconds_a_point(const FlowReport& report)
{
    const auto work = static_cast<double>(report.own_steps() * flow::points(report.problem));
    return work > 0.0 ? 1e9 * report.seconds / work : 0.0;
}

std::string status_text(FlowStatus status)
{
    constexpr std::array words{"done", "diverged", "interrupted", "out of steps", "stalled"};
    return words.at(static_cast<std::size_t>(status));
}

std::string report_json(const FlowReport& report)
{
    return record_text(record_of(report), report.backend);
}

std::string summary_text(const FlowReport& report)
{
    Record facts = record_of(report);
    facts["problem"] = flow::describe(report.problem);
    facts["machine"] = machine_text(report.ranks, report.where);
    facts["exchange"] = exchange_text(report.ranks);
    facts["finite"] = report.status != FlowStatus::diverged;
    facts["scalar_words"] = report.scalar ? all_scalar_words(report) : "";
    facts["mean_words"] = mean_words(report);
    facts["obstacles_words"] = obstacles_words(report.obstacles);
    facts["samples"] = report.statistics;
    facts["means_words"] = report.means_words;
    facts["files"] = series_words(report.series);
    return summary_of(facts);
}

std::string flow_file_name(const Grid& grid, std::string_view series, std::int64_t index)
{
    return fmt::format("flow_{}{}{:05}{}", series, series.empty() ? "" : "_", index,
                       fields_extension(grid));
}

std::string means_file_name(const Grid& grid)
{
    return fmt::format("flow_means{}", fields_extension(grid));
}

ImageDescription description_of_fields(const Case& the_case, const Grid& grid, double time)
{
    return {.grid = grid,
            .time = time,
            .metadata = metadata_of(the_case, "flow"),
            .encoding = the_case.output.encoding};
}

void write_flow_fields(RunFolder& folder, const Grid& grid, const Case& the_case,
                       const TimedFile& file, std::span<const Field> fields)
{
    const ImageDescription description = description_of_fields(the_case, grid, file.time);
    folder.add(file.file,
               [&](const std::filesystem::path& path) { write_fields(path, description, fields); });
}

std::string flow_index_name(std::string_view series)
{
    return series.empty() ? "results.pvd" : fmt::format("flow_{}.pvd", series);
}

void write_flow_index(RunFolder& folder, std::string_view series, std::span<const TimedFile> files)
{
    folder.add_text(flow_index_name(series), pvd_text(files));
}

void write_flow_results(RunFolder& folder, FlowReport& report, const QuantityReader& reader_of)
{
    folder.add_text("case.resolved.yaml", resolved_yaml(report.the_case));
    write_before_report(
        [&] {
            add_pictures(folder, report, reader_of);
            for (const auto& [name, written] : report.series) {
                write_flow_index(folder, name, written.files);
            }
            folder.hash();
        },
        [&] {
            report.run_time = run_time(folder);
            folder.add_text("report.json", report_json(report));
            folder.add_text("summary.txt", summary_text(report));
        });
    add_report_page(folder);
    folder.finish(status_text(report.status));
}

}  // namespace tobiuo
