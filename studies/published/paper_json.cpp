// SPDX-License-Identifier: BSD-3-Clause
#include "studies/published/paper_json.hpp"

#include "app/json_text.hpp"

namespace tobiuo::fft_bench {
namespace {

Json row_json(const PaperTable& table, const PaperRow& row, const Times& times)
{
    Json published = Json::object();
    for (const PublishedSeries& series : table.published) {
        if (const auto theirs = series.at(row.number)) {
            published[series.device] = *theirs;
        }
    }
    return {{"table", table.number},
            {"what", row.what},
            {"unit", word_of(row.unit)},
            {"published", published},
            {"here", or_null(row.here(times))}};
}

Json time_json(const std::string& name, const Timed& timed)
{
    return {{"name", name},
            {"ms", timed.seconds.median * 1e3},
            {"ms_min", timed.seconds.least * 1e3},
            {"ms_max", timed.seconds.most * 1e3},
            {"repetitions", timed.repetitions},
            {"error_l2", or_null(timed.error_l2)},
            {"plan", timed.plan}};
}

}  // namespace

Json paper_json(const Machine& machine, const std::vector<PaperTable>& tables, const Times& times,
                const bench::Origin& origin)
{
    Json json = fft_document("tobiuo-bench-fft-published-1", machine, origin);
    json["paper"] = tables.empty() || tables.front().published.empty()
                        ? Json(nullptr)
                        : Json(tables.front().published.front().paper);
    json["rows"] = Json::array();
    for (const PaperTable& table : tables) {
        for (const PaperRow& row : table.rows) {
            json["rows"].push_back(row_json(table, row, times));
        }
    }
    json["times"] = Json::array();
    for (const auto& [name, timed] : times) {
        json["times"].push_back(time_json(name, timed));
    }
    return json;
}

}  // namespace tobiuo::fft_bench
