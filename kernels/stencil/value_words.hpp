// SPDX-License-Identifier: BSD-3-Clause
// How the type of the values is written for a kernel: in struct Config, and in its identifier.
#pragma once

#include <string>

#include "kernels/stencil/shape.hpp"

namespace tobiuo::stencil {

/// The member of struct Config that names the type: "using Real = float;"
[[nodiscard]] inline std::string real_member(Precision precision)
{
    return precision == Precision::fp32 ? "using Real = float;" : "using Real = double;";
}

/// The precision in an identifier: "fp32"
[[nodiscard]] inline std::string short_word(Precision precision)
{
    return precision == Precision::fp32 ? "fp32" : "fp64";
}

}  // namespace tobiuo::stencil
