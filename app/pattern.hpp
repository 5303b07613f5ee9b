// SPDX-License-Identifier: BSD-3-Clause
// Whether a text has the shape that a regular expression describes.
#pragma once

#include <string>

namespace tobiuo {

/// Whether all of `text`, which has no NUL byte, matches `expression`, a POSIX extended regular
/// expression. Throws std::invalid_argument if `expression` is malformed.
///
/// std::regex is not used because its depth of recursion grows with the text, which is untrusted.
[[nodiscard]] bool matches(const std::string& text, const std::string& expression);

}  // namespace tobiuo
