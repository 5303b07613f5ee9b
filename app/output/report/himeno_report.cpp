// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/report/himeno_report.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <variant>

#include "app/json_text.hpp"
#include "app/output/report/record.hpp"
#include "app/output/report/result_files.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/views.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/label.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

std::string size_text(const Grid& grid)
{
    return fmt::format("{} x {} x {}", grid.values(0), grid.values(1), grid.values(2));
}

Record grid_json(const HimenoReport& report)
{
    Record grid{{"preset", or_null(report.himeno.preset)}};
    add_axes(grid, report.grid, 3, false);
    grid["location"] = report.grid.location == Location::cell ? "cell" : "node";
    grid["values"] = report.request.shape.values();
    grid["interior"] = report.request.shape.interior();
    return grid;
}

Record coefficients_json(const Coefficients& coefficients)
{
    if (const auto* random = std::get_if<RandomCoefficients>(&coefficients)) {
        return {{"kind", "random"}, {"seed", random->seed}};
    }
    if (const auto* file = std::get_if<CoefficientFile>(&coefficients)) {
        return {{"kind", "file"},
                {"file", file->path.filename().string()},
                {"sha256", sha256_of_file(file->path)}};
    }
    return {{"kind", "official"}};
}

/// The seconds that the case asked for, if the run follows the official protocol.
std::optional<double> target_seconds(const HimenoReport& report)
{
    const auto* rule = std::get_if<himeno::TargetSeconds>(&report.himeno.stop);
    return rule == nullptr ? std::nullopt : std::optional{rule->seconds};
}

/// Bytes per second of the measured run, with 14 values a point as the benchmark counts.
double nominal_bytes_per_second(const himeno::Measurement& measured, const HimenoReport& report)
{
    const double bytes =
        stencil::nominal_bytes_per_sweep(report.request.shape, report.request.precision);
    return measured.seconds > 0.0 ? bytes * static_cast<double>(measured.sweeps) / measured.seconds
                                  : 0.0;
}

std::optional<double> percent_of_ceiling(const himeno::Measurement& measured,
                                         const HimenoReport& report)
{
    const double ceiling = report.ceiling.bytes_per_second;
    return ceiling > 0.0
               ? std::optional{100.0 * nominal_bytes_per_second(measured, report) / ceiling}
               : std::nullopt;
}

Record measurement_json(const himeno::Measurement& measured, const HimenoReport& report)
{
    const stencil::Shape& shape = report.request.shape;
    return {{"sweeps", measured.sweeps},
            {"seconds", measured.seconds},
            {"gosa", measured.gosa},
            {"gflops", measured.gflops(shape)},
            {"nominal_gbps", nominal_bytes_per_second(measured, report) * giga},
            {"percent_of_ceiling", or_null(percent_of_ceiling(measured, report))}};
}

Record wisdom_json(const std::optional<tuning::Decision>& wisdom)
{
    if (!wisdom) {
        return nullptr;
    }
    return {{"date", wisdom->date},
            {"gflops", wisdom->gflops},
            {"candidates", wisdom->candidates},
            {"engine", wisdom->situation.engine}};
}

Record kernel_json(const HimenoReport& report)
{
    Record parameters = Record::object();
    for (const auto& [name, value] : report.request.parameters) {
        parameters[name] = value;
    }
    return {{"name", report.kind.name},
            {"label", report.kind.label},
            {"sweeps_per_pass", report.kind.sweeps_per_pass},
            {"parameters", parameters},
            {"plan", report.plan},
            {"choice", report.choice},
            {"wisdom", wisdom_json(report.wisdom)}};
}

std::string label_of(const HimenoReport& report)
{
    constexpr double official_omega = 0.8;
    return himeno::label_of(
        report.kind,
        {.precision = report.request.precision,
         .official_data = report.himeno.preset.has_value() &&
                          report.himeno.omega == official_omega &&
                          std::holds_alternative<OfficialCoefficients>(report.himeno.coefficients),
         .official_protocol = std::holds_alternative<himeno::TargetSeconds>(report.himeno.stop)});
}

/// The record but for what is read of files: `coefficients` is null.
Record record_of(const HimenoReport& report)
{
    const himeno::Result& result = report.result;
    Record json = begun_record(report.the_case, "himeno", status_text(result.status),
                               report.exit_code, report.started);
    json["grid"] = grid_json(report);
    json["coefficients"] = nullptr;
    json["precision"] = word_of(report.himeno.precision);
    json["omega"] = report.himeno.omega;
    json["backend"] = word_of(report.kind.backend);
    json["device"] = report.where;
    json["ranks"] = ranks_json(report.ranks);
    json["backend_reason"] = report.reason;
    json["kernel"] = kernel_json(report);
    json["label"] = label_of(report);
    json["time"] = time_json(report.run_time);
    json["rehearsal"] =
        result.rehearsal.sweeps > 0 ? measurement_json(result.rehearsal, report) : Record(nullptr);
    json["target_seconds"] = or_null(target_seconds(report));
    json["run"] = measurement_json(result.run, report);
    json["earlier_sweeps"] = report.earlier_sweeps;
    json["restarted_from"] = or_null(report.restarted_from);
    json["total_sweeps"] = sweeps_of(report);
    json["ceiling"] = ceiling_json(report.ceiling, "13 arrays read, 1 written", report.ceiling_date,
                                   report.ceiling_kept);
    return json;
}

/// Reads planes of field `name`: p comes from the plan, on several ranks own planes, a coefficient
/// from its source.
poisson::PlaneReader planes_of(const std::string& name, const HimenoOutcome& outcome)
{
    const auto found = std::ranges::find(stencil::array_names, name);
    const auto array = static_cast<stencil::Array>(found - stencil::array_names.begin());
    const std::int64_t plane = outcome.report.request.shape.plane();
    return [&outcome, array, plane](std::int64_t first, std::span<double> planes) {
        const std::int64_t count = std::ssize(planes) / plane;
        if (array == stencil::Array::p) {
            outcome.plan.read_pressure(first, count, planes);
        } else {
            outcome.source.planes(array, first, count, planes);
        }
    };
}

/// The text "sweep,gosa" and one line for each kept sweep, counted from `earlier_sweeps`.
std::string history_csv(const himeno::History& history, std::int64_t earlier_sweeps)
{
    std::string text = "sweep,gosa\n";
    for (const himeno::History::Row& row : history.rows()) {
        text += fmt::format("{},{:.17g}\n", earlier_sweeps + row.sweep, row.gosa);
    }
    return text;
}

}  // namespace

std::int64_t sweeps_of(const HimenoReport& report)
{
    return report.earlier_sweeps + report.result.total_sweeps;
}

std::string status_text(himeno::Status status)
{
    constexpr std::array words{"done", "not converged", "diverged", "interrupted"};
    return words.at(static_cast<std::size_t>(status));
}

std::string report_json(const HimenoReport& report)
{
    Record json = record_of(report);
    json["coefficients"] = coefficients_json(report.himeno.coefficients);
    return record_text(json, report.kind.backend);
}

std::string summary_text(const HimenoReport& report)
{
    const himeno::Result& result = report.result;
    Record facts = record_of(report);
    facts["size"] = size_text(report.grid);
    facts["machine"] = machine_text(report.ranks, report.where);
    facts["exchange"] = exchange_text(report.ranks);
    facts["gosa"] = result.run.sweeps > 0 ? result.run.gosa : result.rehearsal.gosa;
    return summary_of(facts);
}

void write_himeno_results(RunFolder* folder, const World* world, const HimenoOutcome& outcome)
{
    HimenoReport& report = outcome.report;
    const Case& the_case = report.the_case;
    const Grid& grid = report.grid;
    const std::string shown = the_case.output.picture ? the_case.output.picture->field : "";
    FinalResults results{
        .the_case = the_case,
        .texts = {},
        .write_report =
            [&](RunFolder& of_run) {
                report.run_time = run_time(of_run);
                of_run.add_text("report.json", report_json(report));
                of_run.add_text("summary.txt", summary_text(report));
            },
        .status = status_text(report.result.status),
        .description = {.grid = grid,
                        .time = static_cast<double>(sweeps_of(report)),
                        .metadata = metadata_of(the_case, "himeno"),
                        .encoding = the_case.output.encoding},
        .picture = {.grid = grid,
                    .quantity = shown == "p" ? "p [-]" : shown,
                    .details =
                        fmt::format("after {} sweeps, {}", sweeps_of(report), size_text(grid)),
                    .preferred = himeno_picture_axis},
        .blocks = poisson::blocks_of(grid),
        .precision = written_precision(the_case),
        .planes_of = [&](const std::string& name) { return planes_of(name, outcome); },
        .own = outcome.own};
    results.description.metadata["time"] = "TimeValue counts Jacobi sweeps";
    results.description.metadata["units"] = "p is dimensionless, as in the benchmark";
    if (folder != nullptr) {
        results.texts = {{"case.resolved.yaml", resolved_yaml(the_case)},
                         {"history.csv", history_csv(outcome.history, report.earlier_sweeps)}};
    }
    write_final_results(folder, world, results);
}

}  // namespace tobiuo
