// The picture of the memory study from synthetic data.
#include "app/studies/memory/plot.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <cstdlib>
#include <fstream>

#include "tests/app/studies/memory/synthetic.hpp"

namespace tobiuo::memory_study {
namespace {

struct Size {
    int width;
    int height;
};

Size size_of_png(const std::string& file)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&image, file.data(), file.size()), 0)
        << image.message;
    const Size size{static_cast<int>(image.width), static_cast<int>(image.height)};
    png_image_free(&image);
    return size;
}

TEST(MemoryPlot, has_a_panel_for_each_question)
{
    const std::vector<Chart> charts =
        charts_of(test::synthetic_machine(), test::synthetic_results());
    ASSERT_EQ(charts.size(), 4U);
    for (const Chart& chart : charts) {
        EXPECT_NE(chart.x.label, "");
        EXPECT_NE(chart.y.label.find('['), std::string::npos) << chart.y.label;
        EXPECT_GE(chart.lines.size(), 3U) << chart.title;
        EXPECT_NE(chart.lines.back().label.find("2008"), std::string::npos) << chart.title;
    }
    const Size size =
        size_of_png(plot_png(test::synthetic_machine(), test::synthetic_results(), "a test"));
    EXPECT_GT(size.width, 1800);
    EXPECT_GT(size.height, 1400);
}

TEST(MemoryPlot, bandwidths_are_percent_of_each_devices_own_peak)
{
    const std::vector<Chart> charts =
        charts_of(test::synthetic_machine(), test::synthetic_results({"streams"}));
    const ChartLine& gtx = charts.at(0).lines.back();
    EXPECT_DOUBLE_EQ(gtx.points.front().y, 100.0 * 71.7 / 86.4);
    EXPECT_LT(charts.at(0).lines.front().points.front().y, 100.0);
}

TEST(MemoryPlot, without_a_known_peak_ours_are_gigabytes_a_second_alone)
{
    Machine machine = test::synthetic_machine();
    machine.peak_gbps = 0.0;
    const std::vector<Chart> charts = charts_of(machine, test::synthetic_results({"streams"}));
    EXPECT_EQ(charts.at(0).lines.size(), 2U);
    EXPECT_GT(charts.at(0).lines.front().points.front().y, 1000.0);
    EXPECT_NE(charts.at(0).y.label.find("GB/s"), std::string::npos);
}

TEST(MemoryPlot, levels_of_a_paper_are_a_stair)
{
    const std::vector<Chart> charts =
        charts_of(test::synthetic_machine(), test::synthetic_results({"latency"}));
    const ChartLine& stair = charts.at(0).lines.back();
    ASSERT_EQ(stair.points.size(), 6U);
    EXPECT_EQ(stair.points[1].x, stair.points[2].x);
    EXPECT_EQ(stair.points[0].y, stair.points[1].y);
}

TEST(MemoryPlot, shows_what_there_is_and_survives_nothing)
{
    const Size one =
        size_of_png(plot_png(test::synthetic_machine(), test::synthetic_results({"latency"}), ""));
    EXPECT_LT(one.width, 1200);
    EXPECT_GT(size_of_png(plot_png(test::synthetic_machine(), {}, "")).width, 500);
    EXPECT_GT(size_of_png(plot_png(test::synthetic_machine(), test::synthetic_results({"mix"}), ""))
                  .width,
              500);
}

/// Checks nothing: TOBIUO_PLOT=FILE keeps the picture of the synthetic data to look at.
TEST(MemoryPlot, can_be_kept)
{
    if (const char* path = std::getenv("TOBIUO_PLOT")) {
        std::ofstream{path, std::ios::binary}
            << plot_png(test::synthetic_machine(), test::synthetic_results(), "synthetic data");
    }
}

}  // namespace
}  // namespace tobiuo::memory_study
