#include "app/studies/ladder/ladder_json.hpp"

#include <nlohmann/json.hpp>

namespace tobiuo::ladder {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const std::string& size, const Result& result,
              const std::vector<PublishedSeries>& published)
{
    const Step& step = result.step;
    Json row{{"size", size},
             {"step", step.number},
             {"name", step.name},
             {"kernel", step.kernel.empty() ? Json(nullptr) : Json(step.kernel)},
             {"parameters", step.parameters}};
    if (const auto& measured = result.measured) {
        row["gflops"] = measured->gflops;
        row["nominal_gbps"] = measured->bytes_per_second * 1e-9;
        row["ceiling_gbps"] = measured->ceiling * 1e-9;
        row["percent_of_ceiling"] = measured->percent();
        row["seconds_per_sweep"] = measured->seconds;
        row["seconds_per_sweep_min"] = measured->least;
        row["seconds_per_sweep_max"] = measured->most;
        row["repetitions"] = measured->repetitions;
        row["sweeps_per_repetition"] = measured->sweeps;
        row["gosa"] = measured->gosa;
        row["plan"] = measured->plan;
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

std::string ladder_json(const std::string& device, Precision precision,
                        const std::vector<Climbed>& sizes,
                        const std::vector<PublishedSeries>& published, const std::string& versions,
                        const std::string& date)
{
    const Json parsed = Json::parse(versions);
    Json json{{"schema", "tobiuo-bench-ladder-1"}, {"device", device}};
    json["driver"] = parsed.value("cuda_driver", Json(nullptr));
    json["git"] = parsed.at("git");
    json["versions"] = parsed;
    json["date"] = date;
    json["precision"] = precision == Precision::fp32 ? "single" : "double";
    json["published"] = published.empty() ? Json(nullptr) : Json(published.front().paper);
    json["rows"] = Json::array();
    for (const Climbed& climbed : sizes) {
        for (const Result& result : climbed.results) {
            json["rows"].push_back(row_json(climbed.size, result, published));
        }
    }
    return json.dump(2) + "\n";
}

}  // namespace tobiuo::ladder
