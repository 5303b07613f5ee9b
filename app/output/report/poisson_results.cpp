#include "app/output/report/poisson_results.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <variant>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/machine/version.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/picture/plane.hpp"
#include "app/output/report/case_picture.hpp"
#include "app/output/report/poisson_summary.hpp"
#include "app/output/report/rank_pieces.hpp"
#include "app/ranks/remote_planes.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
namespace {

ImageDescription describe(const PoissonReport& report)
{
    return {.grid = written_grid(report.poisson),
            .time = 0.0,
            .metadata = {{"case", report.the_case.name},
                         {"solver", "poisson"},
                         {"problem", poisson::describe(report.poisson.problem)},
                         {"program", "tobiuo " + std::string{version().number} + " (" +
                                         std::string{version().revision} + ")"}},
            .encoding = report.the_case.output.encoding};
}

/// The fields to write. The first values of each are written: absent axes are the last ones, and
/// nothing changes along them.
std::vector<Field> fields_to_write(const PoissonOutcome& outcome)
{
    const poisson::Problem& problem = outcome.report.poisson.problem;
    std::vector<Field> fields;
    for (const std::string& name : outcome.report.the_case.output.fields) {
        fields.push_back({.name = name,
                          .values = StreamedValues{.read = outcome.fields.at(name),
                                                   .blocks = poisson::blocks_of(problem.grid),
                                                   .precision = problem.precision}});
    }
    return fields;
}

std::string cells_text(const PoissonCase& poisson)
{
    std::string text;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(poisson.dimensions); ++axis) {
        text += (axis == 0 ? "" : " x ") + std::to_string(poisson.problem.grid.axes.at(axis).cells);
    }
    return text + " cells";
}

/// `read` reads planes of the field of the picture.
void add_picture(RunFolder& folder, const PoissonOutcome& outcome, const poisson::PlaneReader& read)
{
    const PoissonReport& report = outcome.report;
    const poisson::Problem& problem = report.poisson.problem;
    if (const auto& picture = report.the_case.output.picture) {
        const auto op = static_cast<std::size_t>(problem.op);
        add_picture(folder, report.the_case,
                    {.grid = problem.grid,
                     .read = read,
                     .quantity = picture->field,
                     .details = cells_text(report.poisson) + ", " + casefile::operator_words.at(op),
                     .preferred = poisson_picture_axis});
    }
}

/// Reads planes of the field of the picture; none without a picture.
poisson::PlaneReader picture_planes(const PoissonOutcome& outcome)
{
    const auto& picture = outcome.report.the_case.output.picture;
    return picture ? outcome.fields.at(picture->field) : poisson::PlaneReader{};
}

/// The picture, for which rank 0 reads the planes of all ranks.
void add_picture_on_ranks(RunFolder* folder, const World& world, const PoissonOutcome& outcome)
{
    const poisson::PlaneBlocks blocks = poisson::blocks_of(outcome.report.poisson.problem.grid);
    RemotePlanes planes{world, outcome.own, blocks.values, {picture_planes(outcome)}};
    if (folder == nullptr) {
        planes.serve();
    } else {
        add_picture(*folder, outcome, planes.reader(0));
        planes.end();
    }
}

}  // namespace

void write_poisson_results(RunFolder* folder, const World* world, const PoissonOutcome& outcome)
{
    const PoissonReport& report = outcome.report;
    const ImageDescription description = describe(report);
    const std::string fields = fields_name(description.grid, world);
    if (folder != nullptr) {
        folder->add_text("case.resolved.yaml", resolved_yaml(report.the_case));
        folder->add_text("report.json", report_json(report));
        folder->add_text("summary.txt", summary_text(report));
    }
    if (world == nullptr) {
        add_picture(*folder, outcome, picture_planes(outcome));
        folder->add(fields, [&](const std::filesystem::path& path) {
            write_fields(path, description, fields_to_write(outcome));
        });
    } else {
        add_picture_on_ranks(folder, *world, outcome);
        write_pieces(folder, *world, description, outcome.own, fields_to_write(outcome));
    }
    if (folder != nullptr) {
        folder->add_text("results.pvd", pvd_text(fields, 0.0));
        add_report_page(*folder);
        folder->finish(status_text(report.status));
    }
}

}  // namespace tobiuo
