// Text made harmless for a terminal: nothing in it moves the cursor or changes the direction.
#pragma once

#include <string>
#include <string_view>

namespace tobiuo {

/// `text` with every character that controls a terminal replaced by its number: control characters
/// and bytes that are not UTF-8 become \x1b and the like, marks of direction and separators of
/// lines \u202e and the like. It is for names that others chose; the result is one line.
[[nodiscard]] std::string printable(std::string_view text);

/// printable() for a text of several lines: line ends and tabulators stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

}  // namespace tobiuo
