// SPDX-License-Identifier: BSD-3-Clause
// Pictures that are made small enough for a page.
#include "app/output/html/small_picture.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include "app/output/picture/canvas.hpp"

namespace tobiuo {
namespace {

/// A picture that packs badly: 200 x 100 pixels of all shades.
std::string noisy_png()
{
    Canvas canvas{200, 100};
    unsigned state = 1;
    for (int y = 0; y < 100; ++y) {
        for (int x = 0; x < 200; ++x) {
            state = state * 1664525U + 1013904223U;
            const auto shade = static_cast<unsigned char>(state >> 24U);
            canvas.set(x, y, {.red = shade, .green = shade, .blue = shade});
        }
    }
    return canvas.png();
}

unsigned width_of(const std::string& png)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_memory(&image, png.data(), png.size()), 0);
    const unsigned width = image.width;
    png_image_free(&image);
    return width;
}

TEST(SmallPicture, is_the_picture_itself_if_it_fits)
{
    const std::string png = noisy_png();
    EXPECT_EQ(small_picture(png, png.size()), png);
}

TEST(SmallPicture, has_half_or_a_quarter_of_the_pixels_along_each_side)
{
    const std::string png = noisy_png();
    const auto half = small_picture(png, png.size() - 1);
    ASSERT_TRUE(half);
    EXPECT_LT(half->size(), png.size());
    EXPECT_EQ(width_of(*half), 100U);
    const auto quarter = small_picture(png, half->size() - 1);
    ASSERT_TRUE(quarter);
    EXPECT_EQ(width_of(*quarter), 50U);
    EXPECT_FALSE(small_picture(png, quarter->size() - 1));
}

TEST(SmallPicture, of_what_is_no_picture_is_nothing)
{
    EXPECT_FALSE(small_picture("no picture", 3));
    EXPECT_FALSE(small_picture(noisy_png().substr(0, 500), 100));
}

TEST(SmallPicture, is_written_as_base64)
{
    EXPECT_EQ(base64_of(""), "");
    EXPECT_EQ(base64_of("f"), "Zg==");
    EXPECT_EQ(base64_of("fo"), "Zm8=");
    EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");  // RFC 4648, section 10
}

// Of its 36 bytes, 8 say that it has 2^60 pixels.
TEST(SmallPicture, of_more_pixels_than_any_picture_is_nothing)
{
    std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x3f\xff\xff\xff\x3f\xff\xff\xff\x08\x02\0\0\0",
                    29);
    png += std::string(5000, '\0');
    EXPECT_EQ(small_picture(png, 1000), std::nullopt);
}

}  // namespace
}  // namespace tobiuo
