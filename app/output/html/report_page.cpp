#include "app/output/html/report_page.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <vector>

#include "app/errors.hpp"
#include "app/json_text.hpp"
#include "app/machine/version.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/folder_lock.hpp"
#include "app/output/html/page_sources.hpp"
#include "app/output/html/page_template.hpp"
#include "app/output/manifest.hpp"
#include "app/output/staging.hpp"
#include "app/output/xml_text.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* study_file = "study.json";

/// Replaces the first mark {{name}} in `page`.
void put(std::string& page, std::string_view name, std::string_view text)
{
    const std::string mark = "{{" + std::string{name} + "}}";
    page.replace(page.find(mark), mark.size(), text);
}

/// JSON that cannot end the element in which it stands: "<" is only in texts, where it may be
/// written by its number.
std::string embedded(const Json& json)
{
    std::string text;
    for (const char letter : json_text(json, -1)) {
        if (letter == '<') {
            text += "\\u003c";
        } else {
            text += letter;
        }
    }
    return text;
}

std::string title_of(const Json& sources, const Json& study)
{
    if (!study.is_null()) {
        return "tobiuo: " + study["name"].get<std::string>();
    }
    if (sources.size() > 1) {
        return "tobiuo: " + std::to_string(sources.size()) + " results";
    }
    const Json& one = sources.front();
    return "tobiuo: " +
           (one.contains("report") ? one["report"]["name"] : one["name"]).get<std::string>();
}

std::string page_of(const Json& sources, const Json& study)
{
    const auto bytes = page_template();
    std::string page{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    const std::string program =
        std::string{version().number} + " (" + std::string{version().revision} + ")";
    // The mark that stands behind the other one comes first: what is put there is not searched.
    put(page, "data", embedded({{"program", program}, {"study", study}, {"sources", sources}}));
    put(page, "title", xml_escaped(title_of(sources, study)));
    return page;
}

using Gather = std::function<Json(const PageRoom& room)>;

/// The page of what `gather` gives, which gets less and less room until the page is small enough.
std::string fitting_page(std::size_t count, const Gather& gather, const Json& study = nullptr)
{
    PageRoom room{.numbers = 9000, .picture_bytes = 230'000, .case_bytes = 20'000, .rows = 2000};
    room.numbers = std::max<std::size_t>(room.numbers / count, 100);
    room.picture_bytes /= count;
    room.case_bytes /= count;
    const auto less = [](std::size_t room) { return room * 3 / 4; };
    constexpr std::size_t too_few = 40;
    for (; room.numbers > too_few; room.numbers = less(room.numbers)) {
        std::string page = page_of(gather(room), study);
        if (page.size() <= largest_page) {
            return page;
        }
        room.plans = false;
        room.picture_bytes = less(room.picture_bytes);
        room.case_bytes = less(room.case_bytes);
        room.rows = std::max<std::size_t>(2, less(room.rows));
    }
    throw InputError{{.source = "report", .line = 0, .column = 0},
                     "so much does not fit into one page of " + std::to_string(largest_page) +
                         " bytes: give fewer folders or files"};
}

/// The path without a slash at its end and without what all `paths` begin with.
std::string short_path(const std::filesystem::path& path,
                       std::span<const std::filesystem::path> paths)
{
    const auto parts_of = [](const std::filesystem::path& one) {
        const std::filesystem::path plain = (one / "").lexically_normal().parent_path();
        return std::vector<std::filesystem::path>{plain.begin(), plain.end()};
    };
    const std::vector<std::filesystem::path> parts = parts_of(path);
    std::size_t same = parts.size() - 1;
    for (const std::filesystem::path& other : paths) {
        const std::vector<std::filesystem::path> others = parts_of(other);
        const auto mine = std::ranges::mismatch(parts, others).in1;
        if (mine != parts.end()) {
            same = std::min(same, static_cast<std::size_t>(mine - parts.begin()));
        }
    }
    std::filesystem::path shorter;
    for (std::size_t at = same; at < parts.size(); ++at) {
        shorter /= parts[at];
    }
    return shorter.string();
}

/// Names runs that are called alike by their folders.
void tell_apart(Json& sources, std::span<const std::filesystem::path> paths)
{
    std::map<std::string, int> named;
    for (const Json& one : sources) {
        if (one.contains("report")) {
            ++named[one["report"]["name"].get<std::string>()];
        }
    }
    for (std::size_t at = 0; at < sources.size(); ++at) {
        Json& one = sources[at];
        if (one.contains("report") && named[one["report"]["name"].get<std::string>()] > 1) {
            one["label"] = short_path(paths[at], paths);
        }
    }
}

/// What a page shows of a study, and those of its members that have results.
struct StudySource {
    Json shown;
    std::vector<std::filesystem::path> folders;
    std::vector<std::string> labels;
};

/// Throws InputError if `text` is none of a study.
StudySource study_source(const std::string& text, const std::filesystem::path& folder)
{
    try {
        const Json json = Json::parse(text);
        StudySource source{.shown = {{"name", json.at("name")},
                                     {"status", json.at("status")},
                                     {"convergence", json.at("convergence")}},
                           .folders = {},
                           .labels = {}};
        for (const Json& member : json.at("members")) {
            const auto path = folder / member.at("folder").get<std::string>();
            std::error_code unknown;
            if (std::filesystem::exists(path / "report.json", unknown)) {
                source.folders.push_back(path);
                source.labels.push_back(member.at("label"));
            }
        }
        return source;
    } catch (const Json::exception&) {
        throw InputError{{.source = (folder / study_file).string(), .line = 0, .column = 0},
                         "is not what a study writes (keys are missing): run the study again"};
    }
}

std::string study_page(const StudySource& study)
{
    return fitting_page(
        study.folders.size(),
        [&](const PageRoom& room) {
            Json all = Json::array();
            for (std::size_t n = 0; n < study.folders.size(); ++n) {
                all.push_back(run_source(study.folders[n], room));
                all.back()["label"] = study.labels[n];
            }
            return all;
        },
        study.shown);
}

/// Adds the page that `make` makes. Results are worth more than their page: they stay without one
/// where it cannot be made.
template <typename Make>
void add_unless_refused(RunFolder& folder, const Make& make)
{
    std::string page;
    try {
        page = make();
    } catch (const std::exception& objection) {
        spdlog::warn("there is no {}: {}", page_name, objection.what());
        return;
    }
    folder.add_text(page_name, page);
}

/// The study in a folder; nothing if it has none with results.
std::optional<StudySource> study_in(const std::filesystem::path& folder)
{
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(folder / study_file, unknown)) {
        return std::nullopt;
    }
    StudySource study = study_source(text_of_source(folder / study_file), folder);
    return study.folders.empty() ? std::nullopt : std::optional{std::move(study)};
}

/// The sources with the members that have results in the places of their studies.
std::vector<std::filesystem::path> with_members(std::span<const std::filesystem::path> sources)
{
    std::vector<std::filesystem::path> all;
    for (const std::filesystem::path& source : sources) {
        if (const auto study = study_in(source)) {
            all.insert(all.end(), study->folders.begin(), study->folders.end());
        } else {
            all.push_back(source);
        }
    }
    return all;
}

}  // namespace

std::string report_page(std::span<const std::filesystem::path> sources)
{
    if (sources.size() == 1) {
        if (const auto study = study_in(sources.front())) {
            return study_page(*study);
        }
    }
    const std::vector<std::filesystem::path> shown = with_members(sources);
    return fitting_page(shown.size(), [&](const PageRoom& room) {
        Json all = Json::array();
        for (const std::filesystem::path& one : shown) {
            std::error_code unknown;
            all.push_back(std::filesystem::is_directory(one, unknown)
                              ? run_source(one, room)
                              : bench_source(text_of_source(one), one.string(), room));
        }
        tell_apart(all, shown);
        return all;
    });
}

std::string bench_page(const std::string& text, const std::string& name)
{
    return fitting_page(
        1, [&](const PageRoom& room) { return Json::array({bench_source(text, name, room)}); });
}

std::filesystem::path page_beside(const std::filesystem::path& json)
{
    std::filesystem::path page = json;
    return json.extension() == ".json" ? page.replace_extension(".html") : page += ".html";
}

void add_report_page(RunFolder& folder)
{
    add_unless_refused(folder, [&] {
        const std::vector staged{staging_in(folder.path())};
        return report_page(staged);
    });
}

void add_study_page(RunFolder& folder, const std::string& study)
{
    const StudySource source = study_source(study, folder.path());
    if (source.folders.empty()) {
        return;
    }
    add_unless_refused(folder, [&] { return study_page(source); });
}

void renew_report_page(const std::filesystem::path& folder)
{
    const std::vector sources{folder};
    const std::unique_ptr<FolderLock> lock = FolderLock::take(folder);
    const std::string page = report_page(sources);
    const std::optional<Manifest> manifest = read_manifest(folder / manifest_name, folder);
    check_replaceable(folder / page_name);
    write_text(folder / page_name, page);
    if (manifest) {
        relist(folder, page_name);
    }
}

}  // namespace tobiuo
