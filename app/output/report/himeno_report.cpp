#include "app/output/report/himeno_report.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/output/report/machine_json.hpp"
#include "app/output/run_folder.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/label.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr double giga = 1e-9;

Json grid_json(const HimenoReport& report)
{
    Json grid;
    grid["preset"] = report.himeno.preset ? Json(*report.himeno.preset) : Json(nullptr);
    for (const Axis& axis : report.grid.axes) {
        grid["cells"].push_back(axis.cells);
        grid["lower"].push_back(axis.lower);
        grid["spacing"].push_back(axis.spacing());
    }
    grid["location"] = report.grid.location == Location::cell ? "cell" : "node";
    grid["values"] = report.request.shape.values();
    grid["interior"] = report.request.shape.interior();
    return grid;
}

Json coefficients_json(const Coefficients& coefficients)
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

Json measurement_json(const himeno::Measurement& measured, const HimenoReport& report)
{
    const stencil::Shape& shape = report.request.shape;
    const auto percent = percent_of_ceiling(measured, report);
    return {{"sweeps", measured.sweeps},
            {"seconds", measured.seconds},
            {"gosa", measured.gosa},
            {"gflops", measured.gflops(shape)},
            {"nominal_gbps", nominal_bytes_per_second(measured, report) * giga},
            {"percent_of_ceiling", percent ? Json(*percent) : Json(nullptr)}};
}

Json wisdom_json(const std::optional<tuning::Decision>& wisdom)
{
    if (!wisdom) {
        return nullptr;
    }
    return {{"date", wisdom->date},
            {"gflops", wisdom->gflops},
            {"candidates", wisdom->candidates},
            {"engine", wisdom->situation.engine}};
}

Json kernel_json(const HimenoReport& report)
{
    Json parameters = Json::object();
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

}  // namespace

std::int64_t sweeps_of(const HimenoReport& report)
{
    return report.earlier_sweeps + report.result.total_sweeps;
}

std::optional<double> target_seconds(const HimenoReport& report)
{
    const auto* rule = std::get_if<himeno::TargetSeconds>(&report.himeno.stop);
    return rule == nullptr ? std::nullopt : std::optional{rule->seconds};
}

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

std::string status_text(himeno::Status status)
{
    switch (status) {
        case himeno::Status::done:
            return "done";
        case himeno::Status::not_converged:
            return "not converged";
        case himeno::Status::diverged:
            return "diverged";
        case himeno::Status::interrupted:
            return "interrupted";
    }
    return "unknown";
}

std::string report_json(const HimenoReport& report)
{
    Json json;
    json["schema"] = "tobiuo-report-1";
    json["name"] = report.the_case.name;
    json["case"] = report.the_case.file.string();
    json["solver"] = "himeno";
    json["status"] = status_text(report.result.status);
    json["exit_code"] = report.exit_code;
    json["started"] = report.started;
    json["finished"] = utc_now();
    json["grid"] = grid_json(report);
    json["coefficients"] = coefficients_json(report.himeno.coefficients);
    json["precision"] = word_of(report.himeno.precision);
    json["omega"] = report.himeno.omega;
    json["backend"] = word_of(report.kind.backend);
    json["device"] = report.where;
    json["ranks"] = ranks_json(report.ranks);
    json["backend_reason"] = report.reason;
    json["kernel"] = kernel_json(report);
    json["label"] = label_of(report);
    json["setup_seconds"] = report.setup_seconds;
    json["rehearsal"] = report.result.rehearsal.sweeps > 0
                            ? measurement_json(report.result.rehearsal, report)
                            : Json(nullptr);
    const auto target = target_seconds(report);
    json["target_seconds"] = target ? Json(*target) : Json(nullptr);
    json["run"] = measurement_json(report.result.run, report);
    json["waited_seconds"] = report.waited_seconds;
    json["earlier_sweeps"] = report.earlier_sweeps;
    json["restarted_from"] = report.restarted_from ? Json(*report.restarted_from) : Json(nullptr);
    json["total_sweeps"] = sweeps_of(report);
    json["ceiling"] = ceiling_json(report.ceiling, "13 arrays read, 1 written", report.ceiling_date,
                                   report.ceiling_kept);
    json["versions"] = Json::parse(versions_json(report.kind.backend));
    return json_text(json) + "\n";
}

}  // namespace tobiuo
