// Reads a case file as text and refuses a file that is too long, binary or in another encoding.
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

/// The text of a stream, with the same checks; `source` names the stream.
[[nodiscard]] std::string read_text(std::istream& stream, const std::string& source);

/// Applies the same checks to a text from elsewhere, which `source` names. Throws InputError.
[[nodiscard]] std::string checked_text(std::string text, const std::string& source);

/// The number of characters in well-formed UTF-8.
[[nodiscard]] int characters_in(std::string_view text);

/// Line and column of the byte at `offset`, both from 1 and the column in characters.
[[nodiscard]] Position position_of(std::string_view text, std::size_t offset,
                                   const std::string& source);

}  // namespace tobiuo::casefile
