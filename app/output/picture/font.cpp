// SPDX-License-Identifier: BSD-3-Clause
// Draws letters with FreeType from the font in the program; fonts of the machine are not used.
#include "app/output/picture/font.hpp"

#include <ft2build.h>
// FreeType names its headers by macros, which ft2build.h defines.
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "app/output/embedded_files.hpp"
#include "runtime/utf8.hpp"

namespace tobiuo {
namespace {

constexpr FT_Pos unit = 64;  // FreeType counts in 64ths of a pixel

void check(FT_Error error, const char* doing)
{
    if (error != 0) {
        throw std::runtime_error{std::string{"FreeType could not "} + doing + " (its error " +
                                 std::to_string(error) + ")"};
    }
}

template <auto destroy>
struct Deleter {
    template <typename Handle>
    void operator()(Handle* handle) const noexcept
    {
        static_cast<void>(destroy(handle));
    }
};
using Library = std::unique_ptr<std::remove_pointer_t<FT_Library>, Deleter<FT_Done_FreeType>>;
using Face = std::unique_ptr<std::remove_pointer_t<FT_Face>, Deleter<FT_Done_Face>>;

/// The opened font, which one thread at a time may use.
class Font {
public:
    Font()
    {
        FT_Library library{};
        check(FT_Init_FreeType(&library), "start");
        library_.reset(library);
        const auto bytes = font_file();
        FT_Face face{};
        check(
            FT_New_Memory_Face(library, bytes.data(), static_cast<FT_Long>(bytes.size()), 0, &face),
            "open the built-in font");
        face_.reset(face);
    }

    void set_size(int pixels)
    {
        check(FT_Set_Pixel_Sizes(face_.get(), 0, static_cast<FT_UInt>(pixels)),
              "scale the built-in font");
    }

    [[nodiscard]] FT_Face face() const { return face_.get(); }

private:
    Library library_;
    Face face_;  // after the library, so that it is destroyed first
};

FT_Face font_of(const FontStyle& style)
{
    thread_local Font font;
    font.set_size(style.size);
    return font.face();
}

/// How much wider the strokes of bold letters are: an eighteenth of an em.
FT_Pos boldness(const FontStyle& style)
{
    return style.bold ? style.size * unit / 18 : 0;
}

/// How much higher the strokes of bold letters are, in whole pixels, so that they stay sharp.
FT_Pos raised(const FontStyle& style)
{
    return boldness(style) / unit * unit;
}

FT_Pos kerning(FT_Face face, FT_UInt left, FT_UInt right)
{
    FT_Vector move{};
    const bool known =
        FT_Get_Kerning(face, left, right, FT_KERNING_UNFITTED, &move) == 0 && left != 0;
    return known ? move.x : 0;
}

/// Loads the letters of `text` one after the other, calls letter(slot, pen) for each, and returns
/// where the pen ends. Heights are rounded to pixels, for sharp lines; widths are not, so that a
/// word looks the same at any place.
template <typename Letter>
FT_Pos for_each_letter(std::string_view text, const FontStyle& style, Letter letter)
{
    FT_Face face = font_of(style);
    FT_Pos pen = 0;
    FT_UInt previous = 0;
    while (!text.empty()) {
        const FT_UInt index = FT_Get_Char_Index(face, next_character(text));
        if (FT_Load_Glyph(face, index, FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP) != 0) {
            continue;  // a line without one letter is better than no line
        }
        pen += kerning(face, previous, index);
        previous = index;
        letter(face->glyph, pen);
        constexpr int fraction_bits = 10;  // linearHoriAdvance has 16 fraction bits, the pen has 6
        pen += (face->glyph->linearHoriAdvance >> fraction_bits) + boldness(style);
    }
    return pen;
}

void draw(const FT_Bitmap& bitmap, int left, int top, const SpotOfInk& spot)
{
    for (int row = 0; row < static_cast<int>(bitmap.rows); ++row) {
        for (int column = 0; column < static_cast<int>(bitmap.width); ++column) {
            const unsigned char coverage =
                bitmap.buffer[static_cast<std::ptrdiff_t>(row) * bitmap.pitch + column];
            if (coverage > 0) {
                spot(left + column, top - 1 - row, coverage);
            }
        }
    }
}

}  // namespace

void draw_line(std::string_view text, const FontStyle& style, const SpotOfInk& spot)
{
    for_each_letter(text, style, [&](FT_GlyphSlot slot, FT_Pos pen) {
        FT_Outline_EmboldenXY(&slot->outline, boldness(style), raised(style));
        FT_Outline_Translate(&slot->outline, pen % unit, 0);
        if (FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0) {
            draw(slot->bitmap, static_cast<int>(pen / unit) + slot->bitmap_left, slot->bitmap_top,
                 spot);
        }
    });
}

int line_width(std::string_view text, const FontStyle& style)
{
    const FT_Pos end = for_each_letter(text, style, [](FT_GlyphSlot, FT_Pos) {});
    return static_cast<int>((end + unit - 1) / unit);
}

int capital_height(const FontStyle& style)
{
    FT_Face face = font_of(style);
    check(FT_Load_Char(face, 'H', FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP), "measure a letter");
    return static_cast<int>((face->glyph->metrics.horiBearingY + raised(style)) / unit);
}

int descent(const FontStyle& style)
{
    return static_cast<int>(-font_of(style)->size->metrics.descender / unit);
}

}  // namespace tobiuo
