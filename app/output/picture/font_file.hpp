// The font of the pictures, a TrueType file that the build puts into the program.
#pragma once

#include <span>

namespace tobiuo {

/// DejaVuSans.ttf (docs/third-party.md has its licence).
[[nodiscard]] std::span<const unsigned char> font_file();

}  // namespace tobiuo
