#include "app/output/report/himeno_results.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/machine/version.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/report/result_files.hpp"
#include "app/ranks/rank_planes.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/grid.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

std::string line(std::string_view what, const std::string& value)
{
    return fmt::format("  {:<10} {}\n", what, value);
}

std::string time_line(const HimenoReport& report)
{
    const himeno::Result& result = report.result;
    std::string time = fmt::format("{:.4g} s", result.run.seconds);
    if (const auto target = target_seconds(report)) {
        time += fmt::format(" of {:.4g} s asked", *target);
    }
    time += fmt::format(" for {} sweeps", result.run.sweeps);
    if (result.rehearsal.sweeps > 0) {
        time += fmt::format(", after a rehearsal of {} in {:.3g} s", result.rehearsal.sweeps,
                            result.rehearsal.seconds);
    }
    return line("time", time + fmt::format("; setup {:.3g} s", report.setup_seconds));
}

std::string exchange_line(const HimenoReport& report)
{
    const std::string text = exchange_text(report.ranks);
    return text.empty() ? text : line("exchange", text);
}

std::string rate_line(const HimenoReport& report)
{
    const himeno::Measurement& run = report.result.run;
    std::string rate =
        fmt::format("{:.4g} GFLOPS, {:.4g} GB/s nominal", run.gflops(report.request.shape),
                    nominal_bytes_per_second(run, report) * 1e-9);
    if (const auto percent = percent_of_ceiling(run, report)) {
        rate += fmt::format(", {:.1f} % of the ceiling of 13 arrays read, 1 written", *percent);
    }
    return line("rate", rate);
}

std::string gosa_line(const HimenoReport& report)
{
    const himeno::Result& result = report.result;
    const double gosa = result.run.sweeps > 0 ? result.run.gosa : result.rehearsal.gosa;
    std::string text = fmt::format("{:.6e} after {} sweeps", gosa, sweeps_of(report));
    if (report.earlier_sweeps > 0) {
        text += fmt::format(", {} of them in earlier runs", report.earlier_sweeps);
    }
    return line("gosa", text);
}

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

std::string official_closing_lines(const himeno::Measurement& run, const stencil::Shape& shape)
{
    constexpr double pentium_iii_mflops = 82.84;
    const double mflops = run.gflops(shape) * 1e3;
    return fmt::format(
        " Loop executed for {} times\n"
        " Gosa : {:e} \n"
        " MFLOPS measured : {:f}\tcpu : {:f}\n"
        " Score based on Pentium III 600MHz : {:f}\n",
        run.sweeps, run.gosa, mflops, run.seconds, mflops / pentium_iii_mflops);
}

std::string summary_text(const HimenoReport& report)
{
    const Grid& grid = report.grid;
    return official_closing_lines(report.result.run, report.request.shape) +
           fmt::format("{}: himeno {} x {} x {}, {}\n", report.the_case.name, grid.values(0),
                       grid.values(1), grid.values(2), word_of(report.himeno.precision)) +
           line("status", status_text(report.result.status)) +
           line("machine", machine_text(report.ranks, report.where)) +
           line("kernel",
                fmt::format("{} ({}): {}", report.kind.name, report.kind.label, report.plan)) +
           time_line(report) + exchange_line(report) + rate_line(report) + gosa_line(report);
}

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
