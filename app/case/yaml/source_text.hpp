// What yaml-cpp does not tell of a text: how a scalar is written, and what is wrong, in words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo::casefile {

enum class Style { plain, quoted, block };

/// The offset where the scalar itself starts, whose anchor, tag or first character is at `offset`.
[[nodiscard]] std::size_t content_start(std::string_view text, std::size_t offset);

/// The style of the scalar that starts at `offset`.
[[nodiscard]] Style style_at(std::string_view text, std::size_t offset);

/// The text of a plain or a block scalar with its tabs and ends of lines as blanks, none of them at
/// either end: a value of a case is one line, and blocks (| and >) let a formula have several.
[[nodiscard]] std::string in_one_line(std::string text);

inline constexpr std::string_view alias_sentence =
    "aliases (*name) are not supported (a case is short, and cycles of them have no end): write "
    "the value out";

/// One sentence for yaml-cpp's `message` about `line` (from 0; -1 is the end of the text).
[[nodiscard]] std::string syntax_sentence(std::string_view text, int line,
                                          std::string_view message);

/// The position to report for an error at `line` and `byte` (from 0; -1 is the end of the text):
/// the tab, if one indents the line.
[[nodiscard]] Position syntax_position(std::string_view text, int line, int byte,
                                       const std::string& source);

/// Whether there is a quote without a partner at `offset`: yaml-cpp 0.7 accepts the end of the text
/// as the end of some quoted scalars.
[[nodiscard]] bool lacks_closing_quote(std::string_view text, std::size_t offset);

}  // namespace tobiuo::casefile
