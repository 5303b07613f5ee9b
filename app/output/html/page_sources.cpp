// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/html/page_sources.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/input/input_json.hpp"
#include "app/output/html/csv_columns.hpp"
#include "app/output/html/small_picture.hpp"
#include "app/output/views.hpp"
#include "app/pattern.hpp"
#include "app/printable.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* report_name = "report.json";
constexpr const char* case_name = "case.resolved.yaml";

InputError refusal(const std::string& source, std::string sentence)
{
    return InputError{{.source = source, .line = 0, .column = 0}, std::move(sentence)};
}

void warn_of(const std::filesystem::path& file, const Unreadable& reason)
{
    spdlog::warn("'{}' is passed over ({}): the page is made without it", printable(file.string()),
                 reason.what());
}

/// Leaves out entries of an array evenly, so that `most` are left, at least two.
void thin(Json& array, std::size_t most)
{
    if (array.is_array() && array.size() > most) {
        Json kept = Json::array();
        for (std::size_t at = 0; at < most; ++at) {
            kept.push_back(std::move(array[at * (array.size() - 1) / (most - 1)]));
        }
        array = std::move(kept);
    }
}

/// Thins all arrays in `json` that are longer than a page shows, and cuts texts and objects.
void shorten(Json& json)
{
    constexpr std::size_t most = 200;
    constexpr std::size_t most_bytes = 4000;
    thin(json, most);
    if (json.is_string() && json.get_ref<const std::string&>().size() > most_bytes) {
        json = json.get_ref<const std::string&>().substr(0, most_bytes) + " ...";
    }
    while (json.is_object() && json.size() > most) {
        json.erase(std::prev(json.end()));
    }
    if (json.is_structured()) {
        for (Json& one : json) {
            shorten(one);
        }
    }
}

bool is_report(const Json& json)
{
    return json.is_object() && json.value("schema", Json{}) == "tobiuo-report-1" &&
           json.value("solver", Json{}).is_string() &&
           views().contains(json["solver"].get<std::string>()) &&
           json.value("run", Json{}).is_object() && json.value("name", Json{}).is_string();
}

/// What report.json holds. Throws Unreadable, or InputError if there is none.
Json json_of_report(const std::filesystem::path& folder)
{
    const auto text = text_in(folder, report_name, most_json_bytes);
    if (!text) {
        throw refusal(folder.string(),
                      "has no report.json (it is not the folder of a finished run): give the "
                      "folder that `tobiuo run` names at its end, or the JSON file of a benchmark");
    }
    return input_json(*text);
}

Json report_of(const std::filesystem::path& folder)
{
    std::string objection = "it is no object with the schema tobiuo-report-1 and a known solver";
    try {
        Json json = json_of_report(folder);
        if (is_report(json)) {
            shorten(json);
            add_derived_figures(json);
            return json;
        }
    } catch (const Unreadable& reason) {
        objection = reason.what();
    }
    throw refusal((folder / report_name).string(),
                  "is not the report of a run (" + objection + "): repeat the run with --force");
}

/// The names of the run's pictures; that of the whole case is first.
std::vector<std::string> picture_names(const std::filesystem::path& folder)
{
    constexpr std::size_t most = 100;
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder, error}, end;
         !error && entry != end && names.size() < most; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (matches(name, "(p|flow|flow_[A-Za-z0-9_-]{1,64})[.]png")) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

/// What `read` reads of a file that a page can do without; otherwise nothing, with a warning unless
/// the file is missing.
template <typename Value, typename Read>
Value or_nothing(const std::filesystem::path& folder, const std::string& name, const Read& read)
{
    try {
        return read();
    } catch (const Unreadable& reason) {
        if (!reason.is_missing()) {
            warn_of(folder / name, reason);
        }
        return Value{};
    }
}

CsvTable table_in(const std::filesystem::path& folder, const std::string& name, std::size_t most,
                  std::string_view names = {}, std::size_t most_together = 1000)
{
    return or_nothing<CsvTable>(folder, name, [&] {
        return read_csv(InputFile::in(folder, name), most, names, most_together);
    });
}

struct Picture {
    std::string name;
    std::size_t bytes;               ///< of the file
    std::optional<std::string> png;  ///< small enough for the page when it was read
};

/// The bytes that each of so many pictures may have, of which base64 makes a third more.
std::size_t bytes_of_each(std::size_t base64_bytes, std::size_t count)
{
    constexpr std::size_t letters = 4;  // of three bytes
    return base64_bytes / letters * 3 / std::max<std::size_t>(1, count);
}

/// Below this not even a quarter of a picture is small enough.
constexpr std::size_t least_picture = 1000;

Picture picture_in(const std::filesystem::path& folder, const std::string& name, std::size_t most)
{
    constexpr std::uintmax_t most_bytes = 64U << 20U;
    Picture picture{.name = name, .bytes = 0, .png = std::nullopt};
    if (most >= least_picture) {
        const auto png = or_nothing<std::string>(
            folder, name, [&] { return InputFile::in(folder, name).text(most_bytes); });
        picture.bytes = png.size();
        picture.png = small_picture(png, most);
    }
    return picture;
}

std::vector<Picture> pictures_in(const std::filesystem::path& folder, std::size_t base64_bytes)
{
    const std::vector<std::string> names = picture_names(folder);
    std::vector<Picture> pictures;
    pictures.reserve(names.size());
    for (const std::string& name : names) {
        pictures.push_back(picture_in(folder, name, bytes_of_each(base64_bytes, names.size())));
    }
    return pictures;
}

Json shown(const std::vector<Picture>& pictures, std::size_t base64_bytes)
{
    const std::size_t most = bytes_of_each(base64_bytes, pictures.size());
    Json all = Json::array();
    if (base64_bytes == 0) {
        return all;
    }
    for (const Picture& picture : pictures) {
        const auto small =
            picture.png && most >= least_picture ? small_picture(*picture.png, most) : std::nullopt;
        all.push_back(
            {{"name", picture.name},
             {"smaller", small && small->size() != picture.bytes},
             {"data", small ? Json("data:image/png;base64," + base64_of(*small)) : Json(nullptr)}});
    }
    return all;
}

/// What was read of a run.
struct RunFiles {
    Json report;
    CsvTable history;
    CsvTable statistics;
    CsvTable probes;
    CsvTable lines;
    CsvTable spectra;
    std::string case_text;
    std::vector<Picture> pictures;
};

constexpr std::size_t other_tables = 4;  // have a quarter of the numbers of the history

/// The rows of spectra at one step, of all axes and layers.
constexpr std::size_t most_modes = 20'000;

/// The numbers of probes: so many that each one is a line, however many there are.
std::size_t numbers_of_probes(const CsvTable& probes, const PageRoom& room)
{
    constexpr std::size_t times = 100;
    const std::size_t group = probes.groups.empty() ? 0 : probes.groups.front().size();
    return std::clamp(times * group, room.numbers / other_tables, room.numbers);
}

/// Whether a mode of a spectrum is left out: of many, as many are drawn from each octave.
bool is_thinned(const CsvTable& spectra, std::span<const Json> row)
{
    constexpr double of_octave = 12.0;
    const auto column = std::ranges::find(spectra.heads, "mode") - spectra.heads.begin();
    const Json& cell = static_cast<std::size_t>(column) < row.size()
                           ? row[static_cast<std::size_t>(column)]
                           : Json::object();
    if (!cell.is_number()) {
        return true;
    }
    const double mode = cell.get<double>();
    return mode > of_octave &&
           std::floor(of_octave * std::log2(mode)) == std::floor(of_octave * std::log2(mode - 1.0));
}

Json shown(const RunFiles& run, const PageRoom& room)
{
    Json source{{"report", run.report}};
    source["history"] = columns_of(run.history, room.numbers);
    source["statistics"] = columns_of(run.statistics, room.numbers / other_tables);
    source["probes"] = columns_by_name(run.probes, "probe", numbers_of_probes(run.probes, room));
    source["lines"] = columns_of(run.lines, room.numbers / other_tables);
    source["spectra"] = last_columns_of(run.spectra, room.numbers, [&](std::span<const Json> row) {
        return is_thinned(run.spectra, row);
    });
    source["case"] = !run.case_text.empty() && run.case_text.size() <= room.case_bytes
                         ? Json(run.case_text)
                         : Json(nullptr);
    source["pictures"] = shown(run.pictures, room.picture_bytes);
    return source;
}

Json shown(const Json& bench, const std::string& name, const PageRoom& room)
{
    if (!bench.contains("rows") || !bench["rows"].is_array()) {
        return {{"name", name}, {"bench", bench}};
    }
    Json part = bench;
    Json& rows = part["rows"];
    const std::size_t count = rows.size();
    thin(rows, room.rows);
    for (Json& row : rows) {
        if (!room.plans && row.is_object()) {
            row.erase("plan");
        }
    }
    return {{"name", name}, {"row_count", count}, {"bench", std::move(part)}};
}

}  // namespace

std::string text_of_source(const std::filesystem::path& file)
{
    try {
        return InputFile::named(file).text(most_json_bytes);
    } catch (const Unreadable& reason) {
        throw refusal(file.string(), std::string{"cannot be read ("} + reason.what() +
                                         "): give the folder of a run or the JSON file of a "
                                         "benchmark");
    }
}

void round_all(Json& json)
{
    if (json.is_number_float()) {
        json = rounded(json.get<double>());
    } else if (json.is_structured()) {
        for (Json& one : json) {
            round_all(one);
        }
    }
}

PageSource run_source(const std::filesystem::path& folder, const PageRoom& room)
{
    const std::size_t few = room.numbers / other_tables;
    const auto run = std::make_shared<const RunFiles>(
        RunFiles{.report = report_of(folder),
                 .history = table_in(folder, "history.csv", room.numbers),
                 .statistics = table_in(folder, "statistics.csv", few),
                 .probes = table_in(folder, "probes.csv", 2 * room.numbers, "probe"),
                 .lines = table_in(folder, "lines.csv", few, "line"),
                 .spectra = table_in(folder, "spectra.csv", few, "along", most_modes),
                 .case_text = or_nothing<std::string>(
                     folder, case_name,
                     [&] { return text_in(folder, case_name, most_json_bytes).value_or(""); }),
                 .pictures = pictures_in(folder, room.picture_bytes)});
    return [run](const PageRoom& less) { return shown(*run, less); };
}

PageSource bench_source(const std::string& text, const std::string& name)
{
    std::string objection = "it is no JSON object with a schema";
    Json json;
    try {
        json = input_json(text);
    } catch (const Unreadable& reason) {
        objection = reason.what();
    }
    if (!json.is_object() || !json.value("schema", Json{}).is_string()) {
        throw refusal(name, "is not what a benchmark writes (" + objection +
                                "): give a file of `tobiuo bench ... --json` or the folder of a "
                                "run");
    }
    round_all(json);
    const auto bench = std::make_shared<const Json>(std::move(json));
    return [bench, name](const PageRoom& room) { return shown(*bench, name, room); };
}

}  // namespace tobiuo
