// SPDX-License-Identifier: BSD-3-Clause
#include "studies/memory/study_json.hpp"

namespace tobiuo::memory_study {
namespace {

using bench::Json;

template <typename Value>
void put(Json& json, const char* key, const std::optional<Value>& value)
{
    if (value) {
        json[key] = *value;
    }
}

Json point_json(const Study& study, const Point& point)
{
    const std::string quantity = key_of(study.quantity);
    Json json;
    if (study.x == "input") {
        json[study.x] = study.row_label(point.x);
    } else {
        json[study.x] = static_cast<std::int64_t>(point.x);
    }
    json["bytes"] = point.bytes;
    json["threads"] = point.measured.threads > 0 ? Json(point.measured.threads) : Json(nullptr);
    json[quantity] = point.measured.median;
    json[quantity + "_min"] = point.measured.least;
    json[quantity + "_max"] = point.measured.most;
    json["repetitions"] = point.measured.repetitions;
    json["units_per_repetition"] = point.measured.units;
    return json;
}

Json series_json(const Study& study, const Form& form, const std::vector<Point>& points)
{
    Json json{{"study", study.name},
              {"x", study.x},
              {"y", key_of(study.quantity)},
              {"conditions", study.conditions},
              {"method", form.method}};
    put(json, "streams", form.streams);
    put(json, "barrier", form.barrier);
    put(json, "element_bytes", form.element_bytes);
    put(json, "threads_per_block", form.threads_per_block);
    put(json, "lines_per_step", form.lines_per_step);
    if (!form.output.empty()) {
        json["output"] = form.output;
    }
    json["points"] = Json::array();
    for (const Point& point : points) {
        json["points"].push_back(point_json(study, point));
    }
    return json;
}

/// The papers' series about a study, each point as [x, y].
void add_published(Json& all, const Study& study)
{
    for (const PublishedSeries& series : study.published) {
        Json points = Json::array();
        for (const PublishedPoint& point : series.points) {
            points.push_back({point.x, point.y});
        }
        all.push_back(
            {{"study", study.name},
             {"paper", series.paper},
             {"device", series.device},
             {"peak_gbps", series.peak_gbps > 0.0 ? Json(series.peak_gbps) : Json(nullptr)},
             {"barrier", series.barrier},
             {"levels", series.levels},
             {"points", points}});
    }
}

}  // namespace

Json study_json(const Machine& machine, const Timing& timing, const std::vector<Result>& results,
                const bench::Origin& origin)
{
    bench::Machine measured = bench::machine_of(std::nullopt);
    measured.device = machine.name;
    Json json = document("tobiuo-bench-memory-1", measured, origin);
    json["device_details"] = {
        {"compute_capability", machine.compute_capability},
        {"multiprocessors", machine.multiprocessors},
        {"resident_threads", machine.threads},
        {"memory_bytes", machine.memory_bytes},
        {"l2_bytes", machine.l2_bytes},
        {"peak_gbps", machine.peak_gbps > 0.0 ? Json(machine.peak_gbps) : Json(nullptr)}};
    json["seconds_per_point"] = timing.seconds;
    json["series"] = Json::array();
    for (const Result& result : results) {
        for (std::size_t n = 0; n < result.points.size(); ++n) {
            json["series"].push_back(
                series_json(result.study, result.study.forms[n], result.points[n]));
        }
    }
    json["published"] = Json::array();
    for (const Result& result : results) {
        if (result.study.x != "input") {
            add_published(json["published"], result.study);
        }
    }
    return json;
}

}  // namespace tobiuo::memory_study
