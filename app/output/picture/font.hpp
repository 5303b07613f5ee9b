// SPDX-License-Identifier: BSD-3-Clause
// Draws lines of text in the built-in font as the pixels that they cover.
#pragma once

#include <functional>
#include <string_view>

namespace tobiuo {

struct FontStyle {
    int size{};  ///< pixels of an em
    bool bold = false;
};

/// Receives a pixel of a line: x from the start of the line, y upwards from its baseline, coverage
/// from 1 to 255.
using SpotOfInk = std::function<void(int x, int y, int coverage)>;

/// Draws `text`, which is UTF-8; a letter that the font does not have, or that is not UTF-8,
/// becomes a box or a question mark. Throws std::runtime_error if FreeType fails.
void draw_line(std::string_view text, const FontStyle& style, const SpotOfInk& spot);

/// Pixels from the start of the line to where the next letter would start.
[[nodiscard]] int line_width(std::string_view text, const FontStyle& style);

/// Pixels from the baseline to the top of a capital letter, and down to the lowest stroke.
[[nodiscard]] int capital_height(const FontStyle& style);
[[nodiscard]] int descent(const FontStyle& style);

}  // namespace tobiuo
