// SPDX-License-Identifier: BSD-3-Clause
// The figures of rows of solves, their table and their JSON.
#include "app/bench/poisson/rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Json json_of(const Machine& machine, const std::vector<Json>& rows)
{
    return poisson_json(machine, {.rows = rows, .versions = {}}, test::synthetic_origin());
}

TEST(PoissonTable, a_row_has_all_figures_under_their_headings)
{
    const std::string row = line_of(columns(), test::synthetic_poisson_rows().front());
    EXPECT_THAT(
        row, StartsWith("100x100x100    duct      cell     second-order double    cpu    ours "));
    EXPECT_THAT(row,
                HasSubstr("1.0000    1000.00       48      48.0   2.500  1.00e-15    0.250\n"));
    EXPECT_EQ(heading_line(columns()).size(), row.size());
}

TEST(PoissonTable, a_device_has_its_own_ceiling_and_its_own_peer)
{
    EXPECT_THAT(line_of(columns(), test::synthetic_poisson_device_rows().front()),
                HasSubstr("   4.000 "));
    EXPECT_EQ(machine_text({.host = "Test CPU, 16 threads", .ceiling_bytes_per_second = 100e9}),
              "Test CPU, 16 threads: ceiling 100.0 GB/s (13 arrays read, 1 written)\n");
    EXPECT_EQ(
        machine_text({.host = "Test CPU", .device = "Test GPU", .copy_bytes_per_second = 1e12}),
        "Test GPU: ceiling 1000.0 GB/s (1 array read, 1 written)\n");
}

TEST(PoissonTable, opencl_has_a_ceiling_of_its_own_and_the_cpu_beside_it)
{
    std::vector<Json> rows{test::synthetic_poisson_row("ours", 0.5e-3, Backend::opencl),
                           test::synthetic_poisson_row("ours", 2e-3),
                           test::synthetic_poisson_row("fftw", 3e-3)};
    compare(rows);
    EXPECT_DOUBLE_EQ(rows[0]["ratio_to_cpu"], 4.0);
    EXPECT_TRUE(rows[1].at("ratio_to_cpu").is_null());
    EXPECT_THAT(line_of(columns(), rows[0]), HasSubstr("   4.000 "));
    std::vector<Json> alone{test::synthetic_poisson_row("ours", 1e-3, Backend::opencl)};
    compare(alone);
    EXPECT_TRUE(alone[0].at("ratio_to_cpu").is_null());
    EXPECT_EQ(machine_text({.host = "Test CPU",
                            .opencl_device = "OpenCL device 0, Test",
                            .opencl_bytes_per_second = 1e11}),
              "OpenCL device 0, Test: ceiling 100.0 GB/s (13 arrays read, 1 written)\n");
}

TEST(PoissonTable, what_is_absent_is_a_dash)
{
    const Json row = row_of(test::poisson_problem("duct", {100, 100, 100}),
                            test::synthetic_implementation("ours", 1e-3), Backend::cpu, 100e9);
    EXPECT_THAT(line_of(columns(), row), HasSubstr("48.0       -         -    0.250\n"));
}

TEST(PoissonJson, names_ceilings_and_what_they_move)
{
    const Json json =
        json_of({.host = "h", .ceiling_bytes_per_second = 100e9}, test::synthetic_poisson_rows());
    EXPECT_EQ(json["schema"], "tobiuo-bench-poisson-2");
    EXPECT_TRUE(json.at("device").is_null());
    EXPECT_DOUBLE_EQ(json["ceiling_gbps"], 100.0);
    EXPECT_EQ(json["ceiling_mix"], "13 arrays read, 1 written");
    EXPECT_TRUE(json.at("copy_gbps").is_null());
    EXPECT_TRUE(json.at("opencl_device").is_null());
    EXPECT_TRUE(json["rows"][0].at("platform").is_null());
}

TEST(PoissonJson, of_a_device_has_its_copy_and_the_times_of_its_implementations)
{
    const Json json = json_of({.host = "h", .device = "Test GPU", .copy_bytes_per_second = 1e12},
                              test::synthetic_poisson_device_rows());
    EXPECT_TRUE(json.at("ceiling_gbps").is_null());
    EXPECT_DOUBLE_EQ(json["copy_gbps"], 1000.0);
    EXPECT_EQ(json["copy_mix"], "1 array read, 1 written");
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
    const std::vector<Json> rows = test::synthetic_poisson_rows();
    const Json& row = rows.front();
    EXPECT_EQ(row["shape"], "100x100x100");
    EXPECT_EQ(row["cells"], Json({100, 100, 100}));
    EXPECT_EQ(row["points"], 1000000);
    EXPECT_EQ(row["boundary"], "duct");
    EXPECT_EQ(row["location"], "cell");
    EXPECT_EQ(row["operator"], "second-order");
    EXPECT_EQ(row["precision"], "double");
    EXPECT_EQ(row["backend"], "cpu");
    EXPECT_EQ(row["contestant"], "ours");
    EXPECT_DOUBLE_EQ(row["mpoints_per_second"], 1000.0);
    EXPECT_DOUBLE_EQ(row["bytes_per_point"], 6.0 * 8.0) << "three trips, each a read and a write";
    EXPECT_DOUBLE_EQ(row["ceiling_gbps"], 100.0);
    EXPECT_DOUBLE_EQ(row["percent_of_ceiling"], 48.0);
    EXPECT_DOUBLE_EQ(row["ratio_to_fftw"], 2.5);
    EXPECT_DOUBLE_EQ(rows[1]["ratio_to_fftw"], 1.0);
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
    const Json bare = row_of(test::poisson_problem("duct"),
                             test::synthetic_implementation("ours", 1e-3), Backend::cpu, 1.0);
    for (const char* key : {"ratio_to_fftw", "rel_residual", "backward_error", "rounding_level",
                            "accurate", "workspace_bytes"}) {
        EXPECT_TRUE(bare.at(key).is_null()) << key;
    }
    Json broken = bare;
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    put_residual(broken, {.relative_l2 = nan, .backward_error = nan, .rounding_level = 1e-14});
    EXPECT_TRUE(Json::parse(broken.dump())["rel_residual"].is_null());
    EXPECT_EQ(broken.at("accurate"), false);
}

}  // namespace
}  // namespace tobiuo::poisson_bench
