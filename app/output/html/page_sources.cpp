#include "app/output/html/page_sources.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/errors.hpp"
#include "app/output/html/csv_columns.hpp"
#include "app/output/html/small_picture.hpp"
#include "app/pattern.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

InputError refusal(const std::string& source, std::string sentence)
{
    return InputError{{.source = source, .line = 0, .column = 0}, std::move(sentence)};
}

std::optional<std::string> text_in(const std::filesystem::path& file)
{
    std::error_code unknown;
    std::ifstream stream{file, std::ios::binary};
    if (!stream || !std::filesystem::is_regular_file(file, unknown)) {
        return std::nullopt;
    }
    return std::string{std::istreambuf_iterator<char>{stream}, {}};
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

/// Thins all arrays in `json` that are longer than a page shows.
void shorten(Json& json)
{
    constexpr std::size_t most = 200;
    thin(json, most);
    if (json.is_structured()) {
        for (Json& one : json) {
            shorten(one);
        }
    }
}

/// Rounds all numbers that are not whole.
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

bool is_report(const Json& json)
{
    constexpr std::array<std::string_view, 3> solvers{"himeno", "poisson", "flow"};
    return json.is_object() && json.value("schema", Json{}) == "tobiuo-report-1" &&
           std::ranges::find(solvers, json.value("solver", Json{})) != solvers.end() &&
           json.value("run", Json{}).is_object() && json.value("name", Json{}).is_string();
}

Json report_of(const std::filesystem::path& folder)
{
    const auto text = text_in(folder / "report.json");
    if (!text) {
        throw refusal(folder.string(),
                      "has no report.json (it is not the folder of a finished run): give the "
                      "folder that `tobiuo run` names at its end, or the JSON file of a benchmark");
    }
    Json json = Json::parse(*text, nullptr, false);
    if (!is_report(json)) {
        throw refusal((folder / "report.json").string(),
                      "is not the report of a run (it is no object with the schema "
                      "tobiuo-report-1 and a known solver): repeat the run with --force");
    }
    shorten(json);
    return json;
}

/// The names of the run's pictures; that of the whole case is first.
std::vector<std::string> picture_names(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (matches(name, "(p|flow|flow_[A-Za-z0-9_-]{1,64})[.]png")) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

Json pictures_of(const std::filesystem::path& folder, std::size_t bytes)
{
    constexpr double base64_growth = 4.0 / 3.0;
    const std::vector<std::string> names = picture_names(folder);
    Json pictures = Json::array();
    for (const std::string& name : names) {
        const auto most =
            static_cast<double>(bytes) / base64_growth / static_cast<double>(names.size());
        const std::string png = text_in(folder / name).value_or("");
        const auto small = small_picture(png, static_cast<std::size_t>(most));
        pictures.push_back(
            {{"name", name},
             {"smaller", small && *small != png},
             {"data", small ? Json("data:image/png;base64," + base64_of(*small)) : Json(nullptr)}});
    }
    return pictures;
}

Json case_text(const std::filesystem::path& folder, std::size_t most)
{
    const auto text = text_in(folder / "case.resolved.yaml");
    return text && text->size() <= most ? Json(*text) : Json(nullptr);
}

}  // namespace

std::string text_of_source(const std::filesystem::path& file)
{
    if (auto text = text_in(file)) {
        return *std::move(text);
    }
    throw refusal(file.string(),
                  "cannot be read (it is not there, or it is no file): give the "
                  "folder of a run or the JSON file of a benchmark");
}

Json run_source(const std::filesystem::path& folder, const PageRoom& room)
{
    Json source{{"report", report_of(folder)}};
    constexpr std::size_t tables = 3;
    source["history"] = csv_columns(folder / "history.csv", room.numbers);
    source["statistics"] = csv_columns(folder / "statistics.csv", room.numbers / tables);
    source["probes"] = csv_columns(folder / "probes.csv", room.numbers / tables, "probe");
    source["case"] = case_text(folder, room.case_bytes);
    source["pictures"] = pictures_of(folder, room.picture_bytes);
    return source;
}

Json bench_source(const std::string& text, const std::string& name, const PageRoom& room)
{
    Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.value("schema", Json{}).is_string()) {
        throw refusal(name,
                      "is not what a benchmark writes (it is no JSON object with a schema): "
                      "give a file of `tobiuo bench ... --json` or the folder of a run");
    }
    round_all(json);
    if (!json.contains("rows") || !json["rows"].is_array()) {
        return {{"name", name}, {"bench", std::move(json)}};
    }
    Json& rows = json["rows"];
    const std::size_t count = rows.size();
    thin(rows, room.rows);
    for (Json& row : rows) {
        if (!room.plans && row.is_object()) {
            row.erase("plan");
        }
    }
    return {{"name", name}, {"row_count", count}, {"bench", std::move(json)}};
}

}  // namespace tobiuo
