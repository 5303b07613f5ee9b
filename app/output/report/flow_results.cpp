#include "app/output/report/flow_results.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>
#include <string_view>

#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/output/field/write_fields.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/report/result_files.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

std::string flow_line(std::string_view what, const std::string& value)
{
    return fmt::format("  {:<14} {}\n", what, value);
}

/// The mean, and the Nusselt number or else the flux of each face with a value.
std::string scalar_line(const flow::Problem& problem, const flow::ScalarMeans& means)
{
    std::string text = fmt::format("mean {:.6g}", means.mean);
    for (const int face : flow::faces_with_scalar(problem)) {
        const double flux = means.flux.at(static_cast<std::size_t>(face));
        const auto nusselt = flow::nusselt_number(problem, face, flux);
        text +=
            fmt::format(", {} {:.6g} ({} {})", nusselt ? "Nusselt number" : "flux",
                        nusselt.value_or(flux), "xyz"[face / 2], face % 2 == 0 ? "lower" : "upper");
    }
    return flow_line("scalar", text);
}

std::string steps_line(const FlowReport& report)
{
    std::string text = fmt::format("{} to time {:.6g}", report.steps, report.time);
    if (report.first_step > 0) {
        text += fmt::format(", {} of them since the restart", report.own_steps());
    }
    if (report.own_steps() > 0) {
        text += fmt::format("; of {:.4g} to {:.4g}", report.least_step, report.largest_step);
    }
    return flow_line("steps", text);
}

std::string rate_line(const FlowReport& report)
{
    const auto steps = static_cast<double>(report.own_steps());
    return flow_line("rate", fmt::format("{:.4g} ms a step, {:.4g} ns a point and step, {:.3g} s",
                                         1e3 * report.seconds / steps, nanoseconds_a_point(report),
                                         report.seconds));
}

std::string details_of(const FlowReport& report)
{
    std::string text = fmt::format("time {:.4g}, ", report.time);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(report.flow.box.dimensions);
         ++axis) {
        text += (axis == 0 ? "" : " x ") + std::to_string(report.flow.box.grid.axes.at(axis).cells);
    }
    return text + " cells";
}

}  // namespace

std::string summary_text(const FlowReport& report)
{
    std::string text = report.the_case.name + ": " + flow::describe(report.problem) + "\n";
    const bool finite = report.status != FlowStatus::diverged;
    text +=
        flow_line("status", status_text(report.status) +
                                (finite ? "" : ": the velocity is not finite " + report.trouble));
    text += flow_line("machine", report.where) + steps_line(report);
    if (report.own_steps() > 0) {
        text += rate_line(report);
    }
    text += flow_line("memory", bytes_text(static_cast<double>(report.memory_bytes)));
    if (finite) {
        const auto& [u, v, w] = report.last.mean_velocity;
        text += flow_line("energy", fmt::format("{:.8g}, half the mean square of the velocity",
                                                report.last.kinetic_energy));
        text += flow_line("mean velocity", fmt::format("{:.6g}, {:.6g}, {:.6g}", u, v, w));
        if (report.flow.bulk_velocity) {
            const auto& [x, y, z] = report.force;
            text += flow_line("force", fmt::format("{:.6g}, {:.6g}, {:.6g} in the last step, which "
                                                   "keeps the mean velocity",
                                                   x, y, z));
        }
        text +=
            flow_line("divergence", fmt::format("{:.3e} at most", report.last.largest_divergence));
        text += report.scalar ? scalar_line(report.problem, *report.scalar) : "";
    }
    if (!report.statistics.empty()) {
        text += flow_line("statistics", report.statistics);
    }
    return text + flow_line("fields", fmt::format("{} {} in results.pvd; the run waited {:.3g} s "
                                                  "for files to be written",
                                                  report.series.size(),
                                                  report.series.size() == 1 ? "time" : "times",
                                                  report.waited_seconds));
}

std::string flow_file_name(const Grid& grid, std::int64_t index)
{
    return fmt::format("flow_{:05}{}", index, fields_extension(grid));
}

void write_flow_fields(RunFolder& folder, const FlowCase& flow, const Case& the_case,
                       const TimedFile& file, std::span<const Field> fields)
{
    const ImageDescription description{
        .grid = flow.box.grid,
        .time = file.time,
        .metadata = {{"case", the_case.name},
                     {"solver", "flow"},
                     {"program", "tobiuo " + std::string{version().number} + " (" +
                                     std::string{version().revision} + ")"}},
        .encoding = the_case.output.encoding};
    folder.add(file.file,
               [&](const std::filesystem::path& path) { write_fields(path, description, fields); });
}

void write_flow_results(RunFolder& folder, const FlowReport& report,
                        const QuantityReader& reader_of)
{
    folder.add_text("case.resolved.yaml", resolved_yaml(report.the_case));
    folder.add_text("report.json", report_json(report));
    folder.add_text("summary.txt", summary_text(report));
    const OutputSection& output = report.the_case.output;
    const auto draw = [&](const PictureSection& picture, const std::string& file) {
        add_picture(folder, report.the_case, picture,
                    {.grid = report.flow.box.grid,
                     .read = reader_of(picture.field),
                     .quantity = picture.field,
                     .details = details_of(report),
                     .preferred = flow_picture_axis,
                     .file = file});
    };
    if (reader_of && output.picture) {
        draw(*output.picture, "flow.png");
    }
    for (const NamedPicture& one : output.pictures) {
        if (reader_of) {
            draw(one.picture, "flow_" + one.name + ".png");
        }
    }
    folder.add_text("results.pvd", pvd_text(report.series));
    add_report_page(folder);
    folder.finish(status_text(report.status));
}

}  // namespace tobiuo
