// SPDX-License-Identifier: BSD-3-Clause
// The JSON of the memory study: keys, and one value for every point.
#include "studies/memory/study_json.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/app/bench/synthetic.hpp"
#include "tests/studies/memory/synthetic.hpp"

namespace tobiuo::memory_study {
namespace {

using bench::Json;

Json json_of(const std::vector<Result>& results)
{
    return study_json(test::synthetic_machine(), {.seconds = 0.1, .repetitions = 7}, results,
                      test::synthetic_origin());
}

TEST(MemoryJson, names_schema_device_driver_and_revision)
{
    const Json json = json_of({});
    EXPECT_EQ(json["schema"], "tobiuo-bench-memory-1");
    EXPECT_EQ(json["device"], "Test GPU");
    EXPECT_EQ(json["driver"], "13.0");
    EXPECT_EQ(json["git"], "abc");
    EXPECT_EQ(json["date"], "2026-01-02T03:04:05Z");
    EXPECT_EQ(json["device_details"]["peak_gbps"], 4900.0);
    EXPECT_EQ(json["device_details"]["resident_threads"], 132 * 2048);
    EXPECT_TRUE(json["series"].empty());
}

TEST(MemoryJson, holds_every_point_of_every_series)
{
    const std::vector<Result> results = test::synthetic_results();
    const Json json = json_of(results);
    std::size_t at = 0;
    for (const Result& result : results) {
        const std::string quantity = key_of(result.study.quantity);
        for (std::size_t n = 0; n < result.points.size(); ++n, ++at) {
            const Json& series = json["series"].at(at);
            EXPECT_EQ(series["study"], result.study.name);
            EXPECT_EQ(series["y"], quantity);
            ASSERT_EQ(series["points"].size(), result.study.xs.size());
            for (const Json& point : series["points"]) {
                EXPECT_TRUE(point.contains(series["x"].get<std::string>()));
                EXPECT_GT(point["bytes"], 0);
                EXPECT_GT(point[quantity], 0.0);
                EXPECT_LE(point[quantity + "_min"], point[quantity]);
                EXPECT_GE(point[quantity + "_max"], point[quantity]);
                EXPECT_EQ(point["repetitions"], 7);
                EXPECT_EQ(point["units_per_repetition"], 100);
                EXPECT_EQ(point["threads"].is_null(), series["method"] == "driver");
            }
        }
    }
    EXPECT_EQ(json["series"].size(), at);
}

TEST(MemoryJson, forms_keep_what_tells_them_apart)
{
    const Json json = json_of(test::synthetic_results({"copy-size", "latency", "patterns"}));
    std::set<std::string> seen;
    for (Json series : json["series"]) {
        series.erase("points");
        EXPECT_TRUE(seen.insert(series.dump()).second) << series.dump();
    }
    EXPECT_EQ(json["series"].at(0)["streams"], 1);
    EXPECT_EQ(json["series"].at(0)["barrier"], false);
    EXPECT_EQ(json["series"].at(0)["element_bytes"], 4);
    EXPECT_EQ(json["series"].back()["output"], "D");
    EXPECT_EQ(json["series"].back()["points"].at(1)["input"], "B");
}

}  // namespace
}  // namespace tobiuo::memory_study
