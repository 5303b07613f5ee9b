// SHA-256, the one checksum of the house.
#pragma once

#include <string>
#include <string_view>

namespace tobiuo::device {

/// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view data);

}  // namespace tobiuo::device
