// The JSON of the Poisson benchmark: keys, and null for what is absent.
#include "app/bench/poisson/poisson_json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using Json = nlohmann::json;

Json json_of(const std::vector<Row>& rows)
{
    return Json::parse(poisson_json(test::synthetic_poisson_machine(), rows, R"({"git": "abc"})",
                                    "2026-01-02T03:04:05Z"));
}

TEST(PoissonJson, names_schema_host_revision_and_versions)
{
    const Json json = json_of(test::synthetic_poisson_rows());
    EXPECT_EQ(json["schema"], "tobiuo-bench-poisson-2");
    EXPECT_TRUE(json.at("device").is_null());
    EXPECT_TRUE(json.at("driver").is_null());
    EXPECT_EQ(json["host"], "Test CPU, 16 threads");
    EXPECT_EQ(json["git"], "abc");
    EXPECT_EQ(json["date"], "2026-01-02T03:04:05Z");
    EXPECT_DOUBLE_EQ(json["ceiling_gbps"], 100.0);
    EXPECT_EQ(json["ceiling_mix"], "13 arrays read, 1 written");
    EXPECT_EQ(json["versions"]["fftw"], "1.2.3");
    EXPECT_FALSE(json["versions"].contains("ours"));
    EXPECT_TRUE(json.at("copy_gbps").is_null());
}

TEST(PoissonJson, of_a_device_has_its_name_its_copy_and_the_times_of_its_implementations)
{
    const Machine machine{.host = "Test CPU, 16 threads",
                          .ceiling_bytes_per_second = 0.0,
                          .device = "Test GPU",
                          .copy_bytes_per_second = 1e12};
    const Json json = Json::parse(poisson_json(machine, test::synthetic_poisson_device_rows(),
                                               R"({"git": "abc"})", "2026-01-02T03:04:05Z"));
    EXPECT_EQ(json["device"], "Test GPU");
    EXPECT_TRUE(json.at("ceiling_gbps").is_null());
    EXPECT_DOUBLE_EQ(json["copy_gbps"], 1000.0);
    EXPECT_EQ(json["copy_mix"], "1 array read, 1 written");
    EXPECT_EQ(json["versions"]["cufft"], "1.2.3");
    const Json& row = json["rows"][0];
    EXPECT_EQ(row["backend"], "cuda");
    EXPECT_DOUBLE_EQ(row["ceiling_gbps"], 1000.0);
    EXPECT_DOUBLE_EQ(row["percent_of_ceiling"], 48.0);
    EXPECT_DOUBLE_EQ(row["tobiuo_ms"], 0.1);
    EXPECT_DOUBLE_EQ(row["cufft_ms"], 0.4);
    EXPECT_DOUBLE_EQ(row["ratio_to_cufft"], 4.0);
    EXPECT_TRUE(row.at("ratio_to_fftw").is_null());
    EXPECT_FALSE(row.contains("fftw_ms"));
}

TEST(PoissonJson, a_row_holds_problem_figures_and_the_times_of_all_implementations)
{
    const Json json = json_of(test::synthetic_poisson_rows());
    ASSERT_EQ(json["rows"].size(), 2U);
    const Json& row = json["rows"][0];
    EXPECT_EQ(row["shape"], "100x100x100");
    EXPECT_EQ(row["cells"], Json({100, 100, 100}));
    EXPECT_EQ(row["points"], 1000000);
    EXPECT_EQ(row["boundary"], "duct");
    EXPECT_EQ(row["location"], "cell");
    EXPECT_EQ(row["operator"], "second-order");
    EXPECT_EQ(row["precision"], "double");
    EXPECT_EQ(row["backend"], "cpu");
    EXPECT_EQ(row["contestant"], "ours");
    EXPECT_DOUBLE_EQ(row["ms"], 1.0);
    EXPECT_DOUBLE_EQ(row["ms_min"], 0.9);
    EXPECT_DOUBLE_EQ(row["ms_max"], 1.1);
    EXPECT_EQ(row["repetitions"], 9);
    EXPECT_EQ(row["executions_per_repetition"], 2);
    EXPECT_DOUBLE_EQ(row["mpoints_per_second"], 1000.0);
    EXPECT_DOUBLE_EQ(row["bytes_per_point"], 48.0);
    EXPECT_DOUBLE_EQ(row["ceiling_gbps"], 100.0);
    EXPECT_DOUBLE_EQ(row["percent_of_ceiling"], 48.0);
    EXPECT_DOUBLE_EQ(row["ratio_to_fftw"], 2.5);
    EXPECT_TRUE(row.at("ratio_to_cufft").is_null());
    EXPECT_DOUBLE_EQ(row["tobiuo_ms"], 1.0);
    EXPECT_DOUBLE_EQ(row["fftw_ms"], 2.5);
    EXPECT_EQ(row["rel_residual"], 1e-15);
    EXPECT_EQ(row["backward_error"], 2e-16);
    EXPECT_EQ(row["rounding_level"], 1e-14);
    EXPECT_EQ(row["accurate"], true);
    EXPECT_EQ(row["planning_seconds"], 0.25);
    EXPECT_EQ(row["workspace_bytes"], 1000);
    EXPECT_EQ(row["plan"], "ours plan");
}

TEST(PoissonJson, what_is_absent_or_not_finite_is_null)
{
    Row bare = test::synthetic_poisson_row("ours", 1e-3);
    bare.residual.reset();
    bare.workspace_bytes.reset();
    Row broken = test::synthetic_poisson_row("fftw", 1e-3);
    broken.residual->relative_l2 = std::numeric_limits<double>::quiet_NaN();
    broken.residual->backward_error = std::numeric_limits<double>::quiet_NaN();
    const Json rows = json_of({bare, broken})["rows"];
    for (const char* key : {"ratio_to_fftw", "rel_residual", "backward_error", "rounding_level",
                            "accurate", "workspace_bytes"}) {
        EXPECT_TRUE(rows[0].at(key).is_null()) << key;
    }
    EXPECT_TRUE(rows[1].at("rel_residual").is_null());
    EXPECT_EQ(rows[1].at("accurate"), false);
}

}  // namespace
}  // namespace tobiuo::poisson_bench
