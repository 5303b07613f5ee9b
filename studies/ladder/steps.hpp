// SPDX-License-Identifier: BSD-3-Clause
// The steps of `tobiuo bench himeno --ladder`: those of the paper's table 3, then of later GPUs.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tobiuo::ladder {

using Parameters = std::map<std::string, std::string, std::less<>>;

/// The number of the step that the others are compared with: the paper's base implementation.
inline constexpr int base_step = 2;

struct Step {
    int number{};           ///< from 1; the x of the paper's figures
    std::string name;       ///< what the step adds
    std::string kernel;     ///< empty: a program that is not part of tobiuo
    Parameters parameters;  ///< all parameters of that kernel, or none: its defaults
};

/// The steps in order; a step of the paper has the parameters of the previous one and its own.
///
/// Source    Naruse, Sumimoto, Kumon 2008, section 5 and table 3.
[[nodiscard]] std::vector<Step> steps();

}  // namespace tobiuo::ladder
