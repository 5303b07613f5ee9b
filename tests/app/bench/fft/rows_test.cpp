// SPDX-License-Identifier: BSD-3-Clause
// The arithmetic of rows of transforms, their table and their JSON.
#include "app/bench/fft/rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(FftRow, the_limit_is_a_read_and_a_write_for_every_axis)
{
    const double points = 512.0 * 512.0 * 512.0;
    // Three passes of 8 B read and 8 B written a point at 4.28 TB/s: 1.506 ms.
    EXPECT_NEAR(limit_seconds(test::cube(512), 4.28e12), 3 * 16 * points / 4.28e12, 1e-12);
    EXPECT_NEAR(limit_seconds(test::cube(512, fft::Kind::c2c, Precision::fp64), 4.28e12),
                3 * 32 * points / 4.28e12, 1e-12);
    fft::Problem real = test::cube(512, fft::Kind::r2c);
    const double padded = 512.0 * 512.0 * 514.0 * 4.0;
    EXPECT_NEAR(limit_seconds(real, 1e12), 3 * 2 * padded / 1e12, 1e-12);
    real.placement = fft::Placement::out_of_place;
    EXPECT_NEAR(limit_seconds(real, 1e12), 3 * (padded + 4 * points) / 1e12, 1e-12);
}

TEST(FftRow, axes_of_one_point_take_no_pass)
{
    fft::Problem problem = test::cube(64);
    problem.lengths = {1, 64, 1};
    const double one_pass = 64 * 16 / 1e12;
    EXPECT_DOUBLE_EQ(limit_seconds(problem, 1e12), one_pass);
    problem.lengths = {1};
    EXPECT_DOUBLE_EQ(limit_seconds(problem, 1e12), 16 / 1e12);
    problem.batch = 100;
    EXPECT_DOUBLE_EQ(limit_seconds(problem, 1e12), 1600 / 1e12);
}

TEST(FftRow, the_ratio_is_above_one_for_what_is_faster_than_cufft)
{
    const std::vector<Json> rows = test::synthetic_fft_rows();
    EXPECT_DOUBLE_EQ(rows[0]["ratio_to_cufft"], 2.0);
    EXPECT_DOUBLE_EQ(rows[1]["ratio_to_cufft"], 1.0);
    EXPECT_DOUBLE_EQ(rows[2]["ratio_to_cufft"], 0.04);
    std::vector<Json> alone{test::synthetic_row(test::cube(64), "ours", 1.0)};
    compare_with_cufft(alone);
    EXPECT_TRUE(alone.front()["ratio_to_cufft"].is_null());
}

TEST(FftRow, an_error_is_accurate_up_to_the_bound_of_rounding)
{
    const fft::Problem single = test::cube(256);
    EXPECT_TRUE(is_rounding(single, 4.6e-6));  // 8 eps sqrt(24): 4.67e-6
    EXPECT_FALSE(is_rounding(single, 4.7e-6));
    EXPECT_FALSE(is_rounding(single, std::numeric_limits<double>::quiet_NaN()));
    EXPECT_FALSE(is_rounding(test::cube(256, fft::Kind::c2c, Precision::fp64), 4.6e-6));
}

TEST(FftRow, arrays_up_to_the_size_of_the_cache_are_in_it)
{
    const auto one = test::synthetic_implementation("ours", 1e-3);
    Machine machine = test::synthetic_fft_machine();
    machine.l2_bytes = 4 * 4 * 4 * 8;
    EXPECT_EQ(row_of(test::cube(4), one, &machine)["in_l2_cache"], true);
    machine.l2_bytes -= 1;
    EXPECT_EQ(row_of(test::cube(4), one, &machine)["in_l2_cache"], false);
}

TEST(FftTable, a_row_has_all_figures_under_their_headings)
{
    const std::string row = line_of(columns(), test::synthetic_fft_rows().front());
    EXPECT_THAT(row, StartsWith("256x256x256       c2c  single    ours "));
    EXPECT_THAT(row, HasSubstr("1.0000    2013.3    20.1   2.000     0.250    1.5 MB  1.00e-07"
                               "  2.00e-07\n"));
    EXPECT_EQ(machine_text(test::synthetic_fft_machine()),
              "Test GPU: copies 4000 GB/s, L2 60 MB\nTest CPU, 16 threads\n");
    EXPECT_EQ(machine_text({.host = "Test CPU, 16 threads"}), "Test CPU, 16 threads\n");
    const std::string headings = heading_line(columns());
    EXPECT_EQ(headings.size(), row.size());
    EXPECT_EQ(headings.find("GFLOPS"), row.find("2013.3"));
}

TEST(FftTable, a_size_in_the_cache_is_marked_and_explained)
{
    const std::vector<Json> large = test::synthetic_fft_rows(test::cube(256));
    const Machine machine = test::synthetic_fft_machine();
    EXPECT_EQ(table_foot(machine, large), "");
    EXPECT_THAT(line_of(columns(), large.front()), Not(HasSubstr("*")));
    const std::vector<Json> rows = test::synthetic_fft_rows(test::cube(128));
    EXPECT_THAT(line_of(columns(), rows.front()), StartsWith("128x128x128* "));
    EXPECT_THAT(table_foot(machine, rows), HasSubstr("L2 cache (60 MB)"));
}

TEST(FftTable, a_batch_stands_behind_its_size)
{
    const fft::Problem problem{.lengths = {4096}, .batch = 512};
    EXPECT_THAT(line_of(columns(), test::synthetic_row(problem, "ours", 1e-5)),
                StartsWith("4096 (512)* "));
}

Json json_of(const Machine& machine, const std::vector<Json>& rows)
{
    return fft_json(machine, {.rows = rows, .versions = {}}, test::synthetic_origin());
}

TEST(FftJson, a_row_holds_problem_figures_and_plan)
{
    const Json json = json_of(test::synthetic_fft_machine(),
                              test::synthetic_fft_rows(test::cube(256, fft::Kind::c2r)));
    EXPECT_EQ(json["schema"], "tobiuo-bench-fft-2");
    EXPECT_DOUBLE_EQ(json["copy_gbps"], 4000.0);
    EXPECT_EQ(json["l2_bytes"], 60'000'000);
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
    EXPECT_NEAR(row["gflops"].get<double>(), 2.5 * 24 * 256 * 256 * 256 / 1e-3 * 1e-9, 1e-6);
    EXPECT_DOUBLE_EQ(row["percent_of_limit"], 100.0 * row["limit_ms"].get<double>() / 1.0);
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
    std::vector<Json> rows = test::synthetic_fft_rows(test::cube(256, fft::Kind::c2r));
    const std::vector<Json> others = test::synthetic_fft_rows(test::cube(64, fft::Kind::c2c));
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
    const Json row = row_of(test::cube(8), test::synthetic_implementation("fftw", 1e-3), nullptr);
    const Json json = json_of({.host = "Test CPU, 16 threads"}, {row});
    for (const char* key : {"copy_gbps", "l2_bytes"}) {
        EXPECT_TRUE(json[key].is_null()) << key;
    }
    for (const char* key : {"limit_ms", "percent_of_limit", "in_l2_cache", "ratio_to_cufft",
                            "workspace_bytes", "error_l2", "error_max", "accurate"}) {
        EXPECT_TRUE(json["rows"][0].at(key).is_null()) << key;
    }
    EXPECT_TRUE(json_of({}, {})["rows"].empty());
}

}  // namespace
}  // namespace tobiuo::fft_bench
