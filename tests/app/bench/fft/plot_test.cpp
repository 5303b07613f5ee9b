// The picture of the transforms from synthetic data.
#include "app/bench/fft/plot.hpp"

#include <gtest/gtest.h>

#include "tests/app/bench/fft/synthetic.hpp"

namespace tobiuo::fft_bench {
namespace {

std::vector<Json> rows_of(const std::vector<fft::Problem>& problems)
{
    std::vector<Json> all;
    for (const fft::Problem& problem : problems) {
        for (const Json& row : test::synthetic_fft_rows(problem)) {
            all.push_back(row);
        }
    }
    return all;
}

TEST(FftPlot, has_a_chart_for_each_kind_and_precision)
{
    const std::vector<Json> rows =
        rows_of({test::cube(64), test::cube(64, fft::Kind::c2c, Precision::fp64),
                 test::cube(64, fft::Kind::r2c), test::cube(128, fft::Kind::r2c)});
    const std::vector<Chart> charts = charts_of(rows);
    ASSERT_EQ(charts.size(), 3U);
    EXPECT_EQ(charts[0].title, "c2c, single precision");
    EXPECT_EQ(charts[1].title, "r2c, single precision");
    EXPECT_EQ(charts[2].title, "c2c, double precision");
    EXPECT_EQ(charts[1].lines.at(0).points.size(), 2U);
    EXPECT_TRUE(plot_png(test::synthetic_fft_machine(), rows, "a test").starts_with("\x89PNG"));
}

TEST(FftPlot, sizes_stand_in_the_order_of_their_points)
{
    const std::vector<Json> rows = rows_of({test::cube(256), test::cube(64), test::cube(128)});
    const Chart chart = charts_of(rows).at(0);
    EXPECT_EQ(chart.x.tick_text(0.0), "64x64x64");
    EXPECT_EQ(chart.x.tick_text(1.0), "128x128x128");
    EXPECT_EQ(chart.x.tick_text(2.0), "256x256x256");
    EXPECT_EQ(chart.x.tick_text(0.5), "");
    EXPECT_EQ(chart.x.tick_text(3.0), "");
    EXPECT_EQ(chart.x.tick_text(-1.0), "");
    const ChartLine& ours = chart.lines.at(0);
    EXPECT_EQ(ours.label, "tobiuo");
    ASSERT_EQ(ours.points.size(), 3U);
    EXPECT_EQ(ours.points[0].x, 0.0);
    EXPECT_DOUBLE_EQ(ours.points[0].y, rows[3]["gflops"].get<double>());
}

TEST(FftPlot, survives_nothing)
{
    EXPECT_TRUE(charts_of({}).empty());
    EXPECT_TRUE(plot_png(test::synthetic_fft_machine(), {}, "").starts_with("\x89PNG"));
}

}  // namespace
}  // namespace tobiuo::fft_bench
