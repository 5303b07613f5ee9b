// Numbers of bytes in a case: "4 GiB".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tobiuo {

struct MemorySize {
    std::string text;  ///< as the case gives it
    std::int64_t bytes{};
};

namespace casefile {

/// The shape of such a text, see Pattern.
inline constexpr std::string_view memory_size_expression =
    "[0-9]{1,9}([.][0-9]{1,9})? ?([kMGT]B|[KMGT]iB)";
inline constexpr std::string_view memory_size_words =
    "a number and a unit, as 4 GiB (kB, MB, GB, TB; KiB, MiB, GiB, TiB)";

/// Reads a text of that shape.
[[nodiscard]] MemorySize memory_size(std::string_view text);

}  // namespace casefile
}  // namespace tobiuo
