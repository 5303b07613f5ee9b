#include "app/output/report/poisson_results.hpp"

#include "app/case/yaml/keys.hpp"
#include "app/output/report/result_files.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome)
{
    const PoissonReport& report = outcome.report;
    const Case& the_case = report.the_case;
    const poisson::Problem& problem = report.poisson.problem;
    FinalResults results{
        .the_case = the_case,
        .texts = {},
        .status = status_text(report.status),
        .description = {.grid = written_grid(report.poisson),
                        .metadata = metadata_of(the_case, "poisson"),
                        .encoding = the_case.output.encoding},
        .picture = {.grid = problem.grid,
                    .quantity = the_case.output.picture ? the_case.output.picture->field : "",
                    .details = cells_text(problem.grid, report.poisson.dimensions) + ", " +
                               casefile::operator_words.at(static_cast<std::size_t>(problem.op)),
                    .preferred = poisson_picture_axis},
        // The first values of each field are written: absent axes are the last ones, and nothing
        // changes along them.
        .blocks = poisson::blocks_of(problem.grid),
        .precision = problem.precision,
        .planes_of = [&](const std::string& name) { return outcome.fields.at(name); },
        .own = outcome.own};
    results.description.metadata["problem"] = poisson::describe(problem);
    if (folder != nullptr) {
        results.texts = {{"case.resolved.yaml", resolved_yaml(the_case)},
                         {"report.json", report_json(report)},
                         {"summary.txt", summary_text(report)}};
    }
    write_final_results(folder, world, results);
}

}  // namespace tobiuo
