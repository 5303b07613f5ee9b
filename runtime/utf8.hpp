// SPDX-License-Identifier: BSD-3-Clause
// Reads UTF-8 text, one character after the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tobiuo {

/// Bytes of the well-formed UTF-8 character at the start of `text`, or 0 (RFC 3629, section 4).
[[nodiscard]] std::size_t character_length(std::string_view text);

/// Removes the first character from `text`, which is not empty, and returns it; U+FFFD for a byte
/// that belongs to no character.
[[nodiscard]] char32_t next_character(std::string_view& text);

/// `text` with each byte that belongs to no UTF-8 character replaced by its number, "\xe9". Names of
/// files and machines are any bytes, and JSON, XML and YAML hold characters.
[[nodiscard]] std::string utf8_text(std::string_view text);

}  // namespace tobiuo
