// How a constant is written in the struct Config of a kernel source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tobiuo::device {

/// "static constexpr int block_k = 64;" for ("int block_k", 64).
[[nodiscard]] inline std::string constant(std::string_view type_and_name, std::int64_t value)
{
    return "static constexpr " + std::string{type_and_name} + " = " + std::to_string(value) + ";";
}

}  // namespace tobiuo::device
