// Reads a case file as text and refuses what cannot be one: too long, binary, another encoding.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>

#include "app/errors.hpp"

namespace tobiuo::casefile {

/// The largest case file that is read.
inline constexpr std::size_t most_bytes = std::size_t{1024} * 1024;

/// The file's text without a byte order mark: at most `most_bytes` of UTF-8 without control
/// characters. Throws InputError.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& file);

/// The same of a stream that `source` names.
[[nodiscard]] std::string read_text(std::istream& stream, const std::string& source);

/// The same checks for a text that came from elsewhere, `source` naming it. Throws InputError.
[[nodiscard]] std::string checked_text(std::string text, const std::string& source);

/// Characters of well-formed UTF-8.
[[nodiscard]] int characters_in(std::string_view text);

/// Line and column, both from 1 and the column in characters, of the byte at `offset`.
[[nodiscard]] Position position_of(std::string_view text, std::size_t offset,
                                   const std::string& source);

}  // namespace tobiuo::casefile
