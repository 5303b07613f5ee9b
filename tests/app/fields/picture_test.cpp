// Pictures, read back by libpng and judged by their pixels.
#include "app/fields/picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/fields/canvas.hpp"
#include "app/fields/colour_map.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/file_size_limit.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Picture {
    int width{};
    int height{};
    std::map<std::uint32_t, int> pixels_of;  ///< by colour 0xrrggbb

    [[nodiscard]] int count(Rgb colour) const
    {
        const auto at = pixels_of.find((std::uint32_t{colour.red} << 16U) |
                                       (std::uint32_t{colour.green} << 8U) | colour.blue);
        return at == pixels_of.end() ? 0 : at->second;
    }
};

Picture read_png(const std::filesystem::path& path)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
    image.format = PNG_FORMAT_RGB;
    std::vector<unsigned char> rgb(PNG_IMAGE_SIZE(image));
    EXPECT_NE(png_image_finish_read(&image, nullptr, rgb.data(), 0, nullptr), 0) << image.message;
    Picture picture{.width = static_cast<int>(image.width),
                    .height = static_cast<int>(image.height),
                    .pixels_of = {}};
    for (std::size_t at = 0; at < rgb.size(); at += 3) {
        ++picture.pixels_of[(std::uint32_t{rgb[at]} << 16U) | (std::uint32_t{rgb[at + 1]} << 8U) |
                            rgb[at + 2]];
    }
    return picture;
}

class PictureTest : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "p.png"; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

    /// The picture of the plane across z of a grid of `columns` x `rows` x 1 cells.
    template <typename Value>
    [[nodiscard]] Picture drawn(std::int64_t columns, std::int64_t rows, Value value) const
    {
        const Grid grid = grid_of_cells({columns, rows, 1}, Location::cell);
        std::vector<float> plane;
        for (std::int64_t j = 0; j < rows; ++j) {
            for (std::int64_t i = 0; i < columns; ++i) {
                plane.push_back(value(i, j));
            }
        }
        write_slice_png(path(), grid, 2, plane, {.title = "title", .quantity = "p [-]"});
        return read_png(path());
    }

private:
    test::TemporaryFolder folder_;
};

float wave(std::int64_t i, std::int64_t j)
{
    return std::sin(0.1F * static_cast<float>(i)) * std::cos(0.2F * static_cast<float>(j));
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

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

TEST_F(PictureTest, half_of_two_values_fills_half_of_the_plane)
{
    const Picture picture =
        drawn(2000, 1000, [](std::int64_t i, std::int64_t) { return i < 1000 ? 0.0F : 1.0F; });
    const double low = picture.count(viridis(0));
    const double high = picture.count(viridis(1));
    EXPECT_NEAR(low / high, 1.0, 0.01);
    EXPECT_GT(low + high, 0.95 * 840 * 420);
}

TEST_F(PictureTest, a_constant_field_has_the_middle_colour)
{
    for (const float value : {0.0F, 1.0F, -3e38F, 1e-40F}) {
        const Picture picture = drawn(8, 8, [=](std::int64_t, std::int64_t) { return value; });
        EXPECT_GE(picture.count(viridis(0.5)), 840 * 840) << value;
    }
}

TEST_F(PictureTest, values_that_are_not_finite_have_a_colour_of_their_own)
{
    const float inf = std::numeric_limits<float>::infinity();
    const Picture some = drawn(10, 10, [=](std::int64_t i, std::int64_t j) {
        return i < 5 ? wave(i, j) : (j < 5 ? nan : inf);
    });
    EXPECT_NEAR(some.count(not_finite_colour), 840 * 840 / 2, 0.01 * 840 * 840);
    EXPECT_GE(drawn(8, 8, [](std::int64_t, std::int64_t) { return nan; }).count(not_finite_colour),
              840 * 840);
}

TEST_F(PictureTest, extreme_proportions_still_make_a_picture)
{
    for (const auto& [columns, rows] : {std::pair{1000, 1}, {1, 1000}, {1, 1}, {5000, 5}}) {
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
                              {.cells = 1, .lower = 0, .upper = 2},
                              {.cells = 1, .lower = 0, .upper = 1}}},
                    .location = Location::cell};
    const std::vector<float> plane{0, 0, 1, 1};
    write_slice_png(path(), grid, 2, plane, {.title = "title", .quantity = "p [-]"});
    const Picture picture = read_png(path());
    const double low = picture.count(viridis(0));
    const double high = picture.count(viridis(1));
    EXPECT_NEAR(low / high, 1.0 / 3.0, 0.01);
    EXPECT_GT(low + high, 0.95 * 840 * 420);
}

TEST_F(PictureTest, the_slice_of_a_flat_grid_is_not_called_one)
{
    Grid grid = grid_of_cells({8, 8, 1}, Location::cell);
    const std::vector<float> plane(64, 1.0F);
    const auto subtitle_pixels = [&] {
        write_slice_png(path(), grid, 2, plane, {.title = "title", .quantity = "p [-]"});
        return read_png(path()).count(pale_ink);
    };
    constexpr int of_other_texts = 20;  // grey edges that happen to have the colour
    EXPECT_LT(subtitle_pixels(), of_other_texts);
    grid.axes[2].cells = 2;
    const int at_one_half = subtitle_pixels();
    EXPECT_GT(at_one_half, 5 * of_other_texts);
    grid.axes[2].nodes = {grid.axes[2].lower, grid.axes[2].upper / 3, grid.axes[2].upper};
    EXPECT_NE(subtitle_pixels(), at_one_half) << "not the place of the stretched axis' plane";
}

TEST_F(PictureTest, every_axis_can_be_the_normal)
{
    const Grid grid{.axes = {{{.cells = 4, .lower = -1, .upper = 1},
                              {.cells = 5, .lower = 0, .upper = 1e-3},
                              {.cells = 6, .lower = 1e6, .upper = 1e6 + 1}}},
                    .location = Location::node};
    const std::vector<std::size_t> sizes{6 * 7, 5 * 7, 5 * 6};
    for (int normal = 0; normal < 3; ++normal) {
        std::vector<float> plane(sizes[static_cast<std::size_t>(normal)], 1.0F);
        EXPECT_NO_THROW(write_slice_png(path(), grid, normal, plane, {"", ""}));
        plane.pop_back();
        EXPECT_THROW(write_slice_png(path(), grid, normal, plane, {"", ""}), std::invalid_argument);
    }
}

TEST_F(PictureTest, any_text_is_survived_in_silence)
{
    const Grid grid = grid_of_cells({8, 8, 8}, Location::cell);
    const std::vector<float> plane(64, 1.0F);
    ::testing::internal::CaptureStderr();
    for (const std::string& text :
         {std::string{}, std::string(3000, 'W'), std::string{"\xff\xfe\n\t"}, std::string{"$x^2$"},
          std::string{"\xc2\xb5m \xe5\x9c\xa7"}}) {
        EXPECT_NO_THROW(write_slice_png(path(), grid, 2, plane, {.title = text, .quantity = text}));
    }
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), IsEmpty());
}

TEST_F(PictureTest, a_failed_write_leaves_nothing)
{
    {
        const test::FileSizeLimit limit{1000};
        EXPECT_THROW(static_cast<void>(drawn(8, 8, wave)), OutputError);
    }
    EXPECT_THAT(test::names_in(folder()), IsEmpty());
}

}  // namespace
}  // namespace tobiuo
