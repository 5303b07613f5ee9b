// Charts, judged by their pixels.
#include "app/output/chart/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <cmath>
#include <limits>

#include "app/output/chart/chart_scale.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;

constexpr Rgb red{.red = 200, .green = 0, .blue = 0};
constexpr Box place{.x = 20, .y = 20, .width = 760, .height = 560};

/// A picture as it lies in its file: rows from the top, three bytes a pixel.
struct Pixels {
    int width;
    int height;
    std::vector<unsigned char> rgb;

    [[nodiscard]] int count(Rgb colour) const
    {
        int found = 0;
        for (std::size_t at = 0; at < rgb.size(); at += 3) {
            found +=
                rgb[at] == colour.red && rgb[at + 1] == colour.green && rgb[at + 2] == colour.blue
                    ? 1
                    : 0;
        }
        return found;
    }
};

Pixels drawn(const Chart& chart)
{
    Canvas canvas{800, 600};
    draw_chart(canvas, place, chart);
    const std::string file = canvas.png();
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&image, file.data(), file.size()), 0);
    image.format = PNG_FORMAT_RGB;
    Pixels pixels{static_cast<int>(image.width), static_cast<int>(image.height), {}};
    pixels.rgb.resize(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.rgb.data(), 0, nullptr), 0);
    return pixels;
}

ChartAxis axis(const std::string& label, Scale scale = Scale::linear)
{
    return {.label = label, .scale = scale, .lower = {}, .upper = {}, .tick_text = {}};
}

Chart chart_of(std::vector<ChartPoint> points)
{
    return {.title = "title",
            .subtitle = "subtitle",
            .x = axis("x [s]"),
            .y = axis("y [m]"),
            .lines = {{.label = "a line", .points = std::move(points), .colour = red}},
            .guides = {{.x = 2.0, .label = "here"}}};
}

TEST(Chart, draws_its_lines_into_the_picture)
{
    const Pixels pixels = drawn(chart_of({{0, 0}, {1, 5}, {2, 3}, {3, 9}}));
    EXPECT_EQ(pixels.width, 800);
    EXPECT_EQ(pixels.height, 600);
    EXPECT_GT(pixels.count(red), 1000);
}

TEST(Chart, strokes_and_marks_cover_what_they_should)
{
    const auto inked = [](Stroke stroke, Mark mark) {
        Chart chart = chart_of({{0, 0}, {1, 0}, {2, 0}, {3, 0}});
        chart.lines[0].stroke = stroke;
        chart.lines[0].mark = mark;
        return drawn(chart).count(red);
    };
    const int solid = inked(Stroke::solid, Mark::none);
    const int dashed = inked(Stroke::dashed, Mark::none);
    const int dotted = inked(Stroke::dotted, Mark::none);
    EXPECT_GT(solid, dashed);
    EXPECT_GT(dashed, dotted);
    EXPECT_GT(dotted, 0);
    EXPECT_EQ(inked(Stroke::none, Mark::none), 0);
    for (const Mark mark : {Mark::disc, Mark::ring, Mark::square, Mark::diamond}) {
        EXPECT_GT(inked(Stroke::none, mark), 4 * 20) << static_cast<int>(mark);
    }
    EXPECT_GT(inked(Stroke::none, Mark::disc), inked(Stroke::none, Mark::ring));
}

TEST(Chart, points_beyond_a_given_end_do_not_leave_the_frame)
{
    Chart chart = chart_of({{0, -1000}, {1, 5}, {2, 1000}});
    chart.y.lower = 0.0;
    chart.y.upper = 10.0;
    chart.lines[0].label = "";
    chart.title = chart.subtitle = "";
    const Pixels pixels = drawn(chart);
    for (int row = 0; row < 600 - place.top(); ++row) {
        for (int column = 0; column < 800; ++column) {
            ASSERT_NE(pixels.rgb[static_cast<std::size_t>(3 * (row * 800 + column) + 1)], 0)
                << row << " " << column;
        }
    }
    EXPECT_GT(pixels.count(red), 0);
}

TEST(Chart, whatever_the_points_it_is_drawn)
{
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double inf = std::numeric_limits<double>::infinity();
    const std::vector<std::vector<ChartPoint>> odd{{},
                                                   {{1, 1}},
                                                   {{0, 0}, {0, 0}},
                                                   {{nan, 1}, {1, nan}},
                                                   {{1, inf}, {inf, 1}, {2, 2}},
                                                   {{-1, -1}, {0, 0}},
                                                   {{1e-300, 1e300}, {1e300, 1e-300}}};
    for (const std::vector<ChartPoint>& points : odd) {
        for (const Scale scale : {Scale::linear, Scale::powers_of_two, Scale::powers_of_ten}) {
            Chart chart = chart_of(points);
            chart.x.scale = chart.y.scale = scale;
            chart.lines[0].mark = Mark::ring;
            EXPECT_NO_THROW(static_cast<void>(drawn(chart)));
        }
    }
}

std::vector<std::string> labels(const ChartScale& scale)
{
    std::vector<std::string> texts;
    for (const Tick& tick : scale.ticks()) {
        texts.push_back(tick.label);
    }
    return texts;
}

TEST(ChartScale, logarithmic_ticks_are_powers)
{
    EXPECT_THAT(labels({axis("", Scale::powers_of_two), {1, 256}, 900, 9}),
                ElementsAre("1", "2", "4", "8", "16", "32", "64", "128", "256"));
    EXPECT_THAT(labels({axis("", Scale::powers_of_two), {1, 256}, 900, 5}),
                ElementsAre("1", "4", "16", "64", "256"));
    EXPECT_THAT(labels({axis("", Scale::powers_of_ten), {10, 1000}, 900, 9}),
                ElementsAre("10", "100", "1000"));
}

TEST(ChartScale, equal_factors_are_equal_lengths)
{
    const ChartScale scale{axis("", Scale::powers_of_two), {1, 64}, 600, 7};
    EXPECT_NEAR(scale.place(8) - scale.place(4), scale.place(64) - scale.place(32), 1e-9);
    EXPECT_GT(scale.place(1), 0.0);
    EXPECT_LT(scale.place(64), 600.0);
}

TEST(ChartScale, a_given_end_is_kept)
{
    ChartAxis given = axis("");
    given.lower = 0.0;
    const ChartScale scale{given, {5, 10}, 100, 5};
    EXPECT_EQ(scale.place(0.0), 0.0);
    EXPECT_GT(scale.place(10.0), 90.0);
    EXPECT_LT(scale.place(10.0), 100.0);
}

TEST(ChartScale, sizes_are_written_in_binary_units)
{
    EXPECT_EQ(binary_bytes_text(512), "512 B");
    EXPECT_EQ(binary_bytes_text(16384), "16 KiB");
    EXPECT_EQ(binary_bytes_text(60.0 * 1024 * 1024), "60 MiB");
    EXPECT_EQ(binary_bytes_text(4.0 * 1024 * 1024 * 1024), "4 GiB");
}

}  // namespace
}  // namespace tobiuo
