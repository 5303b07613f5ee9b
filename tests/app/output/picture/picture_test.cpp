// SPDX-License-Identifier: BSD-3-Clause
// Pictures, read back by libpng and judged by their pixels.
#include "app/output/picture/picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/output/picture/canvas.hpp"
#include "app/output/picture/colour_map.hpp"
#include "app/output/picture/picture_frame.hpp"
#include "app/output/picture/plane.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/app/output/read_picture.hpp"
#include "tests/app/output/resource_limits.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::Picture;
using test::read_png;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PictureTest : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "p.png"; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

    /// The picture of the plane across z of a grid of `columns` x `rows` x 1 cells.
    template <typename Value>
    [[nodiscard]] Picture drawn(std::int64_t columns, std::int64_t rows, Value value,
                                const PictureLook& look = {}) const
    {
        const Grid grid = grid_of_cells({columns, rows, 1}, Location::cell);
        std::vector<double> plane;
        for (std::int64_t j = 0; j < rows; ++j) {
            for (std::int64_t i = 0; i < columns; ++i) {
                plane.push_back(value(i, j));
            }
        }
        return drawn_on(grid, plane, look);
    }

    /// Across z, from the values of the whole grid.
    [[nodiscard]] Picture drawn_on(const Grid& grid, const std::vector<double>& values,
                                   const PictureLook& look = {}) const
    {
        write_picture(path(), grid, middle_cut(grid, 2),
                      layers_of(grid, std::span<const double>{values}), text_, look);
        return read_png(path());
    }

    PictureText text_{.name = "title", .field = "p", .quantity = "p [-]", .details = ""};

private:
    test::TemporaryFolder folder_;
};

double wave(std::int64_t i, std::int64_t j)
{
    return std::sin(0.1 * static_cast<double>(i)) * std::cos(0.2 * static_cast<double>(j));
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST_F(PictureTest, is_of_a_decent_size_and_shows_the_whole_colour_map)
{
    const Picture picture = drawn(64, 32, wave);
    EXPECT_GE(picture.width, 900);
    EXPECT_LE(picture.width, 1250);
    EXPECT_GE(picture.height, 450);
    EXPECT_LE(picture.height, 800);
    EXPECT_GE(picture.count(viridis(0)), 30) << "the low end of the colour bar";
    EXPECT_GE(picture.count(viridis(1)), 30) << "the high end of the colour bar";
    EXPECT_GT(picture.pixels_of.size(), 200U);
    EXPECT_EQ(picture.count(not_finite_colour), 0);
    EXPECT_THAT(test::names_in(folder()), ElementsAre("p.png"));
}

TEST_F(PictureTest, shows_bodies_in_one_grey_whose_values_are_in_no_range)
{
    const Grid grid = grid_of_cells({40, 40, 2}, Location::cell);
    std::vector<double> values(40 * 40 * 2);
    std::vector<double> solid(values.size());
    for (std::size_t n = 0; n < values.size(); ++n) {
        const std::size_t column = n % 40;
        solid[n] = column < 10 ? 2.0 : 0.0;
        values[n] = column < 10 ? -1e6 : column < 30 ? 1.0 : 3.0;
    }
    solid[40 * 40 + 39] = 1.0;  // in one of the two layers beside the cut
    const auto draw = [&] {
        write_picture(path(), grid, middle_cut(grid, 2),
                      layers_of(grid, std::span<const double>{values}), text_, {.isolines = 3},
                      layers_of(grid, std::span<const double>{solid}));
        return read_png(path());
    };
    const Picture picture = draw();
    const double all = 840.0 * 840.0;
    EXPECT_NEAR(picture.count(body_colour), all * (0.25 + 1.0 / 1600), 0.005 * all);
    EXPECT_GT(picture.count(body_colour), all * (0.25 + 0.5 / 1600));
    EXPECT_GT(picture.count(viridis(0)), 0.4 * all);
    EXPECT_GT(picture.count(viridis(1)), 0.2 * all);
    EXPECT_EQ(picture.count(not_finite_colour), 0);
    values[20] = std::numeric_limits<double>::infinity();
    EXPECT_GT(draw().count(not_finite_colour), 100);
    std::ranges::fill(solid, 1.0);
    EXPECT_GT(draw().count(body_colour), 0.99 * all);
}

TEST_F(PictureTest, half_of_two_values_fills_half_of_the_plane)
{
    const Picture picture =
        drawn(2000, 1000, [](std::int64_t i, std::int64_t) { return i < 1000 ? 0.0 : 1.0; });
    const double low = picture.count(viridis(0));
    const double high = picture.count(viridis(1));
    EXPECT_NEAR(low / high, 1.0, 0.01);
    EXPECT_GT(low + high, 0.95 * 840 * 420);
}

TEST_F(PictureTest, a_constant_field_has_the_middle_colour)
{
    for (const double value : {0.0, 1.0, -3e38, 1e-40, 1.7e308, -5e-324}) {
        const Picture picture = drawn(8, 8, [=](std::int64_t, std::int64_t) { return value; });
        EXPECT_GE(picture.count(viridis(0.5)), 840 * 840) << value;
    }
}

TEST_F(PictureTest, values_that_are_not_finite_have_a_colour_of_their_own)
{
    const double inf = std::numeric_limits<double>::infinity();
    const Picture some = drawn(10, 10, [=](std::int64_t i, std::int64_t j) {
        return i < 5 ? wave(i, j) : (j < 5 ? nan : inf);
    });
    EXPECT_NEAR(some.count(not_finite_colour), 0.5 * 840 * 840, 0.01 * 840 * 840);
    EXPECT_GE(drawn(8, 8, [](std::int64_t, std::int64_t) { return nan; }).count(not_finite_colour),
              840 * 840);
}

TEST_F(PictureTest, extreme_proportions_still_make_a_picture)
{
    for (const auto& [columns, rows] : {std::pair{1000, 2}, {2, 1000}, {1, 1}, {5000, 5}}) {
        SCOPED_TRACE(::testing::Message() << columns << " x " << rows);
        const Picture picture = drawn(columns, rows, wave);
        EXPECT_GE(std::min(picture.width, picture.height), 300);
        EXPECT_LE(std::max(picture.width, picture.height), 1250);
    }
}

TEST_F(PictureTest, a_stretched_axis_is_drawn_to_scale)
{
    // The second of four cells ends at a quarter of the width.
    const Grid grid{.axes = {{{.cells = 4, .lower = 0, .upper = 4, .nodes = {0, 0.99, 1, 1.01, 4}},
                              {.cells = 2, .lower = 0, .upper = 2},
                              {.cells = 1, .lower = 0, .upper = 1}}},
                    .location = Location::cell};
    const Picture picture = drawn_on(grid, {0, 0, 1, 1, 0, 0, 1, 1});
    const double low = picture.count(viridis(0));
    const double high = picture.count(viridis(1));
    EXPECT_NEAR(low / high, 1.0 / 3.0, 0.01);
    EXPECT_GT(low + high, 0.95 * 840 * 420);
}

TEST_F(PictureTest, a_grid_that_is_flat_across_the_plane_has_no_place_in_its_title)
{
    const auto title_of = [&](const Grid& grid) {
        const std::vector<double> values(static_cast<std::size_t>(shape_of(grid).values()), 1.0);
        return drawn_on(grid, values).count({.red = 34, .green = 34, .blue = 34});
    };
    Grid grid = grid_of_cells({8, 8, 1}, Location::cell);
    const int flat = title_of(grid);
    grid.axes[2].cells = 2;
    EXPECT_GT(title_of(grid), flat) << "at z = ...";
}

TEST_F(PictureTest, every_axis_can_be_the_normal)
{
    const Grid grid{.axes = {{{.cells = 4, .lower = -1, .upper = 1},
                              {.cells = 5, .lower = 0, .upper = 1e-3},
                              {.cells = 6, .lower = 1e6, .upper = 1e6 + 1}}},
                    .location = Location::node};
    std::vector<double> values(5 * 6 * 7);
    std::iota(values.begin(), values.end(), 0.0);
    for (int normal = 0; normal < 3; ++normal) {
        EXPECT_NO_THROW(write_picture(path(), grid, middle_cut(grid, normal),
                                      layers_of(grid, std::span<const double>{values}), text_));
    }
}

TEST_F(PictureTest, any_text_is_survived_in_silence)
{
    ::testing::internal::CaptureStderr();
    for (const std::string& any :
         {std::string{}, std::string(3000, 'W'), std::string{"\xff\xfe\n\t"}, std::string{"$x^2$"},
          std::string{"\xc2\xb5m \xe5\x9c\xa7"}}) {
        text_ = {.name = any, .field = any, .quantity = any, .details = any};
        EXPECT_NO_THROW(static_cast<void>(drawn(8, 8, wave)));
        EXPECT_NO_THROW(static_cast<void>(drawn(8, 1, wave)));
    }
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty());
}

TEST_F(PictureTest, small_differences_of_large_doubles_are_not_flat_bands)
{
    const auto bands = [](std::int64_t, std::int64_t j) {
        return 101325.0 + 0.05 * std::sin(0.03 * static_cast<double>(j));
    };
    EXPECT_GT(drawn(100, 100, bands).pixels_of.size(), 150U);
}

TEST_F(PictureTest, values_along_one_axis_are_a_curve)
{
    constexpr Rgb curve{.red = 38, .green = 92, .blue = 160};
    const Picture along_x = drawn(60, 1, wave);
    EXPECT_GT(along_x.count(curve), 840) << "from side to side";
    EXPECT_LT(along_x.count(viridis(0.5)), 100) << "no colour bar";
    EXPECT_GT(drawn(1, 60, wave).count(curve), 840);
    EXPECT_GE(drawn(1, 1, wave).count(curve), 20) << "a mark";
    const Picture gap =
        drawn(60, 1, [](std::int64_t i, std::int64_t j) { return i == 30 ? nan : wave(i, j); });
    EXPECT_GT(gap.count(not_finite_colour), 30);
}

TEST_F(PictureTest, isolines_are_dark_lines_and_only_where_they_are_asked_for)
{
    constexpr Rgb ink{.red = 34, .green = 34, .blue = 34};
    const auto slope = [](std::int64_t i, std::int64_t) { return static_cast<double>(i); };
    const int without = drawn(101, 100, slope).count(ink);
    const int one = drawn(101, 100, slope, {.isolines = 1}).count(ink) - without;
    const int many = drawn(101, 100, slope, {.isolines = 10}).count(ink) - without;
    EXPECT_GE(many, 4 * std::max(1, one));
    EXPECT_GE(many, 4 * 400) << "lines from bottom to top";
    const int constant = drawn(9, 9, [](auto, auto) { return 1.0; }, {.isolines = 10}).count(ink);
    EXPECT_NEAR(constant, drawn(9, 9, [](auto, auto) { return 1.0; }).count(ink), 200);
}

TEST_F(PictureTest, a_diverging_map_is_white_at_zero_and_symmetric_about_it)
{
    const PictureLook look{.map = ColourMap::diverging};
    const Picture picture = drawn(
        100, 100, [](std::int64_t i, std::int64_t) { return i < 50 ? 0.0 : 3.0; }, look);
    EXPECT_GT(picture.count(blue_white_red(1)), 840 * 400) << "of one sign: to the ends";
    const Picture both = drawn(
        100, 100, [](std::int64_t i, std::int64_t) { return i < 50 ? -1.0 : 3.0; }, look);
    EXPECT_GT(both.count(blue_white_red(1)), 840 * 400);
    EXPECT_GT(both.count(blue_white_red(0.5 - 0.5 / 3)), 840 * 400) << "a third of the way to blue";
    EXPECT_EQ(blue_white_red(0.5), (Rgb{.red = 255, .green = 255, .blue = 255}));
}

TEST_F(PictureTest, a_range_bounds_the_colours)
{
    const Picture picture =
        drawn(100, 100, [](std::int64_t i, std::int64_t) { return i < 50 ? 0.0 : 1.0; },
              {.range = std::array{0.0, 4.0}});
    EXPECT_GT(picture.count(viridis(0.25)), 840 * 400);
}

TEST_F(PictureTest, a_failed_write_leaves_nothing)
{
    {
        const test::FileSizeLimit limit{1000};
        EXPECT_THROW(static_cast<void>(drawn(8, 8, wave)), OutputError);
    }
    EXPECT_THAT(test::names_in(folder()), IsEmpty());
}

TEST(FittedText, is_smaller_and_then_has_its_middle_left_out)
{
    constexpr TextStyle style{.size = 27};
    const std::string words = "the-name-of-a-case";
    EXPECT_EQ(fitted(words, style, 1000).text, words);
    EXPECT_EQ(fitted(words, style, 1000).style.size, 27);
    const FittedText smaller = fitted(words, style, text_width(words, style) - 30);
    EXPECT_EQ(smaller.text, words);
    EXPECT_LT(smaller.style.size, 27);
    const FittedText cut = fitted(words, style, 100);
    EXPECT_TRUE(cut.text.starts_with("the-"));
    EXPECT_NE(cut.text.find("..."), std::string::npos);
    EXPECT_TRUE(cut.text.ends_with("ase"));
    EXPECT_LE(text_width(cut.text, cut.style), 100);
}

// x + 2 y = 1.5 on the unit square.
TEST(Isoline, of_a_linear_function_is_straight)
{
    const Grid grid{.axes = {{{.cells = 1, .lower = 0, .upper = 1},
                              {.cells = 1, .lower = 0, .upper = 1},
                              {.cells = 1, .lower = 0, .upper = 1}}},
                    .location = Location::node};
    const std::vector<double> plane{0, 1, 2, 3};
    const PlaneSampler sampler{grid, 2, plane};
    const Box box{.x = 10, .y = 20, .width = 100, .height = 100};
    const auto line = isoline(sampler, box, 1.5, 0.0);
    ASSERT_FALSE(line.empty());
    for (const Segment& segment : line) {
        for (const Place& end : segment) {
            EXPECT_NEAR((end.x - 10) / 100 + 2 * (end.y - 20) / 100, 1.5, 1e-9);
        }
    }
    EXPECT_TRUE(isoline(sampler, box, 4.0, 0.0).empty());
}

}  // namespace
}  // namespace tobiuo
