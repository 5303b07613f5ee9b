// SPDX-License-Identifier: BSD-3-Clause
// How constants and the type of numbers are written in the struct Config of a kernel source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/precision.hpp"

namespace tobiuo::device {

/// "static constexpr int block_k = 64;" for ("int block_k", 64).
[[nodiscard]] inline std::string constant(std::string_view type_and_name, std::int64_t value)
{
    return "static constexpr " + std::string{type_and_name} + " = " + std::to_string(value) + ";";
}

/// "using Real = float;" or "using Real = double;"
[[nodiscard]] inline std::string real(Precision precision)
{
    return precision == Precision::fp32 ? "using Real = float;" : "using Real = double;";
}

}  // namespace tobiuo::device
