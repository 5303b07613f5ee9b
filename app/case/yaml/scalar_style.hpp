// How a scalar is written: where it starts after anchors and tags, and in which style.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tobiuo::casefile {

enum class Style { plain, quoted, block };

/// The offset where the scalar itself starts, whose anchor, tag or first character is at `offset`.
[[nodiscard]] std::size_t content_start(std::string_view text, std::size_t offset);

/// The style of the scalar that starts at `offset`.
[[nodiscard]] Style style_at(std::string_view text, std::size_t offset);

/// The text of a plain or a block scalar with its tabs and ends of lines as blanks, none of them at
/// either end: a value of a case is one line, and blocks (| and >) let a formula have several.
[[nodiscard]] std::string in_one_line(std::string text);

}  // namespace tobiuo::casefile
