// Reads the small text files in which Linux reports on itself (/proc, /sys).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tobiuo {

/// The text behind `key` in a file of "key: value" or "key value" lines.
[[nodiscard]] std::optional<std::string> value_in(const std::filesystem::path& file,
                                                  const std::string& key);

/// The number that the file starts with; nothing for "max", or a number beyond 64 bits.
[[nodiscard]] std::optional<std::int64_t> number_in(const std::filesystem::path& file);

/// All of it; empty if it cannot be read.
[[nodiscard]] std::string text_in(const std::filesystem::path& file);

}  // namespace tobiuo
