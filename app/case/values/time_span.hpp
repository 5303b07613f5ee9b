// Spans of wall time in a case: "10 min".
#pragma once

#include <string>
#include <string_view>

namespace tobiuo {

struct TimeSpan {
    std::string text;  ///< as the case gives it
    double seconds{};
};

namespace casefile {

/// The shape of such a text, see Pattern.
inline constexpr std::string_view time_span_expression = "[0-9]{1,9}([.][0-9]{1,9})? ?(s|min|h)";
inline constexpr std::string_view time_span_words = "a number and a unit, as 10 min (s, min, h)";

/// Reads a text of that shape.
[[nodiscard]] TimeSpan time_span(std::string_view text);

}  // namespace casefile
}  // namespace tobiuo
