// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/study/earlier_results.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "app/input/input_json.hpp"
#include "app/output/manifest.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/input_files.hpp"

namespace tobiuo {
namespace {

namespace fs = std::filesystem;

/// The text of a file of the results; empty if there is none that can be read.
std::string whole_text(const fs::path& file)
{
    try {
        return text_in(file.parent_path(), file.filename(), most_json_bytes).value_or("");
    } catch (const Unreadable&) {
        return {};
    }
}

/// The revision of the program that wrote a report; empty if it is damaged.
std::string revision_in(const fs::path& report)
{
    try {
        const nlohmann::ordered_json json = input_json(whole_text(report));
        const nlohmann::ordered_json::json_pointer git{"/versions/git"};
        return json.is_object() && json.contains(git) && json[git].is_string() ? json[git] : "";
    } catch (const Unreadable&) {
        return {};
    }
}

/// Whether an input file was changed after a file of the results was written, or cannot be asked.
bool has_newer_input(const Case& the_case, const fs::path& result)
{
    std::error_code error;
    const auto written = fs::last_write_time(result, error);
    return error || std::ranges::any_of(input_files(the_case), [&](const fs::path& file) {
               std::error_code missing;
               const auto changed = fs::last_write_time(file, missing);
               return missing || changed > written;
           });
}

}  // namespace

bool is_identified(std::string_view revision)
{
    return !revision.empty() && revision != "unknown" && !revision.ends_with("-dirty");
}

EarlierResults earlier_results(const Case& the_case, std::string_view revision)
{
    const fs::path folder = the_case.output.directory / the_case.name;
    const fs::path manifest = folder / manifest_name;
    const std::optional<Manifest> earlier = read_manifest(manifest, folder);
    if (!earlier || earlier->status != "done") {
        const bool broken_off = !earlier || earlier->status == "interrupted";
        return broken_off && !checkpoints_in(folder).empty() ? EarlierResults::interrupted
                                                             : EarlierResults::none;
    }
    const fs::path resolved = folder / "case.resolved.yaml";  // nothing writes it anew later
    if (without_wall_time(whole_text(resolved)) != without_wall_time(resolved_yaml(the_case))) {
        return EarlierResults::other_case;
    }
    if (has_newer_input(the_case, resolved)) {
        return EarlierResults::other_case;
    }
    if (!is_identified(revision)) {
        return EarlierResults::unknowable;
    }
    return revision_in(folder / "report.json") == revision ? EarlierResults::same
                                                           : EarlierResults::other_version;
}

}  // namespace tobiuo
