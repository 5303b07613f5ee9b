// Text that a terminal shows as it is: nothing in it moves the cursor or turns the writing round.
#pragma once

#include <string>
#include <string_view>

namespace tobiuo {

/// `text` with every character that a terminal would obey written as its number instead: control
/// characters and bytes that are not UTF-8 as \x1b, marks of direction and separators of lines as
/// \u202e. For names that others chose; a text of one line stays one line.
[[nodiscard]] std::string printable(std::string_view text);

/// The same for a text of several lines: its line ends and tabulators stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

}  // namespace tobiuo
