// The figures of a row.
#include "app/bench/poisson/row.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "app/bench/poisson/host_testbed.hpp"
#include "tests/app/bench/poisson/synthetic.hpp"

namespace tobiuo::poisson_bench {
namespace {

TEST(PoissonRow, rates_follow_from_time_and_three_trips)
{
    const Row row = test::synthetic_poisson_row("ours", 1e-3);
    EXPECT_DOUBLE_EQ(row.points_per_second(), 1e9);
    EXPECT_DOUBLE_EQ(row.bytes_per_point(), 6.0 * 8.0);
    EXPECT_DOUBLE_EQ(row.percent_of_ceiling(), 48.0);
}

TEST(PoissonRow, a_ratio_above_one_is_faster_than_the_peer)
{
    const std::vector<Row> rows = test::synthetic_poisson_rows();
    EXPECT_DOUBLE_EQ(rows[0].ratio_to("fftw").value(), 2.5);
    EXPECT_DOUBLE_EQ(rows[1].ratio_to("fftw").value(), 1.0);
    EXPECT_FALSE(rows[0].ratio_to("cufft"));
    EXPECT_FALSE(test::synthetic_poisson_row("ours", 1e-3).ratio_to("fftw"));
    EXPECT_DOUBLE_EQ(rows[0].ratio_to_peer().value(), 2.5);
    EXPECT_DOUBLE_EQ(test::synthetic_poisson_device_rows()[0].ratio_to_peer().value(), 4.0);
}

TEST(PoissonRow, of_a_implementation_has_its_median_and_extremes)
{
    const BenchProblem problem = test::poisson_problem("neumann");
    const auto f = random_right_hand_side(problem.problem);
    const auto testbed = make_host_testbed(problem.problem, f, {.threads = 1});
    const fft_bench::Implementation one{.library = "fftw",
                                        .transform = testbed->plan("fftw"),
                                        .planning_seconds = 0.5,
                                        .executions = 3,
                                        .seconds = {5.0, 1.0, 3.0}};
    const Row row = row_of(problem, one, Backend::cuda, 1e9);
    EXPECT_EQ(row.backend, Backend::cuda);
    EXPECT_EQ(row.seconds, 3.0);
    EXPECT_EQ(row.least, 1.0);
    EXPECT_EQ(row.most, 5.0);
    EXPECT_EQ(row.repetitions, 3);
    EXPECT_EQ(row.executions, 3);
    EXPECT_EQ(row.planning_seconds, 0.5);
    EXPECT_EQ(row.ceiling_bytes_per_second, 1e9);
    EXPECT_EQ(row.workspace_bytes, 0);
    EXPECT_EQ(row.plan, one.transform->describe());
}

}  // namespace
}  // namespace tobiuo::poisson_bench
