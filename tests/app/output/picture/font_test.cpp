// SPDX-License-Identifier: BSD-3-Clause
// Lines of text, checked by the pixels that they cover.
#include "app/output/picture/font.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace tobiuo {
namespace {

struct Ink {
    long sum{};
    int left = 1 << 20;
    int right = -(1 << 20);
    int bottom = 1 << 20;
    int top = -(1 << 20);
    bool grey = false;  ///< some pixel is covered in part
};

Ink ink_of(std::string_view text, const FontStyle& style)
{
    Ink ink;
    draw_line(text, style, [&](int x, int y, int coverage) {
        ink.sum += coverage;
        ink.left = std::min(ink.left, x);
        ink.right = std::max(ink.right, x + 1);
        ink.bottom = std::min(ink.bottom, y);
        ink.top = std::max(ink.top, y + 1);
        ink.grey = ink.grey || (coverage > 64 && coverage < 192);
    });
    return ink;
}

TEST(Font, a_line_stays_between_its_measures)
{
    for (const FontStyle& style : {FontStyle{.size = 12}, FontStyle{.size = 27, .bold = true}}) {
        const Ink ink = ink_of("Hpgx 0.75e-05", style);
        EXPECT_GE(ink.left, 0);
        EXPECT_LE(ink.right, line_width("Hpgx 0.75e-05", style));
        EXPECT_GE(ink.bottom, -descent(style));
        EXPECT_LT(ink.bottom, 0) << "p and g hang down";
        EXPECT_GE(ink.top, capital_height(style));
        EXPECT_TRUE(ink.grey) << "edges are smooth";
        EXPECT_EQ(ink_of("H", style).bottom, 0);
        EXPECT_EQ(ink_of("H", style).top, capital_height(style));
    }
}

TEST(Font, width_grows_with_the_text_and_nothing_has_none)
{
    const FontStyle style{.size = 20};
    EXPECT_EQ(line_width("", style), 0);
    EXPECT_EQ(ink_of("", style).sum, 0);
    EXPECT_GT(line_width(" ", style), 0);
    EXPECT_EQ(ink_of(" ", style).sum, 0);
    const int one = line_width("0", style);
    EXPECT_LE(line_width(std::string(100, '0'), style), 100 * one);
    EXPECT_GE(line_width(std::string(100, '0'), style), 100 * (one - 1));
}

TEST(Font, bold_has_more_ink)
{
    EXPECT_GT(ink_of("title", {.size = 27, .bold = true}).sum,
              ink_of("title", {.size = 27}).sum * 5 / 4);
}

TEST(Font, what_the_font_does_not_have_still_leaves_a_mark)
{
    const FontStyle style{.size = 20};
    EXPECT_GT(ink_of("\xC2\xB5", style).sum, 0) << "micro";
    EXPECT_GT(ink_of("\xE5\x9C\xA7", style).sum, 0) << "a Chinese character";
    EXPECT_GT(ink_of("\xFF", style).sum, 0) << "no UTF-8";
}

}  // namespace
}  // namespace tobiuo
