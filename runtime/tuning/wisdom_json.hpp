// SPDX-License-Identifier: BSD-3-Clause
// The text of a wisdom file, schema `tobiuo-wisdom-1`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/tuning/wisdom.hpp"

namespace tobiuo::tuning {

struct ParsedWisdom {
    Wisdom wisdom;
    std::vector<std::string>
        damaged;                   ///< a clause for each entry left out: "entry 3 has no kernel"
    std::string refusal;           ///< why the whole text is refused: "is not JSON"; else empty
    bool is_other_result = false;  ///< whether it is refused as another kind of file of tobiuo
};

[[nodiscard]] ParsedWisdom parse_wisdom(std::string_view text);

/// The text of `wisdom`, indented, with a newline at the end.
[[nodiscard]] std::string wisdom_text(const Wisdom& wisdom);

}  // namespace tobiuo::tuning
