// The page of a report without its data, which the build assembles and embeds in the program.
#pragma once

#include <span>

namespace tobiuo {

/// UTF-8 text with the marks {{title}} and {{data}}; see cmake/AssemblePage.cmake.
[[nodiscard]] std::span<const unsigned char> page_template();

}  // namespace tobiuo
