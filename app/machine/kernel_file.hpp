// Reads the small text files in which Linux reports on itself (/proc, /sys).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tobiuo {

/// The text after `key` in a file of "key: value" or "key value" lines.
[[nodiscard]] std::optional<std::string> value_in(const std::filesystem::path& file,
                                                  const std::string& key);

/// The number at the start of the file; nothing for "max", or a number beyond 64 bits.
[[nodiscard]] std::optional<std::int64_t> number_in(const std::filesystem::path& file);

/// The whole text of a file; empty if it cannot be read.
[[nodiscard]] std::string text_in(const std::filesystem::path& file);

}  // namespace tobiuo
