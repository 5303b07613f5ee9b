// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/study/study_row.hpp"

#include <cstddef>
#include <filesystem>
#include <utility>

#include "app/case/solvers.hpp"
#include "app/input/input_json.hpp"
#include "app/output/views.hpp"

namespace tobiuo {
namespace {

using RowJson = nlohmann::ordered_json;

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

/// These figures of a report, null where it does not have them.
RowJson figures_in(const RowJson& report, const std::vector<StudyFigure>& wanted)
{
    RowJson figures = RowJson::object();
    for (const StudyFigure& figure : wanted) {
        const RowJson value = value_of(report, figure.value);
        figures[figure.name] = value.is_number() ? RowJson(value.get<double>()) : RowJson(nullptr);
    }
    return figures;
}

}  // namespace

std::vector<StudyFigure> study_figures(std::string_view solver)
{
    std::vector<StudyFigure> figures;
    for (const RowJson& one : views().at(std::string{solver})["study"]) {
        figures.push_back({.name = one[0], .heading = one[1], .value = one[2]});
    }
    return figures;
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
    const std::vector<StudyFigure> figures = study_figures(solver_of(study));
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
        add_derived_figures(row.report);
        if (row.report.is_object() && row.report.contains("status") &&
            row.report["status"].is_string()) {
            row.status = row.report["status"];
        }
        row.figures = figures_in(row.report, figures);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace tobiuo
