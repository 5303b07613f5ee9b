// Whether a text has the shape that a regular expression describes.
#pragma once

#include <string>

namespace tobiuo {

/// True if all of `text`, which holds no NUL byte, matches `expression`, a POSIX extended regular
/// expression. Throws std::invalid_argument if `expression` is none.
///
/// std::regex is not used: its depth of recursion grows with the text, which strangers write.
[[nodiscard]] bool matches(const std::string& text, const std::string& expression);

}  // namespace tobiuo
