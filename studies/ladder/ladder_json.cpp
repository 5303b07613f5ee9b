// SPDX-License-Identifier: BSD-3-Clause
#include "studies/ladder/ladder_json.hpp"

#include "app/wording.hpp"

namespace tobiuo::ladder {
namespace {

using bench::Json;

Json row_json(const std::string& size, const Result& result,
              const std::vector<PublishedSeries>& published)
{
    const Step& step = result.step;
    Json row{{"size", size},
             {"step", step.number},
             {"name", step.name},
             {"kernel", step.kernel.empty() ? Json(nullptr) : Json(step.kernel)},
             {"parameters", step.parameters}};
    if (result.figures) {
        row.update(*result.figures);
    } else {
        row["gflops"] = nullptr;
        row["reason"] = result.reason;
    }
    row["published_gflops"] = Json::object();
    for (const PublishedSeries& series : published) {
        if (const auto theirs = series.at(step.number)) {
            row["published_gflops"][series.device] = *theirs;
        }
    }
    return row;
}

}  // namespace

Json ladder_json(const bench::Machine& machine, Precision precision,
                 const std::vector<Climbed>& sizes, const std::vector<PublishedSeries>& published,
                 const bench::Origin& origin)
{
    Json json = document("tobiuo-bench-ladder-1", machine, origin);
    json["precision"] = word_of(precision);
    json["published"] = published.empty() ? Json(nullptr) : Json(published.front().paper);
    json["rows"] = Json::array();
    for (const Climbed& climbed : sizes) {
        for (const Result& result : climbed.results) {
            json["rows"].push_back(row_json(climbed.size, result, published));
        }
    }
    return json;
}

}  // namespace tobiuo::ladder
