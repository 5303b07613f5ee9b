// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/html/report_page.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/input/input_json.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/folder_lock.hpp"
#include "app/output/html/fitting_page.hpp"
#include "app/output/html/page_sources.hpp"
#include "app/output/manifest.hpp"
#include "app/output/option_file.hpp"
#include "app/output/staging.hpp"
#include "app/printable.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* study_file = "study.json";

using Parts = std::vector<std::filesystem::path>;

/// What the path consists of, without a slash at its end.
Parts parts_of(const std::filesystem::path& path)
{
    const std::filesystem::path plain = (path / "").lexically_normal().parent_path();
    return {plain.begin(), plain.end()};
}

/// The path of `parts` without what all paths begin with.
std::string short_path(const Parts& parts, const std::vector<Parts>& all)
{
    std::size_t same = parts.size() - 1;
    for (const Parts& others : all) {
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

/// The labels of sources: folders of runs that are called alike, otherwise empty texts.
std::vector<std::string> labels_of(const Json& sources,
                                   const std::vector<std::filesystem::path>& paths)
{
    const auto name_of = [](const Json& one) { return one["report"]["name"].get<std::string>(); };
    std::map<std::string, int> named;
    for (const Json& one : sources) {
        if (one.contains("report")) {
            ++named[name_of(one)];
        }
    }
    std::vector<Parts> all;
    std::ranges::transform(paths, std::back_inserter(all), parts_of);
    std::vector<std::string> labels(sources.size());
    for (std::size_t at = 0; at < sources.size(); ++at) {
        if (sources[at].contains("report") && named[name_of(sources[at])] > 1) {
            labels[at] = short_path(all[at], all);
        }
    }
    return labels;
}

/// What a page shows of a study, and those of its members that have results.
struct StudySource {
    Json shown;
    std::vector<std::filesystem::path> folders;
    std::vector<std::string> labels;
};

/// Whether a member is in a folder of the study, not behind a link or elsewhere, and has results.
bool has_results(const std::filesystem::path& folder, const std::string& member)
{
    try {
        static_cast<void>(InputFile::in(folder, std::filesystem::path{member} / "report.json"));
        return true;
    } catch (const Unreadable& reason) {
        if (!reason.is_missing()) {
            spdlog::warn(
                "the member '{}' is passed over (of its report.json: {}): the page is made "
                "without it",
                printable(member), reason.what());
        }
        return false;
    }
}

/// Throws InputError if `text` is none of a study.
StudySource study_source(const std::string& text, const std::filesystem::path& folder)
{
    constexpr std::size_t most_members = 10'000;
    std::string objection;
    try {
        const Json json = input_json(text);
        StudySource source{.shown = {{"name", json.at("name").get<std::string>()},
                                     {"status", json.at("status").get<std::string>()},
                                     {"convergence", json.at("convergence").get<Json::array_t>()}},
                           .folders = {},
                           .labels = {}};
        const auto members = json.at("members").get<Json::array_t>();
        for (const Json& member : members) {
            const auto name = member.at("folder").get<std::string>();
            if (source.folders.size() < most_members && has_results(folder, name)) {
                source.folders.push_back(folder / name);
                source.labels.push_back(member.at("label").get<std::string>());
            }
        }
        return source;
    } catch (const Json::exception&) {
        objection = "keys are missing or of another type";
    } catch (const Unreadable& reason) {
        objection = reason.what();
    }
    throw InputError{{.source = (folder / study_file).string(), .line = 0, .column = 0},
                     "is not what a study writes (" + objection + "): run the study again"};
}

/// Sources that were read, and how a page calls them.
struct NamedSources {
    std::vector<PageSource> sources;
    std::vector<std::string> labels;  ///< an empty text where the source has a name of its own

    [[nodiscard]] Json shown(const PageRoom& room) const
    {
        Json all = Json::array();
        for (std::size_t n = 0; n < sources.size(); ++n) {
            all.push_back(sources[n](room));
            if (!labels.empty() && !labels[n].empty()) {
                all.back()["label"] = labels[n];
            }
        }
        return all;
    }
};

/// A member of a study; nothing, with a warning, if its report is damaged.
std::optional<PageSource> member_source(const std::filesystem::path& folder, const PageRoom& room)
{
    try {
        return run_source(folder, room);
    } catch (const InputError& error) {
        spdlog::warn("a member of the study is passed over: {}", error.what());
        return std::nullopt;
    }
}

std::string study_page(const StudySource& study)
{
    const PageRoom room = room_of_each(study.folders.size());
    NamedSources runs;
    for (std::size_t n = 0; n < study.folders.size(); ++n) {
        if (auto run = member_source(study.folders[n], room)) {
            runs.sources.push_back(*std::move(run));
            runs.labels.push_back(study.labels[n]);
        }
    }
    if (runs.sources.empty()) {
        throw InputError{{.source = study.shown["name"], .line = 0, .column = 0},
                         "no member of the study has a report (all are damaged): run it again"};
    }
    return fitting_page(
        runs.sources.size(), [&](const PageRoom& less) { return runs.shown(less); }, study.shown);
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
    if (!std::filesystem::is_directory(folder, unknown)) {
        return std::nullopt;
    }
    std::optional<std::string> text;
    try {
        text = text_in(folder, study_file, most_json_bytes);
    } catch (const Unreadable& reason) {
        throw InputError{{.source = (folder / study_file).string(), .line = 0, .column = 0},
                         std::string{"cannot be read ("} + reason.what() +
                             "): run the study again, or remove it"};
    }
    if (!text) {
        return std::nullopt;
    }
    StudySource study = study_source(*text, folder);
    return study.folders.empty() ? std::nullopt : std::optional{std::move(study)};
}

/// A folder or a file that a page shows.
struct Shown {
    std::filesystem::path path;
    bool is_member = false;  ///< of a study that was named, and may be passed over
};

/// The sources with the members that have results in the places of their studies.
std::vector<Shown> with_members(std::span<const std::filesystem::path> sources)
{
    std::vector<Shown> all;
    for (const std::filesystem::path& source : sources) {
        if (const auto study = study_in(source)) {
            for (const std::filesystem::path& member : study->folders) {
                all.push_back({.path = member, .is_member = true});
            }
        } else {
            all.push_back({.path = source});
        }
    }
    return all;
}

std::optional<PageSource> source_of(const Shown& one, const PageRoom& room)
{
    std::error_code unknown;
    if (one.is_member) {
        return member_source(one.path, room);
    }
    return std::filesystem::is_directory(one.path, unknown)
               ? run_source(one.path, room)
               : bench_source(text_of_source(one.path), one.path.string());
}

}  // namespace

std::string report_page(std::span<const std::filesystem::path> sources)
{
    if (sources.size() == 1) {
        if (const auto study = study_in(sources.front())) {
            return study_page(*study);
        }
    }
    const std::vector<Shown> shown = with_members(sources);
    const PageRoom room = room_of_each(shown.size());
    NamedSources all;
    std::vector<std::filesystem::path> paths;
    for (const Shown& one : shown) {
        if (auto source = source_of(one, room)) {
            all.sources.push_back(*std::move(source));
            paths.push_back(one.path);
        }
    }
    if (all.sources.empty()) {
        throw InputError{{.source = "report", .line = 0, .column = 0},
                         "no member of these studies has a report (all are damaged): run them "
                         "again"};
    }
    all.labels =
        labels_of(all.shown({.numbers = 0, .picture_bytes = 0, .case_bytes = 0, .rows = 2}), paths);
    return fitting_page(all.sources.size(), [&](const PageRoom& less) { return all.shown(less); });
}

std::string bench_page(const std::string& text, const std::string& name)
{
    const PageSource bench = bench_source(text, name);
    return fitting_page(1, [&](const PageRoom& room) { return Json::array({bench(room)}); });
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
    refuse_other_kind(folder / page_name, FileKind::page, "--output");
    write_text(folder / page_name, page);
    if (manifest) {
        relist(folder, page_name);
    }
}

}  // namespace tobiuo
