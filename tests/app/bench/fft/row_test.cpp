// The arithmetic of a row.
#include "app/bench/fft/row.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "app/bench/fft/host_testbed.hpp"
#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

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

TEST(FftRow, gflops_and_percent_follow_from_the_time)
{
    Row row = test::synthetic_row(test::cube(256), "ours", 1e-3);
    EXPECT_NEAR(row.gflops(), 5.0 * 24 * 256 * 256 * 256 / 1e-3 * 1e-9, 1e-6);
    row.limit_seconds = 0.75e-3;
    EXPECT_DOUBLE_EQ(*row.percent_of_limit(), 75.0);
    row.limit_seconds.reset();
    EXPECT_FALSE(row.percent_of_limit());
}

TEST(FftRow, the_ratio_is_above_one_for_what_is_faster_than_cufft)
{
    const std::vector<Row> rows = test::synthetic_fft_rows();
    EXPECT_DOUBLE_EQ(*rows[0].ratio_to_cufft, 2.0);
    EXPECT_DOUBLE_EQ(*rows[1].ratio_to_cufft, 1.0);
    EXPECT_DOUBLE_EQ(*rows[2].ratio_to_cufft, 0.04);
    std::vector<Row> alone{test::synthetic_row(test::cube(64), "ours", 1.0)};
    compare_with_cufft(alone);
    EXPECT_FALSE(alone.front().ratio_to_cufft);
}

TEST(FftRow, an_error_is_accurate_up_to_the_bound_of_rounding)
{
    Row row = test::synthetic_row(test::cube(256), "ours", 1.0);
    row.errors =
        fft::Errors{.relative_l2 = 4.6e-6, .relative_max = 0.0};  // 8 eps sqrt(24): 4.67e-6
    EXPECT_TRUE(*row.accurate());
    row.errors->relative_l2 = 4.7e-6;
    EXPECT_FALSE(*row.accurate());
    row.errors->relative_l2 = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(*row.accurate());
    row.errors->relative_l2 = 4.6e-6;
    row.problem.precision = Precision::fp64;
    EXPECT_FALSE(*row.accurate());
    row.errors.reset();
    EXPECT_FALSE(row.accurate().has_value());
}

TEST(FftRow, is_the_median_of_what_was_measured)
{
    const fft::Problem problem = test::cube(4);
    const Bytes input = random_input(problem);
    const auto testbed = make_host_testbed(problem, input, {.threads = 1});
    const Implementation one{.library = "fftw",
                             .transform = testbed->plan("fftw"),
                             .planning_seconds = 0.5,
                             .executions = 3,
                             .seconds = {5.0, 1.0, 3.0}};
    const Row on_host = row_of(problem, one, nullptr);
    EXPECT_DOUBLE_EQ(on_host.seconds, 3.0);
    EXPECT_DOUBLE_EQ(on_host.least, 1.0);
    EXPECT_DOUBLE_EQ(on_host.most, 5.0);
    EXPECT_EQ(on_host.repetitions, 3);
    EXPECT_EQ(on_host.executions, 3);
    EXPECT_FALSE(on_host.limit_seconds);
    EXPECT_FALSE(on_host.in_l2);
    Machine machine = test::synthetic_fft_machine();
    machine.l2_bytes = 4 * 4 * 4 * 8;
    EXPECT_TRUE(*row_of(problem, one, &machine).in_l2);
    machine.l2_bytes -= 1;
    EXPECT_FALSE(*row_of(problem, one, &machine).in_l2);
    EXPECT_TRUE(row_of(problem, one, &machine).limit_seconds);
}

}  // namespace
}  // namespace tobiuo::fft_bench
