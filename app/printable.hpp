// SPDX-License-Identifier: BSD-3-Clause
// Text made harmless for a terminal and for XML, printed, and what a terminal can do besides.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tobiuo {

/// `text` with every character that controls a terminal replaced by its number: control characters
/// and bytes that are not UTF-8 become \x1b and the like, marks of direction and separators of
/// lines \u202e and the like. It is for names that others chose; the result is one line.
[[nodiscard]] std::string printable(std::string_view text);

/// printable() for a text of several lines: line ends and tabulators stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// Whether the terminal can go back to the begin of a line: TERM names one that is not dumb.
[[nodiscard]] bool can_redraw();

/// Whether colours are welcome: the terminal has them, and NO_COLOR is not set (no-color.org).
[[nodiscard]] bool may_colour();

/// `text` escaped for a double-quoted XML attribute. What no XML file can hold, bytes that are not
/// UTF-8 and control characters, is written as its number: "\xe9".
[[nodiscard]] std::string xml_escaped(std::string_view text);

/// Prints `text` at once, even if stdout is a file or a pipe; names in it cannot control a
/// terminal.
inline void print(const std::string& text)
{
    std::fputs(printable_lines(text).c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace tobiuo
