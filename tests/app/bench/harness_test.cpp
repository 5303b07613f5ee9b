// SPDX-License-Identifier: BSD-3-Clause
// The harness of benchmarks: tables, documents, and keeping the rows so far.
#include "app/bench/harness.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/bench/measurement.hpp"
#include "runtime/device/error.hpp"
#include "tests/app/bench/synthetic.hpp"

namespace tobiuo::bench {
namespace {

TEST(BenchTable, figures_stand_under_their_headings_and_null_is_a_dash)
{
    const std::vector<Column> columns{{"name", -6, word("name")},
                                      {"ms", 9, milliseconds("ms")},
                                      {"x", 5, fixed("ratio", 2)},
                                      {"work", 7, bytes("work")},
                                      {"error", 8, scientific("error")}};
    EXPECT_EQ(heading_line(columns), "name          ms     x    work    error\n");
    const Json row{
        {"name", "a"}, {"ms", 0.5}, {"ratio", 1.5}, {"work", 1'500'000}, {"error", 1e-7}};
    EXPECT_EQ(line_of(columns, row), "a        0.50000  1.50  1.5 MB 1.00e-07\n");
    const Json absent{
        {"name", "b"}, {"ms", 123.4}, {"ratio", nullptr}, {"work", nullptr}, {"error", nullptr}};
    EXPECT_EQ(line_of(columns, absent), "b          123.4     -       -        -\n");
}

TEST(BenchDocument, names_machine_versions_and_libraries)
{
    Results results;
    results.add({}, test::synthetic_implementation("ours", 1.0));
    results.add({}, test::synthetic_implementation("cufft", 1.0));
    const Machine machine{.host = "Test CPU, 16 threads", .device = "Test GPU"};
    const Json json = document("some-schema-1", machine, test::synthetic_origin(), results);
    EXPECT_EQ(json["schema"], "some-schema-1");
    EXPECT_EQ(json["device"], "Test GPU");
    EXPECT_EQ(json["host"], "Test CPU, 16 threads");
    EXPECT_EQ(json["driver"], "13.0");
    EXPECT_EQ(json["git"], "abc");
    EXPECT_EQ(json["date"], "2026-01-02T03:04:05Z");
    EXPECT_EQ(json["versions"]["cufft"], "1.2.3");
    EXPECT_FALSE(json["versions"].contains("ours"));
    const Json host = document("s", {.host = "h"}, {.versions = {{"git", "abc"}}, .date = "d"});
    EXPECT_TRUE(host["device"].is_null());
    EXPECT_TRUE(host["driver"].is_null());
}

TEST(BenchDocument, a_row_has_median_least_and_most)
{
    Json row;
    put_times(row, test::synthetic_implementation("ours", 1e-3));
    EXPECT_DOUBLE_EQ(row["ms"], 1.0);
    EXPECT_DOUBLE_EQ(row["ms_min"], 0.9);
    EXPECT_DOUBLE_EQ(row["ms_max"], 1.1);
    EXPECT_EQ(row["repetitions"], 3);
    EXPECT_EQ(row["executions_per_repetition"], 2);
}

TEST(BenchRun, a_failure_of_the_device_keeps_the_rows_before_it)
{
    std::vector<Json> kept;
    const Benchmark benchmark{.columns = {{"n", 3, fixed("n", 0)}},
                              .problems = {[](Results& results) {
                                               results.rows.push_back({{"n", 1}});
                                           },
                                           [](Results&) { throw device::DeviceError{"lost"}; },
                                           [](Results& results) {
                                               results.rows.push_back({{"n", 3}});
                                           }},
                              .foot = [&](const Results& results) {
                                  kept = results.rows;
                                  return "";
                              }};
    EXPECT_THROW(static_cast<void>(run(benchmark, std::nullopt)), device::DeviceError);
    EXPECT_EQ(kept, std::vector<Json>{Json({{"n", 1}})});
}

TEST(BenchLibraries, are_there_or_have_a_reason)
{
    for (const std::string library : {"ours", "cufft", "vkfft", "abc"}) {
        const auto unsupported_reason = library_unsupported_reason(library);
        EXPECT_NE(unsupported_reason.value_or("none"), "") << library;
        RecordProperty(library, unsupported_reason.value_or("there"));
    }
    EXPECT_TRUE(library_unsupported_reason("abc"));
}

}  // namespace
}  // namespace tobiuo::bench
