#include "app/run/study/study_row.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "app/case/solvers.hpp"
#include "app/input/input_json.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo {
namespace {

using RowJson = nlohmann::ordered_json;

constexpr double milliseconds = 1e3;

constexpr std::array himeno_figures{
    StudyFigure{"interior", "", "/grid/interior"},
    StudyFigure{"sweeps", "sweeps", "/total_sweeps"},
    StudyFigure{"gosa", "gosa", "/run/gosa"},
    StudyFigure{"ms_per_sweep", "ms a sweep", "/run/seconds", milliseconds, "/run/sweeps"},
    StudyFigure{"gflops", "GFLOPS", "/run/gflops"},
    StudyFigure{"nominal_gbps", "GB/s", "/run/nominal_gbps"},
    StudyFigure{"percent_of_ceiling", "% of ceiling", "/run/percent_of_ceiling"},
    StudyFigure{"setup_seconds", "", "/setup_seconds"}};

constexpr std::array poisson_figures{
    StudyFigure{"unknowns", "", "/grid/unknowns"},
    StudyFigure{"error_l2", "error l2", "/error/l2"},
    StudyFigure{"error_max", "error max", "/error/max"},
    StudyFigure{"error_relative_l2", "", "/error/relative_l2"},
    StudyFigure{"residual_relative_l2", "", "/residual/relative_l2"},
    StudyFigure{"ms_per_solve", "ms a solve", "/run/seconds", milliseconds},
    StudyFigure{"transform_gflops", "GFLOPS", "/transform_gflops"},
    StudyFigure{"nominal_gbps", "GB/s", "/run/nominal_gbps"},
    StudyFigure{"percent_of_ceiling", "% of ceiling", "/run/percent_of_ceiling"},
    StudyFigure{"setup_seconds", "", "/setup_seconds"}};

constexpr std::array flow_figures{
    StudyFigure{"steps", "steps", "/run/steps"},
    StudyFigure{"time", "time", "/run/time"},
    StudyFigure{"error_l2", "error l2", "/error/l2"},
    StudyFigure{"error_max", "error max", "/error/max"},
    StudyFigure{"kinetic_energy", "kinetic energy", "/flow/kinetic_energy"},
    StudyFigure{"largest_divergence", "", "/flow/largest_divergence"},
    StudyFigure{"courant", "", "/flow/courant"},
    StudyFigure{"ms_per_step", "ms a step", "/run/seconds", milliseconds, "/own_steps"},
    StudyFigure{"ns_per_point", "ns a point", "/run/ns_per_point"},
    StudyFigure{"setup_seconds", "", "/setup_seconds"}};

/// Whether a run that ended with this code has left results.
bool left_results(ExitCode code)
{
    return code == ExitCode::done || code == ExitCode::diverged || code == ExitCode::interrupted ||
           code == ExitCode::not_converged;
}

RowJson report_of(const Case& the_case)
{
    const std::filesystem::path file = report_file(the_case);
    try {
        RowJson report =
            input_json(InputFile::in(file.parent_path(), file.filename()).text(most_json_bytes));
        return report.is_object() ? report : RowJson(nullptr);
    } catch (const Unreadable&) {
        return nullptr;
    }
}

std::optional<double> number_at(const RowJson& report, std::string_view pointer)
{
    const RowJson::json_pointer place{std::string{pointer}};
    if (!report.is_object() || !report.contains(place) || !report[place].is_number()) {
        return std::nullopt;
    }
    return report[place].get<double>();
}

/// Adds what a poisson report has only of arrays in host memory: the rate as of one transform of
/// all points, 5 N log2 N a solve (L. Gu, J. Siegel, X. Li, ICS 2011).
void add_transform_rate(RowJson& report)
{
    const auto unknowns = number_at(report, "/grid/unknowns");
    const auto seconds = number_at(report, "/run/seconds");
    if (unknowns && seconds && *seconds > 0.0) {
        constexpr double giga = 1e-9;
        report["transform_gflops"] =
            giga * fft::flops({.lengths = {static_cast<std::int64_t>(*unknowns)}}) / *seconds;
    }
}

/// Adds what a flow report has only with those of earlier processes: the steps that `run.seconds`
/// is about.
void add_own_steps(RowJson& report)
{
    const auto steps = number_at(report, "/run/steps");
    if (steps) {
        report["own_steps"] = *steps - number_at(report, "/run/first_step").value_or(0.0);
    }
}

RowJson figures_in(const RowJson& report, std::string_view solver)
{
    RowJson figures = RowJson::object();
    for (const StudyFigure& figure : study_figures(solver)) {
        auto value = number_at(report, figure.pointer);
        if (value && !figure.over.empty()) {
            const auto divisor = number_at(report, figure.over);
            value = divisor && *divisor != 0.0 ? std::optional{*value / *divisor} : std::nullopt;
        }
        figures[std::string{figure.name}] =
            value ? RowJson(*value * figure.scale) : RowJson(nullptr);
    }
    return figures;
}

}  // namespace

std::span<const StudyFigure> study_figures(std::string_view solver)
{
    if (solver == "himeno") {
        return himeno_figures;
    }
    if (solver == "poisson") {
        return poisson_figures;
    }
    return flow_figures;
}

std::string_view solver_of(const Study& study)
{
    return casefile::solver_kinds()[study.members.front().the_case.solver.index()].name;
}

std::filesystem::path report_file(const Case& the_case)
{
    return the_case.output.directory / the_case.name / "report.json";
}

std::vector<StudyRow> study_rows(const Study& study, const std::vector<MemberOutcome>& outcomes)
{
    const std::string_view solver = solver_of(study);
    std::vector<StudyRow> rows;
    for (std::size_t n = 0; n < study.members.size(); ++n) {
        const MemberOutcome& outcome = outcomes.at(n);
        StudyRow row{.status = outcome.word, .exit_code = {}, .earlier = outcome.earlier};
        if (outcome.code) {
            row.exit_code = static_cast<int>(*outcome.code);
            if (left_results(*outcome.code) && !outcome.stale) {
                row.report = report_of(study.members[n].the_case);
            }
        }
        if (row.report.is_object() && solver == "poisson") {
            add_transform_rate(row.report);
        }
        if (row.report.is_object() && solver == "flow") {
            add_own_steps(row.report);
        }
        if (row.report.is_object() && row.report.contains("status") &&
            row.report["status"].is_string()) {
            row.status = row.report["status"];
        }
        row.figures = figures_in(row.report, solver);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace tobiuo
