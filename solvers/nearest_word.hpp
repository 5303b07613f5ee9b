// SPDX-License-Identifier: BSD-3-Clause
// Suggestions for misspelt words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tobiuo {

/// The known word nearest to `word`, ignoring letter case; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> known);

}  // namespace tobiuo
