// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo report`.

#include <spdlog/spdlog.h>

#include <optional>
#include <system_error>

#include "app/cli/commands.hpp"
#include "app/output/html/report_page.hpp"
#include "app/output/option_file.hpp"

namespace tobiuo {
namespace {

bool is_folder(const std::filesystem::path& path)
{
    std::error_code unknown;
    return std::filesystem::is_directory(path, unknown);
}

/// Whether the file is the page in the folder of the only run that is asked for.
bool is_own_page(const std::filesystem::path& file, const ReportOptions& options)
{
    std::error_code unknown;
    return options.sources.size() == 1 && is_folder(options.sources.front()) &&
           file.filename() == page_name &&
           std::filesystem::equivalent(file.has_parent_path() ? file.parent_path() : ".",
                                       options.sources.front(), unknown);
}

/// Where the page goes if nothing else is asked for; nothing if into the folder of a run.
std::optional<std::filesystem::path> place_of(const ReportOptions& options)
{
    if (options.output) {
        return is_own_page(*options.output, options) ? std::nullopt : options.output;
    }
    if (options.sources.size() > 1) {
        return page_name;
    }
    const std::filesystem::path& source = options.sources.front();
    return is_folder(source) ? std::nullopt : std::optional{page_beside(source)};
}

}  // namespace

ExitCode report_command(const ReportOptions& options)
{
    if (const auto place = place_of(options)) {
        const OptionFile file{*place, "--output", FileKind::page};
        file.write(report_page(options.sources));
        spdlog::info("the report is in {}", place->string());
    } else {
        renew_report_page(options.sources.front());
        spdlog::info("the report is in {}", (options.sources.front() / page_name).string());
    }
    return ExitCode::done;
}

}  // namespace tobiuo
