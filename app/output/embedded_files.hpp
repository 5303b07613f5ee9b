// SPDX-License-Identifier: BSD-3-Clause
// Files that the build embeds in the program: the font of pictures, the page of reports and what is
// said in it.
#pragma once

#include <span>

namespace tobiuo {

/// The bytes of DejaVuSans.ttf (its licence is in docs/third-party.md).
[[nodiscard]] std::span<const unsigned char> font_file();

/// UTF-8 text with the marks {{title}} and {{data}}; see cmake/AssemblePage.cmake.
[[nodiscard]] std::span<const unsigned char> page_template();

/// views.json, of which views() tells.
[[nodiscard]] std::span<const unsigned char> views_file();

}  // namespace tobiuo
