// The JSON of the transforms: keys, and null for what is absent.
#include "app/bench/fft/fft_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

using Json = nlohmann::json;

Json json_of(const Machine& machine, const std::vector<Row>& rows)
{
    return Json::parse(fft_json(machine, rows, R"({"git": "abc", "cuda_driver": "13.0"})",
                                "2026-01-02T03:04:05Z"));
}

TEST(FftJson, names_schema_device_driver_revision_and_libraries)
{
    const Json json = json_of(test::synthetic_fft_machine(), test::synthetic_fft_rows());
    EXPECT_EQ(json["schema"], "tobiuo-bench-fft-2");
    EXPECT_EQ(json["device"], "Test GPU");
    EXPECT_EQ(json["host"], "Test CPU, 16 threads");
    EXPECT_EQ(json["driver"], "13.0");
    EXPECT_EQ(json["git"], "abc");
    EXPECT_EQ(json["date"], "2026-01-02T03:04:05Z");
    EXPECT_DOUBLE_EQ(json["copy_gbps"], 4000.0);
    EXPECT_EQ(json["l2_bytes"], 60'000'000);
    EXPECT_EQ(json["versions"]["cufft"], "1.2.3");
    EXPECT_EQ(json["versions"]["fftw"], "1.2.3");
    EXPECT_FALSE(json["versions"].contains("ours"));
}

TEST(FftJson, a_row_holds_problem_figures_and_plan)
{
    const Json json = json_of(test::synthetic_fft_machine(),
                              test::synthetic_fft_rows(test::cube(256, fft::Kind::c2r)));
    ASSERT_EQ(json["rows"].size(), 3U);
    const Json& row = json["rows"][0];
    EXPECT_EQ(row["size"], "256x256x256");
    EXPECT_EQ(row["lengths"], Json({256, 256, 256}));
    EXPECT_EQ(row["kind"], "c2r");
    EXPECT_EQ(row["direction"], "inverse");
    EXPECT_EQ(row["precision"], "single");
    EXPECT_EQ(row["placement"], "in-place");
    EXPECT_EQ(row["batch"], 1);
    EXPECT_EQ(row["contestant"], "ours");
    EXPECT_DOUBLE_EQ(row["ms"], 1.0);
    EXPECT_DOUBLE_EQ(row["ms_min"], 0.9);
    EXPECT_DOUBLE_EQ(row["ms_max"], 1.1);
    EXPECT_EQ(row["repetitions"], 9);
    EXPECT_EQ(row["executions_per_repetition"], 2);
    EXPECT_DOUBLE_EQ(row["percent_of_limit"], 100.0 * row["limit_ms"].get<double>() / 1.0);
    EXPECT_EQ(row["ratio_to_cufft"], 2.0);
    EXPECT_EQ(row["planning_seconds"], 0.25);
    EXPECT_EQ(row["workspace_bytes"], 1'500'000);
    EXPECT_EQ(row["error_l2"], 1e-7);
    EXPECT_EQ(row["error_max"], 2e-7);
    EXPECT_EQ(row["accurate"], true);
    EXPECT_EQ(row["in_l2_cache"], false);
    EXPECT_EQ(row["plan"], "ours plan");
}

TEST(FftJson, a_problem_holds_what_its_implementations_gave)
{
    std::vector<Row> rows = test::synthetic_fft_rows(test::cube(256, fft::Kind::c2r));
    const std::vector<Row> others = test::synthetic_fft_rows(test::cube(64, fft::Kind::c2c));
    rows.insert(rows.end(), others.begin(), others.end());
    const Json json = json_of(test::synthetic_fft_machine(), rows);

    ASSERT_EQ(json["problems"].size(), 2U);
    const Json& problem = json["problems"][0];
    EXPECT_EQ(problem["shape"], "256x256x256");
    EXPECT_EQ(problem["kind"], "c2r");
    EXPECT_DOUBLE_EQ(problem["tobiuo_ms"], 1.0);
    EXPECT_DOUBLE_EQ(problem["cufft_ms"], 2.0);
    EXPECT_TRUE(problem["vkfft_ms"].is_null());
    EXPECT_EQ(problem["percent_of_three_pass_limit"], json["rows"][0]["percent_of_limit"]);
    EXPECT_EQ(problem["plan_ms"], 250.0);
    EXPECT_EQ(problem["workspace_bytes"], 1'500'000);
    EXPECT_EQ(problem["rel_l2"], 1e-7);
    EXPECT_EQ(json["problems"][1]["shape"], "64x64x64");
}

TEST(FftJson, what_is_absent_is_null)
{
    std::vector<Row> rows{test::synthetic_row(test::cube(8), "fftw", 1e-3)};
    rows.front().errors.reset();
    Machine machine = test::synthetic_fft_machine();
    machine.device.clear();
    const Json json = json_of(machine, rows);
    for (const char* key : {"device", "copy_gbps", "l2_bytes"}) {
        EXPECT_TRUE(json[key].is_null()) << key;
    }
    for (const char* key : {"limit_ms", "percent_of_limit", "in_l2_cache", "ratio_to_cufft",
                            "workspace_bytes", "error_l2", "error_max", "accurate"}) {
        EXPECT_TRUE(json["rows"][0].at(key).is_null()) << key;
    }
    EXPECT_TRUE(json_of(machine, {})["rows"].empty());
}

}  // namespace
}  // namespace tobiuo::fft_bench
