#include "app/output/report/himeno_results.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/case/case.hpp"
#include "app/machine/version.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/report/case_picture.hpp"
#include "app/output/report/himeno_summary.hpp"
#include "app/output/report/rank_pieces.hpp"
#include "app/ranks/remote_planes.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

stencil::Array array_called(const std::string& name)
{
    const auto found = std::ranges::find(stencil::array_names, name);
    return static_cast<stencil::Array>(found - stencil::array_names.begin());
}

/// All values of field `name`: p comes from the plan, a coefficient from its source.
template <typename Real>
std::vector<Real> values_of(const std::string& name, const stencil::Shape& shape,
                            const HimenoOutcome& outcome)
{
    std::vector<Real> values(static_cast<std::size_t>(shape.values()));
    const stencil::Array array = array_called(name);
    if (array == stencil::Array::p) {
        outcome.plan.read_pressure(0, shape.ni, std::span<Real>{values});
    } else {
        outcome.source.planes(array, 0, shape.ni, std::span<Real>{values});
    }
    return values;
}

ImageDescription describe(const HimenoReport& report)
{
    return {.grid = report.grid,
            .time = static_cast<double>(sweeps_of(report)),
            .metadata = {{"case", report.the_case.name},
                         {"solver", "himeno"},
                         {"time", "TimeValue counts Jacobi sweeps"},
                         {"units", "p is dimensionless, as in the benchmark"},
                         {"program", "tobiuo " + std::string{version().number} + " (" +
                                         std::string{version().revision} + ")"}},
            .encoding = report.the_case.output.encoding};
}

/// Reads planes of field `name`, on several ranks own ones of p.
poisson::PlaneReader planes_of(const std::string& name, const HimenoOutcome& outcome)
{
    const stencil::Array array = array_called(name);
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

template <typename Real>
void write_fields(const std::filesystem::path& path, const HimenoOutcome& outcome)
{
    std::vector<std::vector<Real>> values;
    std::vector<Field> fields;
    for (const std::string& name : outcome.report.the_case.output.fields) {
        values.push_back(values_of<Real>(name, shape_of(outcome.report.grid), outcome));
        fields.push_back({.name = name, .values = std::span<const Real>{values.back()}});
    }
    write_vti(path, describe(outcome.report), fields);
}

void add_picture(RunFolder& folder, const HimenoOutcome& outcome, const poisson::PlaneReader& p)
{
    const HimenoReport& report = outcome.report;
    const auto& picture = report.the_case.output.picture;
    if (!picture) {
        return;
    }
    const stencil::Array array = array_called(picture->field);
    const bool is_p = array == stencil::Array::p;
    const Grid& grid = report.grid;
    add_picture(folder, report.the_case,
                {.grid = grid,
                 .read =
                     [&](std::int64_t index, std::span<double> layer) {
                         if (is_p) {
                             p(index, layer);
                         } else {
                             outcome.source.planes(array, index, 1, layer);
                         }
                     },
                 .quantity = is_p ? "p [-]" : picture->field,
                 .details = fmt::format("after {} sweeps, {} x {} x {}", sweeps_of(report),
                                        grid.values(0), grid.values(1), grid.values(2)),
                 .preferred = himeno_picture_axis});
}

/// The picture and the fields of all ranks.
void write_on_ranks(RunFolder* folder, const World& world, const HimenoOutcome& outcome)
{
    const HimenoReport& report = outcome.report;
    RemotePlanes p{world, outcome.own, report.request.shape.plane(), {planes_of("p", outcome)}};
    if (folder == nullptr) {
        p.serve();
    } else {
        add_picture(*folder, outcome, p.reader(0));
        p.end();
    }
    std::vector<Field> fields;
    for (const std::string& name : report.the_case.output.fields) {
        fields.push_back({.name = name,
                          .values = StreamedValues{.read = planes_of(name, outcome),
                                                   .blocks = poisson::blocks_of(report.grid),
                                                   .precision = report.request.precision}});
    }
    write_pieces(folder, world, describe(report), outcome.own, fields);
}

}  // namespace

void write_himeno_results(RunFolder* folder, const World* world, const HimenoOutcome& outcome)
{
    const HimenoReport& report = outcome.report;
    const std::string fields = fields_name(report.grid, world);
    if (folder != nullptr) {
        folder->add_text("case.resolved.yaml", resolved_yaml(report.the_case));
        folder->add_text("history.csv", history_csv(outcome.history, report.earlier_sweeps));
        folder->add_text("report.json", report_json(report));
        folder->add_text("summary.txt", summary_text(report));
    }
    if (world == nullptr) {
        add_picture(*folder, outcome, planes_of("p", outcome));
        folder->add(fields, [&](const std::filesystem::path& path) {
            if (report.request.precision == Precision::fp32) {
                write_fields<float>(path, outcome);
            } else {
                write_fields<double>(path, outcome);
            }
        });
    } else {
        write_on_ranks(folder, *world, outcome);
    }
    if (folder != nullptr) {
        folder->add_text("results.pvd", pvd_text(fields, static_cast<double>(sweeps_of(report))));
        add_report_page(*folder);
        folder->finish(status_text(report.result.status));
    }
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
