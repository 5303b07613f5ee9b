#include "app/output/report/himeno_results.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <span>

#include "app/output/report/result_files.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

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

}  // namespace

void write_himeno_results(RunFolder* folder, const World* world, const HimenoOutcome& outcome)
{
    const HimenoReport& report = outcome.report;
    const Case& the_case = report.the_case;
    const Grid& grid = report.grid;
    const std::string shown = the_case.output.picture ? the_case.output.picture->field : "";
    FinalResults results{
        .the_case = the_case,
        .texts = {},
        .status = status_text(report.result.status),
        .description = {.grid = grid,
                        .time = static_cast<double>(sweeps_of(report)),
                        .metadata = metadata_of(the_case, "himeno"),
                        .encoding = the_case.output.encoding},
        .picture = {.grid = grid,
                    .quantity = shown == "p" ? "p [-]" : shown,
                    .details = fmt::format("after {} sweeps, {} x {} x {}", sweeps_of(report),
                                           grid.values(0), grid.values(1), grid.values(2)),
                    .preferred = himeno_picture_axis},
        .blocks = poisson::blocks_of(grid),
        .precision = report.request.precision,
        .planes_of = [&](const std::string& name) { return planes_of(name, outcome); },
        .own = outcome.own};
    results.description.metadata["time"] = "TimeValue counts Jacobi sweeps";
    results.description.metadata["units"] = "p is dimensionless, as in the benchmark";
    if (folder != nullptr) {
        results.texts = {{"case.resolved.yaml", resolved_yaml(the_case)},
                         {"history.csv", history_csv(outcome.history, report.earlier_sweeps)},
                         {"report.json", report_json(report)},
                         {"summary.txt", summary_text(report)}};
    }
    write_final_results(folder, world, results);
}

std::string history_csv(const himeno::History& history, std::int64_t earlier_sweeps)
{
    std::string text = "sweep,gosa\n";
    for (const himeno::History::Row& row : history.rows()) {
        text += fmt::format("{},{:.17g}\n", earlier_sweeps + row.sweep, row.gosa);
    }
    return text;
}

}  // namespace tobiuo
