// SPDX-License-Identifier: BSD-3-Clause
// A case as text: how it is read and refused, and what yaml-cpp does not tell of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo::casefile {

/// The largest case file that is read.
inline constexpr std::size_t most_bytes = std::size_t{1024} * 1024;

/// The file's text without a byte order mark: at most `most_bytes` of UTF-8 without control
/// characters. Throws InputError.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& file);

/// The text of a stream, with the same checks; `source` names the stream.
[[nodiscard]] std::string read_text(std::istream& stream, const std::string& source);

/// Applies the same checks to a text from elsewhere, which `source` names. Throws InputError.
[[nodiscard]] std::string checked_text(std::string text, const std::string& source);

/// The number of characters in well-formed UTF-8.
[[nodiscard]] int characters_in(std::string_view text);

/// Line and column of the byte at `offset`, both from 1 and the column in characters.
[[nodiscard]] Position position_of(std::string_view text, std::size_t offset,
                                   const std::string& source);

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
