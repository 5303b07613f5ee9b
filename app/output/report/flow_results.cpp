#include "app/output/report/flow_results.hpp"

#include <spdlog/fmt/fmt.h>

#include "app/output/field/write_fields.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/report/result_files.hpp"

namespace tobiuo {
std::string flow_file_name(const Grid& grid, std::int64_t index)
{
    return fmt::format("flow_{:05}{}", index, fields_extension(grid));
}

void write_flow_fields(RunFolder& folder, const FlowCase& flow, const Case& the_case,
                       const TimedFile& file, std::span<const Field> fields)
{
    const ImageDescription description{.grid = flow.box.grid,
                                       .time = file.time,
                                       .metadata = metadata_of(the_case, "flow"),
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
        add_picture(
            folder, report.the_case, picture,
            {.grid = report.flow.box.grid,
             .read = reader_of(picture.field),
             .quantity = picture.field,
             .details = fmt::format("time {:.4g}, {}", report.time,
                                    cells_text(report.flow.box.grid, report.flow.box.dimensions)),
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
