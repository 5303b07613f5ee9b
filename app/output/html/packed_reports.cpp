#include "app/output/html/packed_reports.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/output/html/page_sources.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

/// The beginnings of paths that no table or chart of several runs shows.
constexpr std::array<std::string_view, 22> of_single_runs{"/started",
                                                          "/finished",
                                                          "/setup_seconds",
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

}  // namespace

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

}  // namespace tobiuo
