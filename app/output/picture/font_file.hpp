// The font of the pictures: a TrueType file that the build embeds in the program.
#pragma once

#include <span>

namespace tobiuo {

/// The bytes of DejaVuSans.ttf (its licence is in docs/third-party.md).
[[nodiscard]] std::span<const unsigned char> font_file();

}  // namespace tobiuo
