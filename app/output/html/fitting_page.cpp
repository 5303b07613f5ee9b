// SPDX-License-Identifier: BSD-3-Clause
// Makes the page smaller by steps: reports are packed, then tables, pictures and texts lose more and
// more, at last reports lose what is not compared.
#include "app/output/html/fitting_page.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/json_text.hpp"
#include "app/machine/version.hpp"
#include "app/output/embedded_files.hpp"
#include "app/output/html/report_page.hpp"
#include "app/printable.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

/// How the reports of several runs stand in a page.
enum class ReportForm {
    whole,    ///< each in its source
    packed,   ///< what all have in common once, its numbers to six digits
    compared  ///< packed, without what differs but is only said of a single run
};

/// The beginnings of paths that no table or chart of several runs shows.
constexpr std::array<std::string_view, 31> of_single_runs{"/started",
                                                          "/finished",
                                                          "/setup_seconds",
                                                          "/time/plan",
                                                          "/time/fill",
                                                          "/time/ceiling",
                                                          "/time/steps",
                                                          "/time/observe",
                                                          "/time/files",
                                                          "/time/other",
                                                          "/time/wri",
                                                          "/time/words",
                                                          "/waited_seconds",
                                                          "/versions/",
                                                          "/plan",
                                                          "/kernel/plan",
                                                          "/kernel/choice",
                                                          "/run/seconds_each",
                                                          "/run/best_seconds",
                                                          "/grid/values",
                                                          "/grid/unknowns",
                                                          "/grid/interior",
                                                          "/grid/spacing",
                                                          "/residual/l2",
                                                          "/residual/max",
                                                          "/residual/relative",
                                                          "/conditioning/",
                                                          "/ranks",
                                                          "/link",
                                                          "/series",
                                                          "/order/coarse"};

bool is_of_single_runs(const std::string& path)
{
    return std::ranges::any_of(of_single_runs,
                               [&](std::string_view begin) { return path.starts_with(begin); });
}

std::string escaped(const std::string& key)
{
    std::string text;
    for (const char letter : key) {
        text += letter == '~' ? "~0" : letter == '/' ? "~1" : std::string{letter};
    }
    return text;
}

/// The value of each run behind each path, in the order in which paths were met first.
class Columns {
public:
    explicit Columns(std::size_t runs) : runs_{runs} {}

    /// Adds the values in `json`, of which only objects that are not empty are taken apart.
    void add(std::size_t run, const Json& json, const std::string& path = "")
    {
        if (json.is_object() && !json.empty()) {
            for (const auto& [key, value] : json.items()) {
                add(run, value, path + "/" + escaped(key));
            }
            return;
        }
        const auto [found, is_new] = places_.try_emplace(path, columns_.size());
        if (is_new) {
            columns_.emplace_back(path, std::vector<Json>(runs_, Json{{"absent", 1}}));
        }
        columns_[found->second].second[run] = json;
    }

    [[nodiscard]] Json packed(ReportForm form) const
    {
        Json common = Json::object();
        Json own = Json::object();
        for (const auto& [path, values] : columns_) {
            const Json& first = values[0];
            if (std::ranges::all_of(values, [&](const Json& one) { return one == first; })) {
                common[path] = first;
            } else if (form == ReportForm::packed || !is_of_single_runs(path)) {
                own[path] = values;
            }
        }
        return {{"common", std::move(common)}, {"own", std::move(own)}};
    }

private:
    std::size_t runs_;
    std::map<std::string, std::size_t> places_;
    std::vector<std::pair<std::string, std::vector<Json>>> columns_;
};

/// Takes the report out of a source, and what the page does without.
Json report_out_of(Json& source)
{
    Json report = std::move(source["report"]);
    round_all(report);
    Json rest = Json::object();
    for (auto& [key, value] : source.items()) {
        if (!value.is_null() && !(key == "label" && value == report["name"])) {
            rest[key] = std::move(value);
        }
    }
    rest.erase("report");
    source = std::move(rest);
    return report;
}

/// Takes the reports out of those `sources` that have one. Returns {"common": {path: the value
/// of all}, "own": {path: [value of each run]}}, with paths such as "/run/seconds", whose parts have "~1"
/// for "/" and "~0" for "~", and with {"absent": 1} where a run has no such value. Of what a source
/// has not, nulls and a label that is the name of the run are left out, too. Leaves `sources` as they
/// are, and returns null, for whole reports.
Json pack_reports(Json& sources, ReportForm form)
{
    if (form == ReportForm::whole) {
        return nullptr;
    }
    const auto has_report = [](const Json& source) { return source.contains("report"); };
    Columns columns{static_cast<std::size_t>(std::ranges::count_if(sources, has_report))};
    std::size_t run = 0;
    for (Json& source : sources) {
        if (has_report(source)) {
            columns.add(run++, report_out_of(source));
        }
    }
    return columns.packed(form);
}

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

std::string page_of(const Json& sources, const Json& study, const std::string& title,
                    const Json& reports = nullptr)
{
    const auto bytes = page_template();
    std::string page{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    Json data{{"program", version_text()}, {"study", study}, {"sources", sources}};
    if (!reports.is_null()) {
        data["reports"] = reports;
    }
    // The mark that stands behind the other one comes first: what is put there is not searched.
    put(page, "data", embedded(data));
    put(page, "title", xml_escaped(title));
    return page;
}

/// Makes the room smaller for a page of `bytes`, of which what it shows must become small enough.
/// Returns whether anything is left that could.
bool make_smaller(PageRoom& room, std::size_t bytes)
{
    const auto fixed = static_cast<double>(page_template().size());
    constexpr double slowly = 0.75;
    const double factor = std::min(
        slowly, (static_cast<double>(largest_page) - fixed) / (static_cast<double>(bytes) - fixed));
    const auto less = [factor](std::size_t& of, std::size_t least, std::size_t else_left) {
        const std::size_t before = of;
        of = static_cast<std::size_t>(static_cast<double>(of) * factor);
        of = of < least ? else_left : of;
        return of < before;
    };
    constexpr std::size_t few_numbers = 24;
    constexpr std::size_t few_bytes = 1000;
    bool any = std::exchange(room.plans, false);
    any = less(room.numbers, few_numbers, 0) || any;
    any = less(room.picture_bytes, few_bytes, 0) || any;
    any = less(room.case_bytes, few_bytes, 0) || any;
    return less(room.rows, 2, 2) || any;
}

}  // namespace

PageRoom room_of_each(std::size_t count)
{
    PageRoom room{.numbers = 9000, .picture_bytes = 230'000, .case_bytes = 20'000, .rows = 2000};
    room.numbers = std::max<std::size_t>(room.numbers / count, 100);
    room.picture_bytes /= count;
    room.case_bytes /= count;
    return room;
}

std::string fitting_page(std::size_t count, const Gather& gather, Json study)
{
    PageRoom room = room_of_each(count);
    ReportForm form = ReportForm::whole;
    while (true) {
        Json sources = gather(room);
        const std::string title = title_of(sources, study);
        const Json reports = pack_reports(sources, form);
        std::string page = page_of(sources, study, title, reports);
        if (page.size() <= largest_page) {
            return page;
        }
        if (form == ReportForm::whole && count > 1) {
            form = ReportForm::packed;
            round_all(study);
        } else if (!make_smaller(room, page.size())) {
            if (form == ReportForm::packed) {
                form = ReportForm::compared;
                continue;
            }
            break;
        }
    }
    throw InputError{{.source = "report", .line = 0, .column = 0},
                     "so much does not fit into one page of " + std::to_string(largest_page) +
                         " bytes: give fewer folders or files"};
}

}  // namespace tobiuo
