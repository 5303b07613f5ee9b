// Numbers with a unit in a case: bytes as "4 GiB", spans of wall time as "10 min".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tobiuo {

struct MemorySize {
    std::string text;  ///< as the case gives it
    std::int64_t bytes{};
};

struct TimeSpan {
    std::string text;  ///< as the case gives it
    double seconds{};
};

namespace casefile {

/// The shape of a number of bytes, see Pattern.
inline constexpr std::string_view memory_size_expression =
    "[0-9]{1,9}([.][0-9]{1,9})? ?([kMGT]B|[KMGT]iB)";
inline constexpr std::string_view memory_size_words =
    "a number and a unit, as 4 GiB (kB, MB, GB, TB; KiB, MiB, GiB, TiB)";

/// Reads a text of that shape.
[[nodiscard]] MemorySize memory_size(std::string_view text);

/// The shape of a span of time, see Pattern.
inline constexpr std::string_view time_span_expression = "[0-9]{1,9}([.][0-9]{1,9})? ?(s|min|h)";
inline constexpr std::string_view time_span_words = "a number and a unit, as 10 min (s, min, h)";

/// Reads a text of that shape.
[[nodiscard]] TimeSpan time_span(std::string_view text);

}  // namespace casefile
}  // namespace tobiuo
