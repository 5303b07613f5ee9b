// What may be written to a terminal besides text.
#pragma once

namespace tobiuo {

/// Whether the terminal can go back to the begin of a line: TERM names one that is not dumb.
[[nodiscard]] bool can_redraw();

/// Whether colours are welcome: the terminal has them, and NO_COLOR is not set (no-color.org).
[[nodiscard]] bool may_colour();

}  // namespace tobiuo
