// What a misspelt word may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tobiuo {

/// The known word nearest to `word`, letter case ignored; empty if none is near.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> known);

}  // namespace tobiuo
